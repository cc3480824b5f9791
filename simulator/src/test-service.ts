import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { listen } from './listen.ts'

/** A request that the service received. */
type Call = { method: string; path: string; headers: IncomingHttpHeaders; body: string; port: number }
type TestResponse = { status: number; headers?: Record<string, string | string[]>; body?: string } | 'hang' | 'close'
export type Respond = (call: Call) => TestResponse | Promise<TestResponse>

export type TestService = Awaited<ReturnType<typeof startTestService>>

/** A stand-in for the service: records every request and responds as the test defines, by default with 200. */
export async function startTestService(respond: Respond = () => ({ status: 200 }), port = 0) {
  const calls: Call[] = []
  const server = createServer((request, response) => {
    void serve(request, response)
  })
  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const call = await readCall(request)
    calls.push(call)
    send(response, await respond(call))
  }
  const url = `http://127.0.0.1:${await listen(server, port)}`

  return {
    url,
    calls,
    callbacks: {
      email: { url: `${url}/callbacks/email`, secret: 'signing-key' },
      sms: { url: `${url}/inbound/sms?shop=1`, secret: 'auth-token' },
      whatsapp: { url: `${url}/callbacks/whatsapp`, secret: 'app-secret' },
    },
    /** The received email reports, in order. */
    reports: () => calls.map(({ body }) => JSON.parse(body) as Callback),
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

type Callback = {
  signature: { timestamp: string; token: string; signature: string }
  'event-data': { id: string; event: string; recipient: string; severity?: string; reason?: string }
}

async function readCall(request: IncomingMessage): Promise<Call> {
  const { method, url, headers, socket } = request
  return { method: method!, path: url!, headers, body: await text(request), port: socket.remotePort! }
}

function send(response: ServerResponse, content: TestResponse): void {
  if (content === 'hang') return
  if (content === 'close') response.destroy()
  else response.writeHead(content.status, content.headers).end(content.body)
}
