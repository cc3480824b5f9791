import { afterAll } from 'vitest'
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts'

/** Stands between a process and its database. `url` is the database by this way. */
export async function startProxy(databaseUrl: string): Promise<TcpProxy & { url: string }> {
  const url = new URL(databaseUrl)
  const proxy = await startTcpProxy({ host: url.hostname, port: Number(url.port) })
  afterAll(proxy.stop)
  url.port = String(proxy.port)
  return { ...proxy, url: url.href }
}
