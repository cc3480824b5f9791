import type { Socket } from 'node:net'
import type { ErrorCode } from '../errors.ts'
import { lingerOn } from './linger.ts'

/** Writes an error response to a socket that has no parsed request. */
export function respondOnSocket(
  socket: Socket,
  { status, code, headers }: { status: string; code: ErrorCode; headers: Record<string, string> },
): void {
  const body = JSON.stringify({ error_code: code })
  const all = {
    'Content-Type': 'application/json',
    'Content-Length': String(body.length),
    ...headers,
    Connection: 'close',
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`HTTP/1.1 ${status}\r\n${lines.join('')}\r\n${body}`)
  lingerOn(socket)
}
