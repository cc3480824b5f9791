import { once } from 'node:events'
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll } from 'vitest'

export type Received = { headers: IncomingHttpHeaders; body: string }

/** A receiver of webhooks on this machine. `respond` chooses the status of each request. */
export async function createReceiver(respond: (received: Received) => number | Promise<number> = () => 204) {
  const requests: Received[] = []
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const received = { headers: request.headers, body: Buffer.concat(chunks).toString() }
    const status = await respond(received)
    requests.push(received)
    response.writeHead(status).end()
  }
  const start = async (port: number): Promise<Server> => {
    const server = createServer((request, response) => void receive(request, response))
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return server
  }
  let server = await start(0)
  const { port } = server.address() as AddressInfo
  const stop = async (): Promise<void> => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  afterAll(() => void server.close())
  return {
    url: `http://127.0.0.1:${port}/hooks/tidings`,
    requests,
    eventIds: () => requests.map(({ body }) => (JSON.parse(body) as { id: string }).id),
    stop,
    start: async () => {
      server = await start(port)
    },
  }
}
