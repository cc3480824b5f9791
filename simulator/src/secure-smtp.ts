import { SMTPServer } from 'smtp-server'
import type { Credentials } from './certificate.ts'
import { listen } from './listen.ts'
import { openSockets } from './sockets.ts'

type SecureSmtpOptions = {
  /** Null: the server offers no TLS. */
  credentials: Credentials | null
  /** TLS from the first byte; otherwise STARTTLS. */
  isImplicit: boolean
  login: { user: string; password: string }
}

/** A mail server that checks a login, on a free port of the loopback interface. It discards every email. */
export async function startSecureSmtp({ credentials, isImplicit, login }: SecureSmtpOptions) {
  const server = new SMTPServer({
    name: 'smtp.simulator.example',
    secure: isImplicit,
    ...(credentials && { key: credentials.privateKey, cert: credentials.certificate }),
    ...(credentials === null && { disabledCommands: ['STARTTLS'] }),
    allowInsecureAuth: credentials === null,
    disableReverseLookup: true,
    onAuth: ({ username, password }, _session, callback) =>
      username === login.user && password === login.password
        ? callback(null, { user: username })
        : callback(Object.assign(new Error('5.7.8 Authentication failed'), { responseCode: 535 })),
    onData(stream, _session, callback) {
      stream.on('end', () => callback(null))
      stream.resume()
    },
  })
  // A client that refuses the certificate breaks its connection.
  server.on('error', () => {})
  const sockets = openSockets(server.server)
  return {
    port: await listen(server.server, 0),
    stop: (): Promise<void> =>
      new Promise((resolve) => {
        server.close(resolve)
        for (const socket of sockets) socket.destroy()
      }),
  }
}
