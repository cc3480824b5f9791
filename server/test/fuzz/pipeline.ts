import { connect } from 'node:net'

export type Seen = { request: Buffer; status: number; head: string; body: string }

/**
 * Sends requests one behind the other on one connection and reads the answers as they come, which is many times faster
 * than waiting for each. Where the service closes the connection after an answer, the rest goes over a new one.
 */
export async function sendAll(url: string, requests: Buffer[], patienceMilliseconds = 20_000): Promise<Seen[]> {
  const seen: Seen[] = []
  let stuckAt = -1
  while (seen.length < requests.length) {
    if (stuckAt === seen.length)
      throw new Error(
        `the connection closed without an answer to ${JSON.stringify(requests[seen.length]!.toString('latin1').slice(0, 2000))}`,
      )
    stuckAt = seen.length
    seen.push(...(await sendSome(url, requests.slice(seen.length), patienceMilliseconds)))
  }
  return seen
}

function sendSome(url: string, requests: Buffer[], patienceMilliseconds: number): Promise<Seen[]> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const seen: Seen[] = []
    let unread: Buffer = Buffer.alloc(0)
    const socket = connect(Number(port), hostname, () => socket.write(Buffer.concat(requests)))
    const timer = setTimeout(
      () =>
        finish(
          new Error(
            `no answer within ${patienceMilliseconds} ms to ${JSON.stringify(requests[seen.length]?.toString('latin1').slice(0, 2000))}`,
          ),
        ),
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
        unread = answer.rest
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

function takeAnswer(
  bytes: Buffer,
  request: Buffer,
): { status: number; head: string; body: string; rest: Buffer } | null {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return null
  const head = bytes.toString('latin1', 0, end)
  const bodiless = request.toString('latin1', 0, 5) === 'HEAD ' || head.startsWith('HTTP/1.1 204')
  const length = bodiless ? 0 : Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0)
  const stop = end + 4 + length
  if (bytes.length < stop) return null
  return {
    status: Number(head.slice(9, 12)),
    head,
    body: bytes.toString('utf8', end + 4, stop),
    rest: bytes.subarray(stop),
  }
}
