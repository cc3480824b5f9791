import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'

const merchantPaths = /^\/(api|operator|callbacks|docs)(\/|$)/

/** As in production: one address that forwards to the api and the web processes in turn. It retries nothing. */
export async function startReverseProxy(
  port: number,
  upstreams: { api: string[]; web: string[] },
): Promise<{ stop: () => void }> {
  const agent = new Agent({ keepAlive: true, timeout: 10_000 })
  let turn = 0
  const server = createServer((incoming, response) => {
    const candidates = upstreams[merchantPaths.test(incoming.url ?? '') ? 'api' : 'web']
    forward(agent, candidates[turn++ % candidates.length]!, incoming, response)
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    stop() {
      agent.destroy()
      server.closeAllConnections()
      server.close()
    },
  }
}

export function forward(agent: Agent, upstream: string, incoming: IncomingMessage, response: ServerResponse): void {
  const fail = (): void => {
    if (response.headersSent) response.destroy()
    else response.writeHead(502).end()
  }
  const outgoing = request(
    upstream,
    { agent, method: incoming.method!, path: incoming.url!, headers: incoming.headers },
    (upstreamResponse) => {
      response.writeHead(upstreamResponse.statusCode!, upstreamResponse.headers)
      upstreamResponse.on('error', fail).pipe(response)
    },
  )
  outgoing.on('error', fail).on('timeout', () => outgoing.destroy())
  incoming.on('error', () => outgoing.destroy()).pipe(outgoing)
}
