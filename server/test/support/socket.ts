import { connect, type Socket } from 'node:net'

export type RawResponse = { status: number; all: string; closed: boolean; milliseconds: number }

/** Sends raw bytes and collects the response until the connection closes or the timeout ends. */
export function sendRaw(
  url: string,
  write: (socket: Socket) => unknown,
  waitTimeoutMilliseconds = 5_000,
): Promise<RawResponse> {
  const { hostname, port } = new URL(url)
  const started = performance.now()
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname)
    let all = ''
    const finish = (closed: boolean): void => {
      clearTimeout(timer)
      socket.destroy()
      resolve({
        status: Number(/^HTTP\/1\.1 (\d+)/.exec(all)?.[1] ?? 0),
        all,
        closed,
        milliseconds: performance.now() - started,
      })
    }
    const timer = setTimeout(() => finish(false), waitTimeoutMilliseconds)
    socket.on('data', (data) => (all += data.toString('latin1')))
    socket.on('error', () => undefined)
    socket.on('close', () => finish(true))
    socket.once('connect', () => void write(socket))
  })
}

export const requestHead = (method: string, path: string, headers: Record<string, string | number>): string =>
  `${method} ${path} HTTP/1.1\r\nHost: test\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`

export const chunk = (bytes: number): Buffer =>
  Buffer.concat([Buffer.from(`${bytes.toString(16)}\r\n`), Buffer.alloc(bytes, 0x20), Buffer.from('\r\n')])
