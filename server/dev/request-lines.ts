import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { styleText } from 'node:util'

/** What one line of the terminal shows. `status` is null if the client disconnected. */
export type ServedRequest = {
  at: Date
  method: string
  path: string
  status: number | null
  milliseconds: number
  /** The headers of an error. */
  link?: string
  help?: string
}

/**
 * Writes a line for each request to this port. It listens to Node's own channel, because the log of the service contains no
 * paths, and the service has no options for development.
 */
export function printRequests(port: number, write: (text: string) => void): void {
  subscribe('http.server.request.start', (message) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse }
    if (request.socket.localPort !== port) return
    const started = performance.now()
    rememberHeaders(response)
    response.once('close', () => {
      const line = formatRequest(requestOf(request, response, performance.now() - started))
      if (line !== null) write(line)
    })
  })
}

/** Node preserves the headers of `writeHead` for `getHeader` only if `setHeader` was called before. */
function rememberHeaders(response: ServerResponse): void {
  response.setHeader('X-Development', '')
  response.removeHeader('X-Development')
}

function requestOf(request: IncomingMessage, response: ServerResponse, milliseconds: number): ServedRequest {
  const header = (name: string): string | undefined => response.getHeader(name)?.toString()
  const [link, help] = [header('Link'), header('Tidings-Help')]
  return {
    at: new Date(),
    method: request.method ?? '',
    path: request.url ?? '',
    status: response.writableFinished ? response.statusCode : null,
    milliseconds,
    ...(link !== undefined && { link }),
    ...(help !== undefined && { help }),
  }
}

const hidden = /^\/(livez|readyz|metrics)$|\.(css|js|ico|png|svg|woff2)$/
const helpLink = /^<(\S+\/docs\/errors\/(\S+))>; rel="help"$/
const maxPathCharacters = 100

/** One line, and for an error its code with a second line: the sentence and the page about it. Null for health and styles. */
export function formatRequest({
  at,
  method,
  path,
  status,
  milliseconds,
  link = '',
  help,
}: ServedRequest): string | null {
  if (hidden.test(path.split('?', 1)[0]!)) return null
  const [, url, code] = helpLink.exec(link) ?? []
  const time = at.toTimeString().slice(0, 8)
  const start = `${time}  ${coloured(status)}  ${method.padEnd(6)} ${shortened(path)}  ${Math.round(milliseconds)} ms`
  if (url === undefined) return `${path.startsWith('/callbacks/') ? faint(start) : start}\n`
  const more = help === undefined ? faint(url) : `${help} ${faint(url)}`
  return `${start}  ${code}\n${' '.repeat(15)}${more}\n`
}

function coloured(status: number | null): string {
  if (status === null) return styleText('red', 'cut')
  const colours = ['green', 'green', 'green', 'cyan', 'yellow', 'red'] as const
  return styleText(colours[Math.floor(status / 100)] ?? 'red', String(status))
}

const faint = (text: string): string => styleText('dim', text)

/** Without control characters, which a terminal would execute. */
function shortened(path: string): string {
  const printable = path.replaceAll(/[^\x21-\x7e]/g, '?')
  return printable.length > maxPathCharacters ? `${printable.slice(0, maxPathCharacters - 3)}...` : printable
}
