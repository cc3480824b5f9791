import { connect } from 'node:net'

/**
 * A load generator that uses little processor time: each socket sends its next request when the response is complete. A program
 * that takes its options as JSON in the first argument and prints its report as one line of JSON.
 */
export type Options = {
  port: number
  connections: number
  seconds: number
  path: string
  apiKeys: string[]
  pushesPerRequest: number
  /** When absent, each connection sends its next request right after a response. */
  requestsPerSecond?: number
}
export type Report = { requests: number; pushes: number; seconds: number; errors: number; p50: number; p99: number }

const text = 'It left our warehouse this morning and should be with you the day after tomorrow. '.repeat(12)
const options = JSON.parse(process.argv[2]!) as Options
const run = process.pid.toString(36)
let sent = 0

function nextRequest(connection: number): Buffer {
  const push = (): object => ({
    recipient_email: `r${run}-${sent++}@example.com`,
    subject: 'Your order is on its way',
    body: text,
    reference: `A-${sent}`,
    order_status: 'shipped',
  })
  const body = JSON.stringify(
    options.pushesPerRequest === 1 ? push() : { messages: Array.from({ length: options.pushesPerRequest }, push) },
  )
  const key = options.apiKeys[connection % options.apiKeys.length]!
  return Buffer.from(
    `POST ${options.path} HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer ${key}\r\nIdempotency-Key: ${run}-${sent}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
}

const times: number[] = []
let errors = 0
const started = performance.now()
const end = started + options.seconds * 1000

/** With a given rate, each connection sends at even intervals, however long the responses take. */
const intervalMilliseconds =
  options.requestsPerSecond === undefined ? 0 : (options.connections / options.requestsPerSecond) * 1000

function drive(connection: number): Promise<void> {
  return new Promise((resolve) => {
    let buffered = ''
    let requestStarted = performance.now() + intervalMilliseconds * Math.random()
    const send = (): void => void socket.write(nextRequest(connection))
    const socket = connect(options.port, '127.0.0.1', () =>
      intervalMilliseconds === 0 ? send() : setTimeout(send, requestStarted - performance.now()),
    )
    socket.setNoDelay(true)
    socket.on('data', (data) => {
      buffered += data.toString('latin1')
      const headEnd = buffered.indexOf('\r\n\r\n')
      const length = Number(/content-length: (\d+)/i.exec(buffered)?.[1] ?? Number.NaN)
      if (headEnd < 0 || buffered.length < headEnd + 4 + length) return
      if (!buffered.startsWith('HTTP/1.1 20')) errors++
      buffered = ''
      const now = performance.now()
      times.push(now - requestStarted)
      requestStarted = Math.max(now, requestStarted + intervalMilliseconds)
      if (now >= end) socket.end()
      else if (requestStarted > now) setTimeout(send, requestStarted - now)
      else send()
    })
    socket.on('error', () => errors++)
    socket.on('close', () => resolve())
  })
}

await Promise.all(Array.from({ length: options.connections }, (_, connection) => drive(connection)))
const seconds = (performance.now() - started) / 1000
const sorted = times.toSorted((one, two) => one - two)
const percentile = (share: number): number => Math.round((sorted[Math.floor(sorted.length * share)] ?? 0) * 10) / 10
const report: Report = {
  requests: times.length,
  pushes: times.length * options.pushesPerRequest,
  seconds,
  errors,
  p50: percentile(0.5),
  p99: percentile(0.99),
}
process.stdout.write(`${JSON.stringify(report)}\n`)
