import { parseConnectionUrl } from 'nodemailer/lib/shared'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { Letter } from './smtp-message.ts'
import { failure, refusalCode } from './smtp-reply.ts'

type Timeouts = {
  /** From the look-up of the name to the greeting. */
  connectMilliseconds: number
  /** Also ends a connection that nobody has used for so long. */
  silenceMilliseconds: number
}
export type Connection = ReturnType<typeof createConnection>

type Done = (error?: Error | null) => void

/** One connection to the provider. Its promises settle, whatever becomes of it. */
export function createConnection(url: string, { connectMilliseconds, silenceMilliseconds }: Timeouts) {
  const { auth, ...server } = parseConnectionUrl(url)
  const connection = new SMTPConnection({
    ...server,
    connectionTimeout: connectMilliseconds,
    greetingTimeout: connectMilliseconds,
    socketTimeout: silenceMilliseconds,
  })
  let isReady = false
  let fail = (_error: Error): void => {}
  connection.on('error', (error) => fail(error))
  // A reply that ends the connection is reported after its end, and is the better reason: it goes first.
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
    /** Whether the next mail can go this way. */
    isReady: (): boolean => isReady && !connection.destroyed,
    async open(): Promise<void> {
      await step((done) => connection.connect(done))
      if (auth !== undefined && connection.allowsAuth) await step((done) => connection.login(auth, done))
    },
    async send({ envelope, content }: Letter): Promise<void> {
      try {
        await step((done) => connection.send(envelope, content, done))
      } catch (error) {
        // Sender and recipient of a refused mail would stay, and the next mail be refused for them.
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
