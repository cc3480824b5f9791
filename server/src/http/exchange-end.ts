import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** The callbacks of each connection whose exchanges have not ended. */
const pending = new WeakMap<Socket, Set<() => void>>()

/**
 * Runs `release` once, when the response is sent or the connection is closed. A pipelined response that waits behind another
 * emits no `close` when the connection breaks, so this also listens to the socket, with one listener for all its requests.
 */
export function onExchangeEnd({ socket }: IncomingMessage, response: ServerResponse, release: () => void): void {
  const waiting = pending.get(socket) ?? listenTo(socket)
  const onEnd = (): void => {
    if (waiting.delete(onEnd)) release()
  }
  waiting.add(onEnd)
  response.once('close', onEnd)
  if (socket.destroyed) onEnd()
}

function listenTo(socket: Socket): Set<() => void> {
  const waiting = new Set<() => void>()
  pending.set(socket, waiting)
  socket.once('close', () => waiting.forEach((onEnd) => onEnd()))
  return waiting
}
