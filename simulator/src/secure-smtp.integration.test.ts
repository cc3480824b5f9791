import { createTransport } from 'nodemailer'
import { expect, onTestFinished, test } from 'vitest'
import { createCredentials } from './certificate.ts'
import { startSecureSmtp } from './secure-smtp.ts'

const credentials = await createCredentials(new Date())
const login = { user: 'mailer', password: 'secret' }

type Client = { secure?: boolean; requireTLS?: boolean; password?: string; trusts?: boolean }
/** The reply to an email, or the code of the error. */
async function send(server: { isImplicit: boolean; hasTls: boolean }, client: Client): Promise<string> {
  const { isImplicit, hasTls } = server
  const { port, stop } = await startSecureSmtp({ credentials: hasTls ? credentials : null, isImplicit, login })
  const { secure = false, requireTLS = false, password = login.password, trusts = true } = client
  const transport = createTransport({
    host: '127.0.0.1',
    port,
    secure,
    requireTLS,
    auth: { user: login.user, pass: password },
    ...(trusts && { tls: { ca: credentials.certificateAuthority } }),
  })
  onTestFinished(async () => {
    transport.close()
    await stop()
  })
  return transport.sendMail({ from: 'a@example.com', to: 'ada@example.com', text: 'Hi' }).then(
    ({ response }) => response.slice(0, 3),
    ({ code }: { code: string }) => code,
  )
}

const [implicit, startTls, plain] = [
  { isImplicit: true, hasTls: true },
  { isImplicit: false, hasTls: true },
  { isImplicit: false, hasTls: false },
]
for (const [what, server, client, outcome] of [
  ['TLS from the first byte', implicit, { secure: true }, '250'],
  ['STARTTLS', startTls, { requireTLS: true }, '250'],
  ['no TLS', plain, {}, '250'],
  ['a client that requires TLS, and a server without it', plain, { requireTLS: true }, 'ETLS'],
  ['a wrong password', implicit, { secure: true, password: 'wrong' }, 'EAUTH'],
  ['a client that does not trust the certificate', implicit, { secure: true, trusts: false }, 'ESOCKET'],
] as const)
  test(`${what} → ${outcome}`, async () => {
    expect(await send(server, client)).toBe(outcome)
  })
