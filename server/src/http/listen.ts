import { once } from 'node:events'
import type { Server } from 'node:http'
import { type AddressInfo, createServer, type ListenOptions } from 'node:net'

/** Only Linux distributes connections over the listeners of one port. */
const listenerCount = process.platform === 'linux' ? 16 : 1

/**
 * A Node listener accepts one connection per turn of the event loop, in the order of arrival: a client that opens hundreds at
 * once would delay the next connection of any other client by hundreds of turns. So the port has several listeners.
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
    /** Accepts no more connections. Resolves when the open ones have ended. */
    close: async (): Promise<void> => {
      await Promise.all(
        [edge, ...others].map((server) => new Promise<void>((resolve) => server.close(() => resolve()))),
      )
    },
  }
}

/** With `reusePort` a second service could listen on the same port, and each would get a part of the connections. */
async function assertFree(port: number, host: string): Promise<void> {
  const probe = createServer()
  await listening(probe, { port, host })
  await once(probe.close(), 'close')
}

const listening = (server: Server | ReturnType<typeof createServer>, options: ListenOptions): Promise<unknown> =>
  once(server.listen(options), 'listening')
