import { connect } from 'node:net'

/** The bytes of a response are counted and not stored, because a refusal may be very large. */
export type Response = { status: number | null; bytes: number }

const responseTimeoutMilliseconds = 30_000
const none: Response = { status: null, bytes: 0 }

/**
 * Pipelines requests on one connection and counts the bytes of the responses. If the service closes the connection after a
 * response, the remaining requests are sent on a new one. The status is null if no response came in time.
 */
export async function send(url: string, requests: Buffer[]): Promise<Response[]> {
  const responses: Response[] = []
  while (responses.length < requests.length) {
    const received = await sendSome(url, requests.slice(responses.length))
    responses.push(...received)
    if (received.length === 0) responses.push(none)
  }
  return responses
}

function sendSome(url: string, requests: Buffer[]): Promise<Response[]> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve) => {
    const reader = createReader()
    const socket = connect(Number(port), hostname, () => socket.write(Buffer.concat(requests)))
    const finish = (): void => {
      clearTimeout(timer)
      socket.destroy()
      resolve(reader.responses)
    }
    const timer = setTimeout(finish, responseTimeoutMilliseconds)
    socket.on('data', (data) => {
      timer.refresh()
      reader.read(data)
      if (reader.closes() || reader.responses.length === requests.length) finish()
    })
    // A request refused before it was read completely may reset the connection; the next connection continues after it.
    socket.on('error', () => undefined)
    socket.on('close', finish)
  })
}

/** Parses pipelined responses. Only a head or a chunk size is buffered until it is complete, never a body. */
function createReader() {
  const responses: Response[] = []
  let state: 'head' | 'body' | 'chunk size' | 'chunk' = 'head'
  let text = ''
  let unreadBytes = 0
  let current = { status: 0, bytes: 0 }
  let isLast = false

  /** The text up to and including `end`, and the bytes after it. Null while `end` has not arrived. */
  const takeUntil = (end: string, data: Buffer): { taken: string; remaining: Buffer } | null => {
    const before = text.length
    text += data.toString('latin1')
    const found = text.indexOf(end, Math.max(0, before - end.length))
    if (found < 0) return null
    const taken = text.slice(0, found + end.length)
    text = ''
    return { taken, remaining: data.subarray(taken.length - before) }
  }
  const complete = (): void => {
    if (current.status !== 100) responses.push(current)
    state = 'head'
  }
  const readHead = (head: string): void => {
    const status = Number(head.slice(9, 12))
    current = { status, bytes: head.length }
    isLast ||= /\r\nconnection: close/i.test(head)
    unreadBytes = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0)
    const hasBody = status >= 200 && status !== 204 && status !== 304
    if (hasBody && /\r\ntransfer-encoding: chunked/i.test(head)) state = 'chunk size'
    else if (hasBody && unreadBytes > 0) state = 'body'
    else complete()
  }
  /** The last chunk is empty; each is followed by a line end. */
  const readChunkSize = (line: string): void => {
    const size = Number.parseInt(line, 16)
    unreadBytes = size + 2
    current.bytes += line.length
    state = size === 0 ? 'body' : 'chunk'
  }
  const skip = (data: Buffer): Buffer => {
    const skipped = Math.min(unreadBytes, data.length)
    unreadBytes -= skipped
    current.bytes += skipped
    if (unreadBytes === 0 && state === 'chunk') state = 'chunk size'
    else if (unreadBytes === 0) complete()
    return data.subarray(skipped)
  }
  return {
    responses,
    closes: () => isLast && state === 'head',
    read(data: Buffer): void {
      for (let unread = data; unread.length > 0; ) {
        if (state === 'body' || state === 'chunk') {
          unread = skip(unread)
          continue
        }
        const found = takeUntil(state === 'head' ? '\r\n\r\n' : '\r\n', unread)
        if (found === null) return
        unread = found.remaining
        if (state === 'head') readHead(found.taken)
        else readChunkSize(found.taken)
      }
    },
  }
}
