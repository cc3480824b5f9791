import { connect, type Socket } from 'node:net'
import type { Target } from './row.ts'
import type { AttackReport } from './verdict.ts'

/** What this attacker has sent and got so far. */
export const attackReport: AttackReport = {
  requests: 0,
  statuses: {},
  closed: 0,
  largestAnswerBytes: 0,
  largestRefusalBytes: 0,
}

type Answer = { status: number; bytes: number; closes: boolean }
/** Begins a new connection; gets its answers. */
type Begin = (socket: Socket, index: number) => (answer: Answer) => void

/** A loopback address other than the tenant's, so that limits by address can tell the two apart. */
const attackerAddress = '127.0.0.2'
/**
 * Between a connection that was closed and the next, on average. The attacker uses the same two cores as the service, and what it sends
 * costs both sides as much: without a pause this would measure how fast one machine talks to itself.
 */
const reopenMilliseconds = 3_000
/** The first connections are opened one after the other within this time. */
const openWithinMilliseconds = 1_000

/** Keeps so many connections open: one that ends is opened again. */
export function keepOpen(
  { port }: Target,
  connections: number,
  begin: Begin,
  addressOf: (index: number) => string = () => attackerAddress,
): void {
  const open = (index: number): void => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: addressOf(index), noDelay: true })
    let answered = false
    socket.once('connect', () => {
      const onAnswer = begin(socket, index)
      readAnswers(socket, (answer) => {
        answered = true
        count(answer)
        onAnswer(answer)
      })
    })
    socket.on('error', () => undefined)
    socket.once('close', () => {
      if (!answered) attackReport.closed++
      setTimeout(open, reopenMilliseconds * (0.5 + Math.random()), index)
    })
  }
  for (let index = 0; index < connections; index++)
    setTimeout(open, (index * openWithinMilliseconds) / connections, index)
}

type Repeated = { connections: number; pauseMilliseconds: number; addressOf?: (index: number) => string }

/** Each connection sends a request, waits for the whole answer and a pause, and sends the next. */
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
        // A refusal can arrive before the body is sent; the rest of it must not become the next request.
        if (closes || socket.writableLength > 0) socket.destroy()
        else if (pauseMilliseconds === 0) sendNext()
        else setTimeout(sendNext, pauseMilliseconds)
      }
    },
    addressOf,
  )
}

/** The body is shared by all connections and never copied; the head is written anew for every request. */
export type Prepared = { head: string; body: Buffer }

/** Where a head says this, every request has a value of its own. */
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

function count({ status, bytes }: Answer): void {
  attackReport.statuses[status] = (attackReport.statuses[status] ?? 0) + 1
  countSize(status, bytes)
}

function countSize(status: number, bytes: number): void {
  attackReport.largestAnswerBytes = Math.max(attackReport.largestAnswerBytes, bytes)
  if (status >= 400) attackReport.largestRefusalBytes = Math.max(attackReport.largestRefusalBytes, bytes)
}

/** Counts the bytes of an answer and keeps none of its body, which can be very large. One answer comes at a time. */
function readAnswers(socket: Socket, onAnswer: (answer: Answer) => void): void {
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
      // The attack may end before the answer does.
      if (Number.isFinite(bodyBytes)) countSize(statusOf(head), bytes + bodyBytes)
    }
    bytes += body.length
    bodyBytes -= body.length
    const isLastChunk = bodyBytes === Infinity && data.subarray(-5).toString('latin1') === '0\r\n\r\n'
    if (bodyBytes > 0 && !isLastChunk) return
    const answer = { status: statusOf(head), bytes, closes: /\r\nconnection: close/i.test(head) }
    head = ''
    bodyBytes = null
    onAnswer(answer)
  })
}

const statusOf = (head: string): number => Number(head.slice(9, 12))
