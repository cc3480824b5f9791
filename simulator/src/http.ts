import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { listen } from './listen.ts'

type Call = { id: string; query: URLSearchParams; body: string }
export type Answer = { status: number; headers: Record<string, string>; body: string }
/** A path may hold one `{id}`. */
export type Route = { method: 'GET' | 'POST' | 'PATCH'; path: string; answer: (call: Call) => Answer | Promise<Answer> }

const largestBodyBytes = 1024 * 1024

export function json(status: number, value: unknown): Answer {
  return { status, headers: { 'content-type': 'application/json; charset=utf-8' }, body: JSON.stringify(value) }
}

export function refusal(why: string): Answer {
  return json(422, { error: why })
}

/** A table of routes on the loopback interface. */
export async function serve(routes: Route[], port: number): Promise<{ url: string; stop: () => Promise<void> }> {
  const server = createServer((request, response) => {
    answerRequest(routes, request)
      .catch((error: Error) => json(500, { error: error.message }))
      .then((answer) => send(response, answer))
      // The client has left: there is nobody to tell.
      .catch(() => response.destroy())
  })

  return {
    url: `http://127.0.0.1:${await listen(server, port)}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function answerRequest(routes: Route[], request: IncomingMessage): Promise<Answer> {
  const url = new URL(`http://simulator${request.url}`)
  const body = await readBody(request)
  const candidates = routes.flatMap((route) => {
    const id = match(route.path, url.pathname)
    return id === null ? [] : [{ route, id }]
  })
  if (candidates.length === 0) return json(404, { error: `There is nothing at ${url.pathname}` })

  const method = request.method === 'HEAD' ? 'GET' : request.method
  const found = candidates.find(({ route }) => route.method === method)
  if (found === undefined) return wrongMethod(candidates.map(({ route }) => route.method))
  if (body === null) return json(413, { error: `A body has at most ${largestBodyBytes} bytes` })
  return found.route.answer({ id: found.id, query: url.searchParams, body })
}

/** What stands in the place of `{id}`, empty for a path without one; null where the path is another. */
function match(pattern: string, path: string): string | null {
  const place = pattern.indexOf('{id}')
  if (place === -1) return pattern === path ? '' : null
  const id = path.slice(place).split('/', 1)[0]!
  return id !== '' && pattern.replace('{id}', () => id) === path ? id : null
}

function wrongMethod(allowed: string[]): Answer {
  const allow = allowed.join(', ')
  const answer = json(405, { error: `This path answers ${allow}` })
  return { ...answer, headers: { ...answer.headers, allow } }
}

/** Null for a body that is too large. It is read to its end all the same, or the client would not get to read the answer. */
async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes <= largestBodyBytes) chunks.push(chunk)
  }
  return bytes <= largestBodyBytes ? Buffer.concat(chunks).toString() : null
}

function send(response: ServerResponse, { status, headers, body }: Answer): void {
  response.writeHead(status, {
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-length': Buffer.byteLength(body),
    ...headers,
  })
  response.end(body)
}
