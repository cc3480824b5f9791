import { createPrivateKey, generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import DKIM from 'nodemailer/lib/dkim'
import MailComposer from 'nodemailer/lib/mail-composer'
import { encode, wrap } from 'nodemailer/lib/qp'
import { parseConnectionUrl } from 'nodemailer/lib/shared'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { describe, expect, onTestFinished, test } from 'vitest'
import { mailToAda } from '../../src/channels/email/smtp.support.ts'
import { type SmtpReplies, startTestProvider } from '../../src/channels/email/smtp-provider.support.ts'

/** Behaviour of `nodemailer` that `channels/email/smtp-*.ts` relies on. Run these first after an update. */
// A new envelope for each email: the connection stores its state in it.
const createEnvelope = () => ({ from: 'updates@tidings.example', to: ['ada@example.com'] })

async function connect(replies: SmtpReplies, extensions: string[] = []) {
  const provider = await startTestProvider(replies, extensions)
  const connection = new SMTPConnection({ host: '127.0.0.1', port: provider.port, ignoreTLS: true })
  connection.on('error', () => undefined)
  onTestFinished(() => {
    connection.close()
    provider.stop()
  })
  await step((done) => connection.connect(done))
  return { provider, connection }
}

type Failure = Error & { code?: string; responseCode?: number; response?: string }
/** Returns the error of a step, or null. */
const step = (start: (done: (error?: Error | null) => void) => void): Promise<Failure | null> =>
  new Promise((resolve) => start((error) => resolve(error ?? null)))

describe('parseConnectionUrl parses', () => {
  for (const [url, expected] of [
    ['smtps://user:p%40ss@mail.example', { host: 'mail.example', secure: true, auth: { user: 'user', pass: 'p@ss' } }],
    ['smtp://mail.example:587?requireTLS=true', { host: 'mail.example', port: 587, secure: false, requireTLS: true }],
  ] as const)
    test(url, () => expect(parseConnectionUrl(url)).toEqual(expected))
})

describe('a connection', () => {
  test('opens, logs in, sends and resets, each with one callback', async () => {
    const { provider, connection } = await connect({}, ['AUTH PLAIN'])
    expect(connection.allowsAuth).toBe(true)
    expect(await step((done) => connection.login({ user: 'user', pass: 'pass' }, done))).toBe(null)
    expect(
      await step((done) => connection.send(createEnvelope(), Readable.from(Buffer.from('a: b\r\n\r\nc')), done)),
    ).toBe(null)
    expect(await step((done) => connection.reset(done))).toBe(null)
    expect(provider.contents).toEqual(['a: b\r\n\r\nc'])
    expect(provider.commands.map((line) => line.slice(0, 4))).toEqual(['EHLO', 'AUTH', 'MAIL', 'RCPT', 'DATA', 'RSET'])
  })

  for (const [stage, code, wasRead] of [
    ['MAIL', 'EENVELOPE', false],
    ['RCPT', 'EENVELOPE', false],
    ['DATA', 'EENVELOPE', false],
    ['content', 'EMESSAGE', true],
  ] as const)
    test(`a refused ${stage} is ${code} with the SMTP reply, and the content was ${wasRead ? '' : 'not '}read`, async () => {
      const { connection } = await connect({ [stage]: ['550 5.1.1 No'] })
      const content = Readable.from(Buffer.from('a: b\r\n\r\nc'))
      const error = await step((done) => connection.send(createEnvelope(), content, done))
      expect(error).toMatchObject({ code, responseCode: 550, response: '550 5.1.1 No' })
      expect(content.readableDidRead).toBe(wasRead)
      expect(connection.destroyed).toBe(false)
    })

  test('that is lost before the server requests the content has not read it', async () => {
    const { connection } = await connect({ DATA: ['close'] })
    const content = Readable.from(Buffer.from('a: b\r\n\r\nc'))
    const ended = new Promise((resolve) => connection.once('end', resolve))
    const error = await step((done) => {
      connection.once('error', done)
      connection.send(createEnvelope(), content, done)
    })
    await ended
    expect([typeof error?.code, content.readableDidRead, connection.destroyed]).toEqual(['string', false, true])
  })

  test('that is closed has destroyed set', async () => {
    const { connection } = await connect({})
    expect(connection.destroyed).toBe(false)
    const ended = once(connection, 'end')
    connection.close()
    await ended
    expect(connection.destroyed).toBe(true)
  })
})

describe('a composed email', () => {
  const message = new MailComposer({ ...mailToAda, encoding: 'quoted-printable' }).compile()

  test('has an envelope, headers with the boundary, and one leaf node with its text for each part', () => {
    expect(message.getEnvelope()).toEqual(createEnvelope())
    expect(message.buildHeaders()).toContain(`boundary="${message.boundary}"`)
    expect(message.childNodes.map(({ content, childNodes }) => [content, childNodes])).toEqual([
      [mailToAda.text, []],
      [mailToAda.html, []],
    ])
    for (const part of message.childNodes)
      expect(part.buildHeaders()).toContain('Content-Transfer-Encoding: quoted-printable')
  })

  test('can be encoded with encode and wrap', () => {
    expect(encode('Käse = a ')).toBe('K=C3=A4se =3D a=20')
    expect(wrap('x'.repeat(100)).split('\r\n')).toEqual([`${'x'.repeat(75)}=`, 'x'.repeat(25)])
  })
})

test('the signer accepts a parsed key, and its output is not read until it is consumed', async () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const key = createPrivateKey(privateKey.export({ type: 'pkcs8', format: 'pem' }))
  const signer = new DKIM({
    domainName: 'tidings.example',
    keySelector: 'a',
    privateKey: key,
    headerFieldNames: 'From',
  })
  const signed = signer.sign(Buffer.from('From: a@tidings.example\r\n\r\nHello\r\n'))
  await new Promise(setImmediate)
  expect([signed instanceof Readable, signed.readableDidRead]).toEqual([true, false])
  expect(await text(signed)).toMatch(/^DKIM-Signature: [^]+ b=[^]+\r\nFrom: a@tidings\.example\r\n\r\nHello\r\n$/)
  expect(signed.readableDidRead).toBe(true)
})
