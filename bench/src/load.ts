import { connect } from 'node:net'

/**
 * A load generator that costs little: a process of its own, with sockets that each send a request and, when the answer is
 * whole, the next. Spawned with its orders as JSON in the first argument; prints one line of JSON.
 */
export type Orders = {
  port: number
  connections: number
  seconds: number
  path: string
  apiKeys: string[]
  pushesPerRequest: number
  /** Absent: as fast as answers come. */
  requestsPerSecond?: number
}
export type Report = { requests: number; pushes: number; seconds: number; errors: number; p50: number; p99: number }

const text = 'It left our warehouse this morning and should be with you the day after tomorrow. '.repeat(12)
const orders = JSON.parse(process.argv[2]!) as Orders
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
    orders.pushesPerRequest === 1 ? push() : { messages: Array.from({ length: orders.pushesPerRequest }, push) },
  )
  const key = orders.apiKeys[connection % orders.apiKeys.length]!
  return Buffer.from(
    `POST ${orders.path} HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer ${key}\r\nIdempotency-Key: ${run}-${sent}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
}

const times: number[] = []
let errors = 0
const started = performance.now()
const end = started + orders.seconds * 1000

/** With a rate to keep, each connection sends at its own even pace, whatever the answers take. */
const pace = orders.requestsPerSecond === undefined ? 0 : (orders.connections / orders.requestsPerSecond) * 1000

function drive(connection: number): Promise<void> {
  return new Promise((resolve) => {
    let unread = ''
    let began = performance.now() + pace * Math.random()
    const send = (): void => void socket.write(nextRequest(connection))
    const socket = connect(orders.port, '127.0.0.1', () =>
      pace === 0 ? send() : setTimeout(send, began - performance.now()),
    )
    socket.setNoDelay(true)
    socket.on('data', (data) => {
      unread += data.toString('latin1')
      const head = unread.indexOf('\r\n\r\n')
      const length = Number(/content-length: (\d+)/i.exec(unread)?.[1] ?? Number.NaN)
      if (head < 0 || unread.length < head + 4 + length) return
      if (!unread.startsWith('HTTP/1.1 20')) errors++
      unread = ''
      const now = performance.now()
      times.push(now - began)
      began = Math.max(now, began + pace)
      if (now >= end) socket.end()
      else if (began > now) setTimeout(send, began - now)
      else send()
    })
    socket.on('error', () => errors++)
    socket.on('close', () => resolve())
  })
}

await Promise.all(Array.from({ length: orders.connections }, (_, connection) => drive(connection)))
const seconds = (performance.now() - started) / 1000
const sorted = times.toSorted((one, two) => one - two)
const at = (share: number): number => Math.round((sorted[Math.floor(sorted.length * share)] ?? 0) * 10) / 10
const report: Report = {
  requests: times.length,
  pushes: times.length * orders.pushesPerRequest,
  seconds,
  errors,
  p50: at(0.5),
  p99: at(0.99),
}
process.stdout.write(`${JSON.stringify(report)}\n`)
