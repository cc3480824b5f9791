import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Of each connection, what is to be done when it closes before the answers to its requests are out. */
const pending = new WeakMap<Socket, Set<() => void>>()

/**
 * Runs `release` once, when the answer is out or the connection is gone. An answer that waits behind another on its connection
 * emits no `close` when that breaks, so the socket is listened to as well: once, however many requests it has brought.
 */
export function whenOver({ socket }: IncomingMessage, response: ServerResponse, release: () => void): void {
  const waiting = pending.get(socket) ?? listenTo(socket)
  const over = (): void => {
    if (waiting.delete(over)) release()
  }
  waiting.add(over)
  response.once('close', over)
  if (socket.destroyed) over()
}

function listenTo(socket: Socket): Set<() => void> {
  const waiting = new Set<() => void>()
  pending.set(socket, waiting)
  socket.once('close', () => waiting.forEach((over) => over()))
  return waiting
}
