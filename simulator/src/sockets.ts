import type { Server, Socket } from 'node:net'

/** The connections a server has at any moment, so that stopping need not wait for clients. */
export function openSockets(server: Server): Set<Socket> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  return sockets
}
