import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import {
  type Credentials,
  createAuthority,
  createSelfSigned,
  type Names,
  yearAround,
} from '@tidings/simulator/certificate'

/** Creates a certificate authority, credentials it issued for these names, and self-signed credentials. */
export async function createCertificates(names: Names) {
  const validity = yearAround(new Date())
  const authority = await createAuthority('authority', validity)
  return {
    authority: authority.certificate,
    signed: await authority.issue('signed', names),
    selfSigned: await createSelfSigned(names, validity),
  }
}

export type Listener = NonNullable<Parameters<typeof createServer>[1]>

/** An HTTPS server on loopback that records every connection, also those without a request. */
export async function startReceiver({ certificate, privateKey }: Credentials, listener: Listener) {
  const server = createServer({ cert: certificate, key: privateKey }, listener)
  const sockets: Socket[] = []
  server.on('connection', (socket: Socket) => sockets.push(socket))
  // Emitted when a client rejects the certificate or disconnects. The tests check the client's side.
  server.on('tlsClientError', () => {})
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    sockets,
    close: async () => {
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    },
  }
}
