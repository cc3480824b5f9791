import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { metrics } from '../metrics.ts'
import { limitedAddress } from './client-address.ts'
import { createInFlight } from './in-flight.ts'
import { mostLingeringRefusals } from './limits.ts'

export type ConnectionLimits = {
  most: number
  /** Infinite where a proxy may stand in front: then the address of a socket is the proxy's. */
  mostOfAddress: number
}

/**
 * Counts every connection from its beginning to its end, idle ones too, and answers those over a limit without reading. Node's own
 * limit (`maxConnections`) would drop them without a word.
 */
export function limitConnections(server: Server, limits: ConnectionLimits, refuse: (socket: Socket) => void): void {
  const open = createInFlight()
  const lingering = createInFlight()
  const serve = server.listeners('connection') as ((this: Server, socket: Socket) => void)[]

  const limitsOf = ({ remoteAddress }: Socket) => [
    { limit: 'connections', name: 'all', most: limits.most },
    {
      limit: 'address_connections',
      name: `address ${limitedAddress(String(remoteAddress))}`,
      most: limits.mostOfAddress,
    },
  ]

  function turnAway(socket: Socket): void {
    const entered = lingering.enter({ name: 'refused', most: mostLingeringRefusals })
    if ('reached' in entered) return void socket.destroy()
    socket.once('close', entered.leave)
    socket.on('error', () => undefined)
    // What the client has sent is discarded: unread, it would turn our closing into a reset.
    socket.resume()
    refuse(socket)
  }

  server.removeAllListeners('connection')
  server.on('connection', (socket: Socket) => {
    const entered = open.enter(...limitsOf(socket))
    if ('reached' in entered) {
      metrics.limited.inc({ limit: entered.reached.limit })
      return turnAway(socket)
    }
    metrics.httpConnections.inc()
    socket.once('close', () => {
      metrics.httpConnections.dec()
      entered.leave()
    })
    for (const listener of serve) listener.call(server, socket)
  })
}
