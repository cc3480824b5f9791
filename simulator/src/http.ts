import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { listen } from './listen.ts'

type RouteRequest = { id: string; query: URLSearchParams; body: string }
export type RouteResponse = { status: number; headers: Record<string, string>; body: string }
/** `path` may contain one `{id}`. */
export type Route = {
  method: 'GET' | 'POST' | 'PATCH'
  path: string
  handle: (request: RouteRequest) => RouteResponse | Promise<RouteResponse>
}

const maxBodyBytes = 1024 * 1024

export function json(status: number, value: unknown): RouteResponse {
  return { status, headers: { 'content-type': 'application/json; charset=utf-8' }, body: JSON.stringify(value) }
}

export function validationError(problem: string): RouteResponse {
  return json(422, { error: problem })
}

/** Serves the routes on the loopback interface. */
export async function serve(routes: Route[], port: number): Promise<{ url: string; stop: () => Promise<void> }> {
  const server = createServer((request, response) => {
    handleRequest(routes, request)
      .catch((error: Error) => json(500, { error: error.message }))
      .then((result) => send(response, result))
      // The client has disconnected.
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

async function handleRequest(routes: Route[], request: IncomingMessage): Promise<RouteResponse> {
  const url = new URL(`http://simulator${request.url}`)
  const body = await readBody(request)
  const candidates = routes.flatMap((route) => {
    const id = matchPath(route.path, url.pathname)
    return id === null ? [] : [{ route, id }]
  })
  if (candidates.length === 0) return json(404, { error: `There is nothing at ${url.pathname}` })

  const method = request.method === 'HEAD' ? 'GET' : request.method
  const found = candidates.find(({ route }) => route.method === method)
  if (found === undefined) return methodNotAllowed(candidates.map(({ route }) => route.method))
  if (body === null) return json(413, { error: `A body has at most ${maxBodyBytes} bytes` })
  return found.route.handle({ id: found.id, query: url.searchParams, body })
}

/** Returns the value of `{id}`, an empty string when the pattern has none, or null when the path does not match. */
function matchPath(pattern: string, path: string): string | null {
  const start = pattern.indexOf('{id}')
  if (start === -1) return pattern === path ? '' : null
  const id = path.slice(start).split('/', 1)[0]!
  return id !== '' && pattern.replace('{id}', () => id) === path ? id : null
}

function methodNotAllowed(allowed: string[]): RouteResponse {
  const allow = allowed.join(', ')
  const response = json(405, { error: `This path accepts ${allow}` })
  return { ...response, headers: { ...response.headers, allow } }
}

/** Returns null when the body is too large. It is still read to the end, or the client could not read the response. */
async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes <= maxBodyBytes) chunks.push(chunk)
  }
  return bytes <= maxBodyBytes ? Buffer.concat(chunks).toString() : null
}

function send(response: ServerResponse, { status, headers, body }: RouteResponse): void {
  response.writeHead(status, {
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-length': Buffer.byteLength(body),
    ...headers,
  })
  response.end(body)
}
