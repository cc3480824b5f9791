import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type Certificate = { key: string; cert: string }

/** A certificate authority of its own, one certificate it signed for these names, and one that nobody signed. */
export function createCertificates(names: string[]): {
  authority: string
  signed: Certificate
  selfSigned: Certificate
} {
  const folder = mkdtempSync(join(tmpdir(), 'certificates-'))
  const create = (name: string, ...options: string[]): Certificate => {
    const [key, cert] = [join(folder, `${name}.key`), join(folder, `${name}.crt`)]
    const common = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
    execFileSync('openssl', [...common, '-subj', `/CN=${name}`, '-keyout', key, '-out', cert, ...options], {
      stdio: 'pipe',
    })
    return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') }
  }
  try {
    const authority = create('authority').cert
    const subject = ['-addext', `subjectAltName=${names.join(',')}`, '-addext', 'basicConstraints=critical,CA:false']
    const signer = ['-CA', join(folder, 'authority.crt'), '-CAkey', join(folder, 'authority.key')]
    return { authority, signed: create('signed', ...subject, ...signer), selfSigned: create('self', ...subject) }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

export type Listener = NonNullable<Parameters<typeof createServer>[1]>

/** An HTTPS server on loopback that counts who knocks: a connection is one before it has said a word. */
export async function startReceiver(certificate: Certificate, listener: Listener) {
  const server = createServer(certificate, listener)
  const sockets: Socket[] = []
  server.on('connection', (socket: Socket) => sockets.push(socket))
  // Of those who do not trust it or leave early. What they saw is what the tests look at.
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
