import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { declaredLength } from './body.ts'
import { lingerBytes, lingerMilliseconds, mostSmallChunks, smallChunkBytes } from './limits.ts'

/** So much of an unread body Node reads by itself, and the connection lives on. */
const mostReadByNodeBytes = 64 * 1024

/**
 * Called before a request is answered whose body was not read to its end. Many clients send all before they read, and closing
 * while bytes are on the way resets the connection before they have seen the answer. So the answer goes out at once, our side is
 * ended, and what still comes is discarded, within bounds of time and size. `enter` returns null when too much is discarded already: then the
 * connection is closed at once. Otherwise it returns what is called with the discarded bytes in the end.
 */
export function closeAfterAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  enter: () => ((discardedBytes: number) => void) | null,
): void {
  const { headers, socket } = request
  const chunked = headers['transfer-encoding'] !== undefined
  const waits = headers.expect !== undefined && !request.readableDidRead
  if (request.complete || (!chunked && !waits && declaredLength(request) <= mostReadByNodeBytes)) return

  response.setHeader('Connection', 'close')
  // Taken as begun, so that Node does not read the rest without a bound; nothing more is read before the answer is out.
  request.read(0)
  request.pause()
  const readBefore = socket.bytesRead
  let chunks = 0
  const close = socket.destroySoon.bind(socket)
  // Node calls this when the answer is out. On its own it would close while bytes are on the way.
  socket.destroySoon = () => {
    const leave = enter()
    if (leave === null) return close()
    const discardedBytes = (): number => socket.bytesRead - readBefore
    socket.once('close', () => leave(discardedBytes()))
    lingerOn(socket)
    const discard = (): void => {
      const read = discardedBytes()
      const isInSmallChunks = ++chunks > mostSmallChunks && read < chunks * smallChunkBytes
      if (read > lingerBytes || isInSmallChunks) socket.destroy()
    }
    request.on('data', discard)
    request.once('end', () => socket.destroy())
    request.once('error', () => undefined)
    request.resume()
    socket.resume()
  }
}

/** Ends our side now, and the whole when the client has had time to read. A client that stays on cannot hold the socket open. */
export function lingerOn(socket: Socket): void {
  socket.end()
  const timer = setTimeout(() => socket.destroy(), lingerMilliseconds).unref()
  socket.once('close', () => clearTimeout(timer))
}
