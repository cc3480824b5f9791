import { parseConnectionUrl } from 'nodemailer/lib/shared'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { SmtpMessage } from './smtp-message.ts'
import { failure, refusalCode } from './smtp-reply.ts'

type Timeouts = {
  /** From the DNS lookup to the greeting. */
  connectMilliseconds: number
  /** Also closes a connection that was unused for this time. */
  idleMilliseconds: number
}
export type Connection = ReturnType<typeof createConnection>

type Done = (error?: Error | null) => void

/** One connection to the provider. Its promises always resolve or reject, also when the connection fails. */
export function createConnection(url: string, { connectMilliseconds, idleMilliseconds }: Timeouts) {
  const { auth, ...server } = parseConnectionUrl(url)
  const connection = new SMTPConnection({
    ...server,
    connectionTimeout: connectMilliseconds,
    greetingTimeout: connectMilliseconds,
    socketTimeout: idleMilliseconds,
  })
  let isReady = false
  let fail = (_error: Error): void => {}
  connection.on('error', (error) => fail(error))
  // A reply that ends the connection is reported after the `end` event and is the better reason, so this failure is delayed.
  connection.once('end', () => setImmediate(() => fail(failure('ECONNECTION'))))

  async function step(start: (done: Done) => void): Promise<void> {
    isReady = false
    await new Promise<void>((resolve, reject) => {
      fail = reject
      start((error) => (error ? reject(error) : resolve()))
    })
    isReady = true
  }

  return {
    /** Whether the connection can send the next email. */
    isReady: (): boolean => isReady && !connection.destroyed,
    /** After `open`. */
    isEncrypted: (): boolean => connection.secure,
    offersLogin: (): boolean => connection.allowsAuth,
    async open(): Promise<void> {
      await step((done) => connection.connect(done))
      if (auth !== undefined && connection.allowsAuth) await step((done) => connection.login(auth, done))
    },
    async send({ envelope, content }: SmtpMessage): Promise<void> {
      try {
        await step((done) => connection.send(envelope, content, done))
      } catch (error) {
        // Without a reset, the server would retain the sender and recipient of the refused email and refuse the next one.
        if (refusalCode(Object(error)) !== null) await step((done) => connection.reset(done)).catch(() => {})
        throw error
      }
    },
    close(reason: Error = failure('ECONNECTION')): void {
      fail(reason)
      connection.close()
    },
  }
}
