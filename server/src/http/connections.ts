import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { metrics } from '../metrics.ts'
import { limitedAddress } from './client-address.ts'
import { createInFlight } from './in-flight.ts'
import { mostLingeringRefusals } from './limits.ts'

export type ConnectionLimits = {
  most: number
  /** Null where a proxy may stand in front: then the address of a socket is the proxy's. */
  mostOfAddress: number | null
}

/**
 * Counts every connection from its beginning to its end, idle ones too, and answers those over a limit without reading. Node's own
 * limit (`maxConnections`) would drop them without a word.
 */
export function limitConnections(server: Server, limits: ConnectionLimits, refuse: (socket: Socket) => void): void {
  const open = createInFlight()
  const lingering = createInFlight()
  const serve = server.listeners('connection') as ((this: Server, socket: Socket) => void)[]

  /** What ends the counting, or the limit that is reached. */
  function admit({ remoteAddress }: Socket): (() => void) | 'connections' | 'address_connections' {
    const leave = open.enter('all', limits.most)
    if (leave === null) return 'connections'
    if (limits.mostOfAddress === null) return leave
    const leaveAddress = open.enter(`address ${limitedAddress(String(remoteAddress))}`, limits.mostOfAddress)
    if (leaveAddress === null) {
      leave()
      return 'address_connections'
    }
    return () => {
      leave()
      leaveAddress()
    }
  }

  function turnAway(socket: Socket): void {
    const leave = lingering.enter('refused', mostLingeringRefusals)
    if (leave === null) return void socket.destroy()
    socket.once('close', leave)
    socket.on('error', () => undefined)
    // What the client has sent is discarded: unread, it would turn our closing into a reset.
    socket.resume()
    refuse(socket)
  }

  server.removeAllListeners('connection')
  server.on('connection', (socket: Socket) => {
    const admitted = admit(socket)
    if (typeof admitted === 'string') {
      metrics.limited.inc({ limit: admitted })
      return turnAway(socket)
    }
    metrics.httpConnections.inc()
    socket.once('close', () => {
      metrics.httpConnections.dec()
      admitted()
    })
    for (const listener of serve) listener.call(server, socket)
  })
}
