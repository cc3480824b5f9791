import { connect, type Socket } from 'node:net'
import type { Target } from './attack.ts'
import type { AttackReport } from './verdict.ts'

/** The counts of this attacker process so far. */
export const attackReport: AttackReport = {
  requests: 0,
  statuses: {},
  closed: 0,
  largestResponseBytes: 0,
  largestRefusalBytes: 0,
}

type RawResponse = { status: number; bytes: number; closes: boolean }
/** Called for each new connection. Returns the handler of its responses. */
type OnConnect = (socket: Socket, index: number) => (response: RawResponse) => void

/** A loopback address other than the tenant's, because the service limits callers by address. */
const attackerAddress = '127.0.0.2'
/**
 * The average pause before a closed connection is opened again. The attacker shares two cores with the service, and each
 * request costs both sides the same: without a pause the attacker's own processor time would slow the service down.
 */
const reopenMilliseconds = 3_000
/** The first connections are opened at even intervals within this time. */
const openWithinMilliseconds = 1_000

/** Keeps this many connections open and reopens each one that closes. */
export function keepOpen(
  { port }: Target,
  connections: number,
  onConnect: OnConnect,
  addressOf: (index: number) => string = () => attackerAddress,
): void {
  const open = (index: number): void => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: addressOf(index), noDelay: true })
    let hasResponse = false
    socket.once('connect', () => {
      const onResponse = onConnect(socket, index)
      readResponses(socket, (response) => {
        hasResponse = true
        count(response)
        onResponse(response)
      })
    })
    socket.on('error', () => undefined)
    socket.once('close', () => {
      if (!hasResponse) attackReport.closed++
      setTimeout(open, reopenMilliseconds * (0.5 + Math.random()), index)
    })
  }
  for (let index = 0; index < connections; index++)
    setTimeout(open, (index * openWithinMilliseconds) / connections, index)
}

type Repeated = { connections: number; pauseMilliseconds: number; addressOf?: (index: number) => string }

/** Each connection sends a request, waits for the whole response and a pause, and sends the next request. */
export function repeat(
  target: Target,
  requests: Prepared[],
  { connections, pauseMilliseconds, addressOf }: Repeated,
): void {
  let next = 0
  keepOpen(
    target,
    connections,
    (socket) => {
      const sendNext = (): void => {
        if (!socket.destroyed) send(socket, requests[next++ % requests.length]!)
      }
      sendNext()
      return ({ closes }) => {
        // A refusal can arrive before the body is sent completely. The unsent bytes must not become part of the next request.
        if (closes || socket.writableLength > 0) socket.destroy()
        else if (pauseMilliseconds === 0) sendNext()
        else setTimeout(sendNext, pauseMilliseconds)
      }
    },
    addressOf,
  )
}

/** All connections share the body without copying it. The head is written for every request. */
export type Prepared = { head: string; body: Buffer }

/** In a head, this text is replaced by a different value for every request. */
const freshValue = '{fresh}'

export function send(socket: Socket, { head, body }: Prepared): void {
  attackReport.requests++
  socket.cork()
  socket.write(head.replace(freshValue, `${process.pid}-${attackReport.requests}`))
  if (body.length > 0) socket.write(body)
  socket.uncork()
}

export function requestOf(
  method: string,
  path: string,
  headers: Record<string, string>,
  body: string | Buffer = '',
): Prepared {
  const bytes = Buffer.from(body)
  const length = bytes.length === 0 && method === 'GET' ? {} : { 'Content-Length': String(bytes.length) }
  return { head: headOf(method, path, { ...length, ...headers }), body: bytes }
}

export const headOf = (method: string, path: string, headers: Record<string, string>): string =>
  `${method} ${path} HTTP/1.1\r\nHost: bounds\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`

export const jsonAs = ({ apiKey }: Target): Record<string, string> => ({
  Authorization: `Bearer ${apiKey}`,
  'Content-Type': 'application/json',
  'Idempotency-Key': freshValue,
})

function count({ status, bytes }: RawResponse): void {
  attackReport.statuses[status] = (attackReport.statuses[status] ?? 0) + 1
  recordSize(status, bytes)
}

function recordSize(status: number, bytes: number): void {
  attackReport.largestResponseBytes = Math.max(attackReport.largestResponseBytes, bytes)
  if (status >= 400) attackReport.largestRefusalBytes = Math.max(attackReport.largestRefusalBytes, bytes)
}

/** Counts the bytes of each response without storing the body, which can be very large. Responses arrive one at a time. */
function readResponses(socket: Socket, onResponse: (response: RawResponse) => void): void {
  let head = ''
  let bytes = 0
  let bodyBytes: number | null = null
  socket.on('data', (data) => {
    let body = data
    if (bodyBytes === null) {
      const before = head.length
      head += data.toString('latin1')
      const end = head.indexOf('\r\n\r\n')
      if (end < 0) return
      const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
      const hasBody = !/^HTTP\/1\.1 (1\d\d|204|304)/.test(head)
      bodyBytes = hasBody ? (length === undefined ? Infinity : Number(length)) : 0
      body = data.subarray(end + 4 - before)
      head = head.slice(0, end)
      bytes = end + 4
      // Counted here as well, because the attack may end before the whole response has arrived.
      if (Number.isFinite(bodyBytes)) recordSize(statusOf(head), bytes + bodyBytes)
    }
    bytes += body.length
    bodyBytes -= body.length
    const isLastChunk = bodyBytes === Infinity && data.subarray(-5).toString('latin1') === '0\r\n\r\n'
    if (bodyBytes > 0 && !isLastChunk) return
    const response = { status: statusOf(head), bytes, closes: /\r\nconnection: close/i.test(head) }
    head = ''
    bodyBytes = null
    onResponse(response)
  })
}

const statusOf = (head: string): number => Number(head.slice(9, 12))
