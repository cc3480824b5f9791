import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export type TcpProxy = {
  port: number
  /** Drops what the target sends from now on. The target still receives everything. */
  dropResponses: () => void
  /** Closes every connection and ends `dropResponses`. */
  cut: () => void
  /** Closes every connection, and each new one at once, until `open`. */
  close: () => void
  open: () => void
  /** Delays the bytes in both directions. */
  delay: (milliseconds: number) => void
  stop: () => void
}

/** Forwards connections from its own port to the target. */
export async function startTcpProxy(target: { host: string; port: number }): Promise<TcpProxy> {
  const sockets = new Set<Socket>()
  let [dropsResponses, isClosed, delayMilliseconds] = [false, false, 0]
  const server = createServer((client) => {
    if (isClosed) {
      client.destroy()
      return
    }
    const upstream = connect(target.port, target.host)
    relay(client, upstream, () => true)
    relay(upstream, client, () => !dropsResponses)
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.once('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')

  function relay(from: Socket, to: Socket, isForwarded: () => boolean): void {
    // Each write waits for the previous one, because timers may fire out of order and later bytes may have no delay.
    let delivered = Promise.resolve()
    from.on('data', (bytes) => {
      if (!isForwarded()) return
      delivered = deliver(bytes, to, performance.now() + delayMilliseconds, delivered)
    })
  }

  async function deliver(bytes: Buffer, to: Socket, due: number, previous: Promise<void>): Promise<void> {
    await previous
    const remaining = due - performance.now()
    if (remaining > 0) await sleep(remaining)
    if (!to.destroyed) to.write(bytes)
  }

  const cut = (): void => {
    dropsResponses = false
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    dropResponses() {
      dropsResponses = true
    },
    cut,
    close() {
      isClosed = true
      cut()
    },
    open() {
      isClosed = false
    },
    delay(milliseconds) {
      delayMilliseconds = milliseconds
    },
    stop() {
      cut()
      server.close()
    },
  }
}

/** A proxy between a process and its database. `url` reaches the database through the proxy. */
export async function startDatabaseProxy(databaseUrl: string): Promise<TcpProxy & { url: string }> {
  const url = new URL(databaseUrl)
  const proxy = await startTcpProxy({ host: url.hostname, port: Number(url.port) })
  url.port = String(proxy.port)
  return { ...proxy, url: url.href }
}
