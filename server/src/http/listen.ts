import { once } from 'node:events'
import type { Server } from 'node:http'
import { type AddressInfo, createServer, type ListenOptions } from 'node:net'

/** The system spreads connections over the listeners of one port only on Linux. */
const listenerCount = process.platform === 'linux' ? 16 : 1

/**
 * Node accepts one connection in each turn of its event loop, in the order they came: one caller who opens hundreds at once makes
 * the next connection of everybody else wait for hundreds of turns. So the port has several listeners, each of which accepts one.
 */
export async function listen(edge: Server, port: number, host: string) {
  if (port !== 0) await assertFree(port, host)
  const shared = { host, reusePort: listenerCount > 1 }
  await listening(edge, { ...shared, port })
  const bound = (edge.address() as AddressInfo).port
  const others = Array.from({ length: listenerCount - 1 }, () =>
    createServer({ allowHalfOpen: true, noDelay: true }, (socket) => void edge.emit('connection', socket)),
  )
  await Promise.all(others.map((other) => listening(other, { ...shared, port: bound })))
  return {
    port: bound,
    /** Takes no more connections. Resolves when those there were have ended. */
    close: async (): Promise<void> => {
      await Promise.all(
        [edge, ...others].map((server) => new Promise<void>((resolve) => server.close(() => resolve()))),
      )
    },
  }
}

/** A port that may be shared could be taken twice, and two services would get a part of the connections each. */
async function assertFree(port: number, host: string): Promise<void> {
  const probe = createServer()
  await listening(probe, { port, host })
  await once(probe.close(), 'close')
}

const listening = (server: Server | ReturnType<typeof createServer>, options: ListenOptions): Promise<unknown> =>
  once(server.listen(options), 'listening')
