import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { handleAccountRequest, isRefused } from './account-requests.ts'
import { handleSubmission } from './handle-submission.ts'
import { listen } from './listen.ts'
import type { ProviderResponse } from './phone-provider.ts'
import { phoneProviders } from './phone-providers.ts'
import type { SimulatorState } from './simulator-state.ts'
import { openSockets } from './sockets.ts'

const providers = Object.values(phoneProviders)

/** The HTTP interfaces of the SMS and WhatsApp providers, on one free port of the loopback interface. */
export async function startProviders(state: SimulatorState): Promise<{ url: string; stop: () => Promise<void> }> {
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (part: string) => {
      body += part
    })
    // `end` does not fire when a client disconnects during the request, so nothing is submitted then.
    request.on('end', () => receive(state, request, body, response))
  })
  const sockets = openSockets(server)

  return {
    url: `http://127.0.0.1:${await listen(server, 0)}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        // `close` waits for open connections, and a client that got no response waits for the server.
        for (const socket of sockets) socket.destroy()
      }),
  }
}

function receive(state: SimulatorState, request: IncomingMessage, body: string, response: ServerResponse): void {
  const [path = ''] = request.url!.split('?', 1)
  const authorization = request.headers.authorization ?? ''
  const query = new URL(request.url!, 'http://simulator').searchParams
  const read = handleAccountRequest({ method: request.method!, path, query, authorization, body }, state.templates)
  if (read !== null) return sendJson(response, read)
  const provider = providers.find((one) => one.path.test(path))
  if (provider === undefined) return sendJson(response, { status: 404, body: { error: 'No provider has this path' } })
  if (request.method !== 'POST') return sendJson(response, { status: 405, body: { error: 'This path accepts POST' } })
  if (!provider.scheme.test(authorization) || isRefused(authorization)) return sendJson(response, provider.unauthorised)

  const account = provider.path.exec(path)![1]!
  const result = handleSubmission(state, provider.parse(account, body, new Date()), messageIdOf(request))
  if (result === 'close') request.socket.destroy()
  else if (result !== 'hang') sendJson(response, result)
}

/** No provider's format has a field for our message id, so a header carries it. Real providers ignore it. */
function messageIdOf({ headers }: IncomingMessage): string | null {
  const id = headers['x-tidings-message']
  return typeof id === 'string' ? id : null
}

function sendJson(response: ServerResponse, { status, body }: ProviderResponse): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body))
}
