import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

const mostDrainedBytes = 64 * 1024
const lingerMilliseconds = 1_000

export function declaredLength({ headers }: IncomingMessage): number {
  return Number(headers['content-length'] ?? 0)
}

/** Reads the whole body, counting. Null when it grew over the limit: then the rest is left unread. Rejects when the client went away. */
export function readBody(
  request: IncomingMessage,
  response: ServerResponse,
  limitBytes: number,
): Promise<Buffer | null> {
  if (request.headers.expect !== undefined) response.writeContinue()
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let bytes = 0
    const onData = (chunk: Buffer): void => {
      bytes += chunk.length
      if (bytes <= limitBytes) return void chunks.push(chunk)
      request.off('data', onData).pause()
      resolve(null)
    }
    request.on('data', onData)
    request.once('end', () => resolve(Buffer.concat(chunks)))
    request.once('error', reject)
  })
}

/**
 * Called before a request is answered whose body was not read. A small remainder Node drains by itself, and the connection
 * lives on. A large one must not be read only to be thrown away: the connection is closed. Closing at once would send
 * a reset that can overtake the answer, so our side is ended first and the rest follows when the client has had time to read.
 */
export function leaveUnread(request: IncomingMessage, response: ServerResponse): void {
  const { headers, socket } = request
  const chunked = headers['transfer-encoding'] !== undefined
  const waits = headers.expect !== undefined && !request.readableDidRead
  if (request.complete || (!chunked && !waits && declaredLength(request) <= mostDrainedBytes)) return

  response.setHeader('Connection', 'close')
  // Taken as begun, so that Node does not drain it when the answer is out; and from now on nothing is taken from the socket.
  request.read(0)
  request.pause()
  socket.pause()
  socket.destroySoon = () => closeInTime(socket)
}

/** Ends our side now and the whole when the client has had time to read. A client that stays on cannot hold the socket open. */
export function closeInTime(socket: Socket): void {
  socket.end()
  setTimeout(() => socket.destroy(), lingerMilliseconds).unref()
}
