import type { Server, Socket } from 'node:net'

/** The open connections of a server, so that they can be closed when it stops. */
export function openSockets(server: Server): Set<Socket> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  return sockets
}
