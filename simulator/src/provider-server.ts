import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { treat } from './handle-submission.ts'
import { listen } from './listen.ts'
import { phoneProviders } from './phone-providers.ts'
import type { Reply } from './send.ts'
import type { SimulatorState } from './simulator-state.ts'
import { openSockets } from './sockets.ts'

const providers = Object.values(phoneProviders)

/** Those who carry what is sent to telephones, on one free port of the loopback interface. */
export async function startProviders(state: SimulatorState): Promise<{ url: string; stop: () => Promise<void> }> {
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (part: string) => {
      body += part
    })
    // There is no end where a client leaves in the middle of a request: it has submitted nothing.
    request.on('end', () => receive(state, request, body, response))
  })
  const sockets = openSockets(server)

  return {
    url: `http://127.0.0.1:${await listen(server, 0)}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        // The server would wait for its clients, and a client that was left hanging waits for the server.
        for (const socket of sockets) socket.destroy()
      }),
  }
}

function receive(state: SimulatorState, request: IncomingMessage, body: string, response: ServerResponse): void {
  const [path = ''] = request.url!.split('?', 1)
  const provider = providers.find((one) => one.path.test(path))
  if (provider === undefined) return answer(response, { status: 404, body: { error: 'No provider answers here' } })
  if (request.method !== 'POST') return answer(response, { status: 405, body: { error: 'This path answers POST' } })
  if (!provider.scheme.test(request.headers.authorization ?? '')) return answer(response, provider.unauthorised)

  const account = provider.path.exec(path)![1]!
  const reply = treat(state, provider.read(account, body, new Date()), messageIdOf(request))
  if (reply === 'close') request.socket.destroy()
  else if (reply !== 'never') answer(response, reply)
}

/** No wire format has a place for our message's id. A header that real providers pass over carries it. */
function messageIdOf({ headers }: IncomingMessage): string | null {
  const id = headers['x-tidings-message']
  return typeof id === 'string' ? id : null
}

function answer(response: ServerResponse, { status, body }: Reply): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body))
}
