import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { afterAll } from 'vitest'

type Proxy = {
  /** The database, by this way. */
  url: string
  /** What the database says is lost from now on. What it is told still arrives. */
  silence: () => void
  /** Breaks every connection. New ones can be heard again. */
  cut: () => void
}

/** Stands between a process and its database. */
export async function startProxy(databaseUrl: string): Promise<Proxy> {
  const url = new URL(databaseUrl)
  const { hostname, port } = url
  const sockets = new Set<Socket>()
  let isSilent = false
  const server = createServer((client) => {
    const database = connect(Number(port), hostname)
    client.on('data', (bytes) => database.write(bytes))
    database.on('data', (bytes) => {
      if (!isSilent) client.write(bytes)
    })
    for (const [socket, other] of [
      [client, database],
      [database, client],
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
  const cut = (): void => {
    isSilent = false
    for (const socket of sockets) socket.destroy()
  }
  afterAll(() => {
    cut()
    server.close()
  })
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    silence() {
      isSilent = true
    },
    cut,
  }
}
