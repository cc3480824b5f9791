import { connect } from 'node:net'

export type Seen = { request: Buffer; status: number; head: string; body: string }

/** Longer than this between one answer and the next, and the service counts as hanging. */
const patienceMilliseconds = 5_000

/**
 * Sends requests one behind the other on one connection and reads the answers as they come, which is many times faster
 * than waiting for each. Where the service closes the connection after an answer, the rest goes over a new one.
 */
export async function sendAll(url: string, requests: Buffer[]): Promise<Seen[]> {
  const seen: Seen[] = []
  let stuckAt = -1
  while (seen.length < requests.length) {
    if (stuckAt === seen.length)
      throw new Error(`the connection closed without an answer to ${show(requests[seen.length])}`)
    stuckAt = seen.length
    seen.push(...(await sendSome(url, requests.slice(seen.length))))
  }
  return seen
}

function sendSome(url: string, requests: Buffer[]): Promise<Seen[]> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const seen: Seen[] = []
    let unread: Buffer = Buffer.alloc(0)
    const socket = connect(Number(port), hostname, () => socket.write(Buffer.concat(requests)))
    const timer = setTimeout(
      () => finish(new Error(`no answer within ${patienceMilliseconds} ms to ${show(requests[seen.length])}`)),
      patienceMilliseconds,
    )
    const finish = (error?: Error): void => {
      clearTimeout(timer)
      socket.destroy()
      if (error === undefined) resolve(seen)
      else reject(error)
    }
    socket.on('data', (data) => {
      unread = unread.length === 0 ? data : Buffer.concat([unread, data])
      while (seen.length < requests.length) {
        const request = requests[seen.length]!
        const answer = takeAnswer(unread, request)
        if (answer === null) return
        timer.refresh()
        unread = answer.rest
        // Only the answer that follows it is one.
        if (answer.status === 100) continue
        seen.push({ request, status: answer.status, head: answer.head, body: answer.body })
        // What was sent behind an answer that closes is lost, whatever still arrives.
        if (/\r\nconnection: close/i.test(answer.head)) return finish()
      }
      finish()
    })
    socket.on('error', () => undefined)
    socket.on('close', () => finish())
  })
}

/** Says something that may not be HTTP on a connection of its own, and ends its side. Null when the service hung up without a word. */
export function sendAlone(url: string, request: Buffer): Promise<Seen | null> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const heard: Buffer[] = []
    const socket = connect(Number(port), hostname, () => socket.end(request))
    const timer = setTimeout(() => {
      socket.destroy()
      reject(new Error(`still connected after ${patienceMilliseconds} ms with ${show(request)}`))
    }, patienceMilliseconds)
    socket.on('data', (data) => heard.push(data))
    socket.on('error', () => undefined)
    socket.on('close', () => {
      clearTimeout(timer)
      const answer = takeAnswer(Buffer.concat(heard), request)
      resolve(answer === null ? null : { request, status: answer.status, head: answer.head, body: answer.body })
    })
  })
}

const show = (request: Buffer | undefined): string => JSON.stringify(request?.toString('latin1').slice(0, 2000))

type Taken = { status: number; head: string; body: string; rest: Buffer }

function takeAnswer(bytes: Buffer, request: Buffer): Taken | null {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return null
  const head = bytes.toString('latin1', 0, end)
  const status = Number(head.slice(9, 12))
  const after = bytes.subarray(end + 4)
  if (request.toString('latin1', 0, 5) === 'HEAD ' || status === 204 || status < 200)
    return { status, head, body: '', rest: after }
  const body = /\r\ntransfer-encoding: chunked/i.test(head) ? chunkedBody(after) : plainBody(after, head)
  return body && { status, head, ...body }
}

function plainBody(bytes: Buffer, head: string): { body: string; rest: Buffer } | null {
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0)
  return bytes.length < length ? null : { body: bytes.toString('utf8', 0, length), rest: bytes.subarray(length) }
}

function chunkedBody(bytes: Buffer): { body: string; rest: Buffer } | null {
  const parts: Buffer[] = []
  for (let place = 0; ; ) {
    const lineEnd = bytes.indexOf('\r\n', place)
    if (lineEnd < 0) return null
    const size = Number.parseInt(bytes.toString('latin1', place, lineEnd), 16)
    const next = lineEnd + 2 + size + 2
    if (bytes.length < next) return null
    if (size === 0) return { body: Buffer.concat(parts).toString(), rest: bytes.subarray(next) }
    parts.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size))
    place = next
  }
}
