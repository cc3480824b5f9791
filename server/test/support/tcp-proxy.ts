import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export type TcpProxy = {
  port: number
  /** What the far side says is lost from now on. What it is told still arrives. */
  silence: () => void
  /** Breaks every connection. New ones can be heard again. */
  cut: () => void
  /** Breaks every connection, and new ones as they come, until it is opened again. */
  close: () => void
  open: () => void
  /** Whatever is said in either direction takes this much longer. */
  delay: (milliseconds: number) => void
  stop: () => void
}

/** Stands between a process and whom it talks to, on a port of its own. */
export async function startTcpProxy(target: { host: string; port: number }): Promise<TcpProxy> {
  const sockets = new Set<Socket>()
  let [isSilent, isClosed, delayMilliseconds] = [false, false, 0]
  const server = createServer((near) => {
    if (isClosed) {
      near.destroy()
      return
    }
    const far = connect(target.port, target.host)
    relay(near, far, () => true)
    relay(far, near, () => !isSilent)
    for (const [socket, other] of [
      [near, far],
      [far, near],
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

  function relay(from: Socket, to: Socket, isHeard: () => boolean): void {
    // One after the other: of two timers the later may fire first, and what has no delay any more must not overtake what has.
    let arrived = Promise.resolve()
    from.on('data', (bytes) => {
      if (!isHeard()) return
      arrived = deliver(bytes, to, performance.now() + delayMilliseconds, arrived)
    })
  }

  async function deliver(bytes: Buffer, to: Socket, due: number, previous: Promise<void>): Promise<void> {
    await previous
    const left = due - performance.now()
    if (left > 0) await sleep(left)
    if (!to.destroyed) to.write(bytes)
  }

  const cut = (): void => {
    isSilent = false
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    silence() {
      isSilent = true
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
