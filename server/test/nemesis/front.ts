import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'

type Front = { url: string; stop: () => void }

const merchantPaths = /^\/(api|operator|callbacks|docs)(\/|$)/

/** What stands before the service in production: one address, behind it the processes of both kinds in turn. It tries nothing twice. */
export async function startFront(port: number, upstreams: { api: string[]; web: string[] }): Promise<Front> {
  const agent = new Agent({ keepAlive: true, timeout: 10_000 })
  let turn = 0
  const server = createServer((asked, answer) => {
    const behind = upstreams[merchantPaths.test(asked.url ?? '') ? 'api' : 'web']
    pass(agent, behind[turn++ % behind.length]!, asked, answer)
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${port}`,
    stop() {
      agent.destroy()
      server.closeAllConnections()
      server.close()
    },
  }
}

function pass(agent: Agent, upstream: string, asked: IncomingMessage, answer: ServerResponse): void {
  const give = (): void => {
    if (answer.headersSent) answer.destroy()
    else answer.writeHead(502).end()
  }
  const onward = request(
    upstream,
    { agent, method: asked.method!, path: asked.url!, headers: asked.headers },
    (back) => {
      answer.writeHead(back.statusCode!, back.headers)
      back.on('error', give).pipe(answer)
    },
  )
  onward.on('error', give).on('timeout', () => onward.destroy())
  asked.on('error', () => onward.destroy()).pipe(onward)
}
