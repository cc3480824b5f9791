import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { nudgeId } from '../../callback.support.ts'
import { createEmailProvider, emailProviders } from './providers.ts'

const keyOf = (namedCurve: string): string =>
  generateKeyPairSync('ec', { namedCurve }).publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
const rsaKey = generateKeyPairSync('rsa', { modulusLength: 2048 })
  .publicKey.export({ format: 'der', type: 'spki' })
  .toString('base64')
const create = (name: string, secret: string) => createEmailProvider(name, secret, async () => null)

const validSecrets = {
  mailgun: 'a-signing-key-of-tests',
  postmark: 'tidings:a-password:of-tests',
  sendgrid: keyOf('prime256v1'),
  resend: 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3',
  ses: 'arn:aws:sns:eu-west-1:123456789012:tidings',
}

test('every provider is created from its secret', () => {
  expect(Object.entries(validSecrets).map(([name, secret]) => create(name, secret))).toMatchObject(
    Object.keys(emailProviders).map((name) => ({ name })),
  )
})

for (const [name, what, secret] of [
  ['mailgun', 'an empty secret', ''],
  ['mailgun', 'a short key', 'fifteen-letters'],
  ['mailgun', 'a key with spaces', 'a signing key with spaces'],
  ['postmark', 'no password', 'tidings-and-nothing-else'],
  ['postmark', 'a short password', 'tidings:fifteen-letters'],
  ['postmark', 'no user', ':a-password-of-tests'],
  ['postmark', 'a password with spaces', 'tidings:a password of tests'],
  ['sendgrid', 'an empty secret', ''],
  ['sendgrid', 'no key', 'not a key'],
  ['sendgrid', 'a key on another curve', keyOf('secp384r1')],
  ['sendgrid', 'an RSA key', rsaKey],
  ['resend', 'no prefix', 'MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3'],
  ['resend', 'a prefix and nothing else', 'whsec_'],
  ['resend', 'a short secret', 'whsec_MDEyMzQ1Njc4OWFiY2Rl'],
  ['resend', 'no base64', 'whsec_not base64 at all, though long'],
  ['ses', 'no ARN', 'tidings'],
  ['ses', 'the ARN of a queue', 'arn:aws:sqs:eu-west-1:123456789012:tidings'],
] as const)
  test(`${name}: ${what} is rejected with the expected format, and the secret is not quoted`, () => {
    expect(create(name, secret)).toEqual({
      problem: `EMAIL_WEBHOOK_SECRET is not valid: ${emailProviders[name]!.secret}`,
    })
  })

for (const name of ['', 'Mailgun', 'smtp', 'constructor', '__proto__'])
  test(`${JSON.stringify(name)} is not a provider`, () => {
    expect(create(name, 'a-signing-key-of-tests')).toEqual({
      problem: 'the email provider must be one of mailgun, postmark, sendgrid, resend, ses',
    })
  })

for (const [name, secret] of Object.entries(validSecrets))
  test(`${name}: the header with the nudge id is one short line of ASCII`, () => {
    const provider = create(name, secret)
    if ('problem' in provider) throw new Error(provider.problem)
    const lines = Object.entries(provider.headersFor(nudgeId)).map(([header, value]) => `${header}: ${value}`)
    expect(lines).toEqual([expect.stringMatching(/^X-[A-Za-z-]+: [\x21-\x7e]{36,80}$/)])
    expect(lines[0]).toContain(nudgeId)
  })
