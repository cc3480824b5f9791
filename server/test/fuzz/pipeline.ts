import { connect } from 'node:net'

export type Exchange = { request: Buffer; status: number; head: string; body: string }

/** If the time between two responses is longer than this, the service is considered to hang. */
const responseTimeoutMilliseconds = 5_000

/**
 * Pipelines requests on one connection, which is many times faster than waiting for each response. If the service closes the
 * connection after a response, the remaining requests are sent on a new one.
 */
export async function sendPipelined(url: string, requests: Buffer[]): Promise<Exchange[]> {
  const exchanges: Exchange[] = []
  let stuckAt = -1
  while (exchanges.length < requests.length) {
    if (stuckAt === exchanges.length)
      throw new Error(`the connection closed without a response to ${show(requests[exchanges.length])}`)
    stuckAt = exchanges.length
    exchanges.push(...(await sendSome(url, requests.slice(exchanges.length))))
  }
  return exchanges
}

function sendSome(url: string, requests: Buffer[]): Promise<Exchange[]> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const exchanges: Exchange[] = []
    let unread: Buffer = Buffer.alloc(0)
    const socket = connect(Number(port), hostname, () => socket.write(Buffer.concat(requests)))
    const timer = setTimeout(
      () =>
        finish(
          new Error(`no response within ${responseTimeoutMilliseconds} ms to ${show(requests[exchanges.length])}`),
        ),
      responseTimeoutMilliseconds,
    )
    const finish = (error?: Error): void => {
      clearTimeout(timer)
      socket.destroy()
      if (error === undefined) resolve(exchanges)
      else reject(error)
    }
    socket.on('data', (data) => {
      unread = unread.length === 0 ? data : Buffer.concat([unread, data])
      while (exchanges.length < requests.length) {
        const request = requests[exchanges.length]!
        const response = parseResponse(unread, request)
        if (response === null) return
        timer.refresh()
        unread = response.remaining
        // A "100 Continue" precedes the actual response.
        if (response.status === 100) continue
        exchanges.push({ request, status: response.status, head: response.head, body: response.body })
        // The service ignores requests that follow on a connection it closes.
        if (/\r\nconnection: close/i.test(response.head)) return finish()
      }
      finish()
    })
    socket.on('error', () => undefined)
    socket.on('close', () => finish())
  })
}

/** Sends bytes that may not be HTTP on a separate connection and half-closes it. Null if the service sends no response. */
export function sendSeparately(url: string, request: Buffer): Promise<Exchange | null> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const received: Buffer[] = []
    const socket = connect(Number(port), hostname, () => socket.end(request))
    const timer = setTimeout(() => {
      socket.destroy()
      reject(new Error(`still connected after ${responseTimeoutMilliseconds} ms with ${show(request)}`))
    }, responseTimeoutMilliseconds)
    socket.on('data', (data) => received.push(data))
    socket.on('error', () => undefined)
    socket.on('close', () => {
      clearTimeout(timer)
      const response = parseResponse(Buffer.concat(received), request)
      resolve(response && { request, status: response.status, head: response.head, body: response.body })
    })
  })
}

const show = (request: Buffer | undefined): string => JSON.stringify(request?.toString('latin1').slice(0, 2000))

type ParsedResponse = { status: number; head: string; body: string; remaining: Buffer }

function parseResponse(bytes: Buffer, request: Buffer): ParsedResponse | null {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return null
  const head = bytes.toString('latin1', 0, end)
  const status = Number(head.slice(9, 12))
  const after = bytes.subarray(end + 4)
  if (request.toString('latin1', 0, 5) === 'HEAD ' || status === 204 || status < 200)
    return { status, head, body: '', remaining: after }
  const body = /\r\ntransfer-encoding: chunked/i.test(head) ? chunkedBody(after) : plainBody(after, head)
  return body && { status, head, ...body }
}

function plainBody(bytes: Buffer, head: string): { body: string; remaining: Buffer } | null {
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0)
  return bytes.length < length ? null : { body: bytes.toString('utf8', 0, length), remaining: bytes.subarray(length) }
}

function chunkedBody(bytes: Buffer): { body: string; remaining: Buffer } | null {
  const parts: Buffer[] = []
  for (let offset = 0; ; ) {
    const lineEnd = bytes.indexOf('\r\n', offset)
    if (lineEnd < 0) return null
    const size = Number.parseInt(bytes.toString('latin1', offset, lineEnd), 16)
    const next = lineEnd + 2 + size + 2
    if (bytes.length < next) return null
    if (size === 0) return { body: Buffer.concat(parts).toString(), remaining: bytes.subarray(next) }
    parts.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size))
    offset = next
  }
}
