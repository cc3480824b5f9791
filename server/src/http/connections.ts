import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { metrics } from '../metrics.ts'
import { limitedAddress } from './client-address.ts'
import { createInFlight } from './in-flight.ts'
import { maxLingeringRefusals } from './limits.ts'

export type ConnectionLimits = {
  max: number
  /** Infinite where a proxy may be in front, because then the address of a socket is that of the proxy. */
  maxPerAddress: number
}

/**
 * Counts every open connection, including idle ones, and writes an error response to those over a limit. Node's own limit
 * (`maxConnections`) would drop them without a response.
 */
export function limitConnections(server: Server, limits: ConnectionLimits, refuse: (socket: Socket) => void): void {
  const open = createInFlight()
  const lingering = createInFlight()
  const serve = server.listeners('connection') as ((this: Server, socket: Socket) => void)[]

  const limitsOf = ({ remoteAddress }: Socket) => [
    { limit: 'connections', name: 'all', max: limits.max },
    {
      limit: 'address_connections',
      name: `address ${limitedAddress(String(remoteAddress))}`,
      max: limits.maxPerAddress,
    },
  ]

  function refuseAndLinger(socket: Socket): void {
    const entered = lingering.enter({ name: 'refused', max: maxLingeringRefusals })
    if ('reached' in entered) return void socket.destroy()
    socket.once('close', entered.leave)
    socket.on('error', () => undefined)
    // Discards what the client has sent: unread bytes would turn the close into a reset.
    socket.resume()
    refuse(socket)
  }

  server.removeAllListeners('connection')
  server.on('connection', (socket: Socket) => {
    const entered = open.enter(...limitsOf(socket))
    if ('reached' in entered) {
      metrics.limited.inc({ limit: entered.reached.limit })
      return refuseAndLinger(socket)
    }
    metrics.httpConnections.inc()
    socket.once('close', () => {
      metrics.httpConnections.dec()
      entered.leave()
    })
    for (const listener of serve) listener.call(server, socket)
  })
}
