import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { listen } from './listen.ts'

/** A request as the service got it. */
type Call = { method: string; path: string; headers: IncomingHttpHeaders; body: string; port: number }
type Treatment = { status: number; headers?: Record<string, string | string[]>; body?: string } | 'hang' | 'close'
export type Treat = (call: Call) => Treatment | Promise<Treatment>

export type TestService = Awaited<ReturnType<typeof startTestService>>

/** What stands in for the service: it keeps every request and answers as a test says, 200 if it says nothing. */
export async function startTestService(treat: Treat = () => ({ status: 200 }), port = 0) {
  const calls: Call[] = []
  const server = createServer((request, response) => {
    void serve(request, response)
  })
  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const call = await readCall(request)
    calls.push(call)
    answer(response, await treat(call))
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
    /** The reports it got, in order. */
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

function answer(response: ServerResponse, treatment: Treatment): void {
  if (treatment === 'hang') return
  if (treatment === 'close') response.destroy()
  else response.writeHead(treatment.status, treatment.headers).end(treatment.body)
}
