import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { declaredLength } from './body.ts'
import { lingerBytes, lingerMilliseconds, maxSmallChunks, smallChunkBytes } from './limits.ts'

/** Node itself discards an unread body up to this size, and the connection stays open. */
const maxDiscardedByNodeBytes = 64 * 1024

/**
 * Called before the response to a request whose body was not read to its end. Many clients send everything before they read,
 * and closing while bytes arrive would reset the connection before they see the response. So the response is sent at once,
 * our side is ended, and what still arrives is discarded, within bounds of time and size. `enter` returns null when too much
 * is being discarded already, and the connection is then closed at once. Otherwise it returns a function to call with the
 * number of discarded bytes.
 */
export function closeAfterResponse(
  request: IncomingMessage,
  response: ServerResponse,
  enter: () => ((discardedBytes: number) => void) | null,
): void {
  const { headers, socket } = request
  const chunked = headers['transfer-encoding'] !== undefined
  const awaitsContinue = headers.expect !== undefined && !request.readableDidRead
  if (request.complete || (!chunked && !awaitsContinue && declaredLength(request) <= maxDiscardedByNodeBytes)) return

  response.setHeader('Connection', 'close')
  // Marks the body as being read, so that Node does not discard it without a bound; nothing more is read before the response
  // is sent.
  request.read(0)
  request.pause()
  const readBefore = socket.bytesRead
  let chunks = 0
  const close = socket.destroySoon.bind(socket)
  // Node calls this when the response is sent. Its own implementation would close the connection while bytes arrive.
  socket.destroySoon = () => {
    const leave = enter()
    if (leave === null) return close()
    const discardedBytes = (): number => socket.bytesRead - readBefore
    socket.once('close', () => leave(discardedBytes()))
    lingerOn(socket)
    const discard = (): void => {
      const read = discardedBytes()
      const isInSmallChunks = ++chunks > maxSmallChunks && read < chunks * smallChunkBytes
      if (read > lingerBytes || isInSmallChunks) socket.destroy()
    }
    request.on('data', discard)
    request.once('end', () => socket.destroy())
    request.once('error', () => undefined)
    request.resume()
    socket.resume()
  }
}

/** Ends our side now, and destroys the socket after the client has had time to read, even if the client leaves it open. */
export function lingerOn(socket: Socket): void {
  socket.end()
  const timer = setTimeout(() => socket.destroy(), lingerMilliseconds).unref()
  socket.once('close', () => clearTimeout(timer))
}
