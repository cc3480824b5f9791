import { once } from 'node:events'
import { request } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Credentials } from '@tidings/simulator/certificate'

/** Mistakes of the proxy. */
type ProxyFaults = { refusesAll?: boolean; refusesPost?: boolean; clockAheadSeconds?: number }

/** The proxy that terminates TLS in front of a service. */
export async function startTlsProxy({ certificate, privateKey }: Credentials, target: () => string) {
  const faults: ProxyFaults = {}
  const server = createServer({ cert: certificate, key: privateKey }, (incoming, response) => {
    if (faults.refusesAll) {
      response.writeHead(404).end('Not found')
      return
    }
    if (faults.refusesPost && incoming.method === 'POST') {
      response.writeHead(403).end('Forbidden')
      return
    }
    const { method, headers, url } = incoming
    const forwarded = request(`${target()}${url}`, { method, headers }, (reply) => {
      const date = new Date(Date.now() + (faults.clockAheadSeconds ?? 0) * 1000).toUTCString()
      response.writeHead(reply.statusCode!, { ...reply.headers, date })
      reply.pipe(response)
    })
    forwarded.on('error', () => response.destroy())
    incoming.pipe(forwarded)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}`,
    faults,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
