import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

const required = {
  DATABASE_URL: 'postgres://localhost/tidings',
  SECRET_KEY: Buffer.alloc(32, 1).toString('base64'),
  PUBLIC_URL: 'https://updates.example.com/',
  SMTP_URL: 'smtps://user:password@smtp.example.com',
  EMAIL_FROM: 'updates@example.com',
}

test('the required settings by themselves give the defaults for all others', () => {
  expect(readConfig(required)).toEqual({
    config: {
      databaseUrl: required.DATABASE_URL,
      poolSize: 16,
      secretKey: Buffer.alloc(32, 1),
      operatorToken: null,
      proxies: null,
      host: '0.0.0.0',
      port: 3000,
      shards: { first: 0, count: 3844 },
      logLevel: 'info',
      drainSeconds: 25,
      publicUrl: 'https://updates.example.com',
      smtpUrl: 'smtps://user:password@smtp.example.com',
      smtpConnections: 40,
      emailFrom: 'updates@example.com',
      emailProvider: null,
      sms: null,
      whatsapp: null,
      webhookAllowCidrs: [],
      dkim: null,
    },
  })
})

test('all problems are reported at once', () => {
  expect(
    readConfig({
      DATABASE_URL: '',
      PORT: '70000',
      SHARDS: 'a',
      OPERATOR_TOKEN: 'short',
      LOG_LEVEL: 'loud',
      DATABASE_POOL_SIZE: '1.5',
    }),
  ).toEqual({
    problems: [
      expect.stringMatching(/^DATABASE_URL is not set/),
      expect.stringMatching(/^DATABASE_POOL_SIZE is not valid/),
      expect.stringMatching(/^SECRET_KEY is not set/),
      expect.stringMatching(/^OPERATOR_TOKEN is not valid/),
      expect.stringMatching(/^PORT is not valid/),
      expect.stringMatching(/^SHARDS is not valid/),
      expect.stringMatching(/^LOG_LEVEL is not valid/),
      expect.stringMatching(/^PUBLIC_URL is not set/),
      expect.stringMatching(/^SMTP_URL is not set/),
      expect.stringMatching(/^EMAIL_FROM is not set/),
    ],
  })
})

test('the former setting SHARD is a problem that names SHARDS', () => {
  expect(readConfig({ ...required, SHARD: '00' })).toEqual({
    problems: [expect.stringMatching(/^SHARD .* set SHARDS/)],
  })
})

test('a problem never quotes the value, because it may be a secret', () => {
  const reading = readConfig({
    DATABASE_URL: 'mysql://user:hunter2@x',
    SECRET_KEY: 'hunter2',
    OPERATOR_TOKEN: 'hunter2',
    PUBLIC_URL: 'http://hunter2.example',
    SMTP_URL: 'http://user:hunter2@smtp.example.com',
    EMAIL_FROM: 'hunter2',
    EMAIL_PROVIDER: 'mailgun',
    EMAIL_WEBHOOK_SECRET: 'hunter2',
    DKIM_SELECTOR: 'mail',
    DKIM_PRIVATE_KEY: 'hunter2',
  })
  expect(JSON.stringify(reading)).not.toContain('hunter2')
})

for (const [given, read] of [
  ['https://updates.example.com', 'https://updates.example.com'],
  ['https://updates.example.com:8443/', 'https://updates.example.com:8443'],
  ['http://127.0.0.1:3000', 'http://127.0.0.1:3000'],
  ['http://localhost:3000', 'http://localhost:3000'],
  ['http://updates.example.com', null],
  ['https://updates.example.com/path', null],
  ['https://user@updates.example.com', null],
  ['https://updates.example.com/?a=b', null],
  ['updates.example.com', null],
] as const)
  test(`PUBLIC_URL ${given} is ${read === null ? 'refused, because links to it contain a secret' : `read as ${read}`}`, () => {
    const reading = readConfig({ ...required, PUBLIC_URL: given })
    expect('config' in reading ? reading.config.publicUrl : null).toBe(read)
  })

for (const [name, other] of [
  ['EMAIL_PROVIDER', { EMAIL_PROVIDER: 'mailgun' }],
  ['EMAIL_WEBHOOK_SECRET', { EMAIL_WEBHOOK_SECRET: 'x'.repeat(32) }],
  ['DKIM_SELECTOR', { DKIM_SELECTOR: 'mail' }],
] as const)
  test(`${name} without its counterpart is refused`, () => {
    expect(readConfig({ ...required, ...other })).toEqual({
      problems: [expect.stringContaining('are set together or not at all')],
    })
  })

test('a DKIM key on one line gets its line breaks back', () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const pem = String(privateKey.export({ type: 'pkcs8', format: 'pem' }))
  const reading = readConfig({ ...required, DKIM_SELECTOR: 'mail', DKIM_PRIVATE_KEY: pem.replaceAll('\n', '\\n') })
  expect('config' in reading && reading.config.dkim).toEqual({ selector: 'mail', privateKey: pem })
})
