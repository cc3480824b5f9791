import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { readConfig, readDigestKey } from './config.ts'
import { type Setting, settings } from './settings.ts'

const key = (byte: number): string => Buffer.alloc(32, byte).toString('base64')
const required = {
  DATABASE_URL: 'postgres://localhost/tidings',
  SECRET_KEYS: `1:${key(1)}`,
  DIGEST_KEY: key(2),
  PUBLIC_URL: 'https://updates.example.com/',
  SMTP_URL: 'smtps://user:password@smtp.example.com',
  EMAIL_FROM: 'updates@example.com',
}

test('the required settings by themselves give the defaults for all others', () => {
  expect(readConfig(required)).toEqual({
    config: {
      databaseUrl: required.DATABASE_URL,
      poolSize: 16,
      secretKeys: [{ id: '1', bytes: Buffer.alloc(32, 1) }],
      digestKey: Buffer.alloc(32, 2),
      operatorToken: null,
      proxies: null,
      host: '0.0.0.0',
      port: 3000,
      admin: null,
      shards: { first: 0, count: 3844 },
      logLevel: 'info',
      stopDelaySeconds: 5,
      buildCommit: null,
      drainSeconds: 25,
      publicUrl: 'https://updates.example.com',
      smtpUrl: 'smtps://user:password@smtp.example.com',
      smtpConnections: 40,
      emailFrom: 'updates@example.com',
      emailProvider: null,
      sms: null,
      whatsapp: null,
      openId: null,
      webhookAllowCidrs: [],
      dkim: null,
      displayed: { groups: expect.any(Array), channels: expect.any(Array) },
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
      expect.stringMatching(/^SECRET_KEYS is not set/),
      expect.stringMatching(/^DIGEST_KEY is not set/),
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
    SECRET_KEYS: 'hunter2',
    DIGEST_KEY: 'hunter2',
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
  ['https://:password@updates.example.com', null],
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

const ringOf = (ids: string[]): string => ids.map((id) => `${id}:${key(1)}`).join(',')
const nineIds = ['1', '2', '3', '4', '5', '6', '7', '8', '9']
for (const [what, given, ids] of [
  ['one key', ringOf(['a']), ['a']],
  ['spaces around keys', ` ${ringOf(['2'])} , ${ringOf(['1'])}`, ['2', '1']],
  ['an id of 16 characters', ringOf(['2026-11_keyABCDE']), ['2026-11_keyABCDE']],
  ['eight keys', ringOf(nineIds.slice(1)), nineIds.slice(1)],
  ['nine keys', ringOf(nineIds), null],
  ['an id of 17 characters', ringOf(['2026-11_keyABCDEF']), null],
  ['an id with a full stop', ringOf(['1.0']), null],
  ['an id that is used twice', ringOf(['1', '1']), null],
  ['a key without an id', key(1), null],
  ['an empty id', ringOf(['']), null],
  ['a short key', '1:c2hvcnQ=', null],
  ['a comma at the end', `${ringOf(['1'])},`, null],
] as const)
  test(`SECRET_KEYS with ${what} is ${ids === null ? 'refused' : 'read in its order'}`, () => {
    const reading = readConfig({ ...required, SECRET_KEYS: given })
    expect('config' in reading ? reading.config.secretKeys.map(({ id }) => id) : null).toEqual(ids)
  })

const { SECRET_KEYS: keys, DIGEST_KEY: digest, ...others } = required
for (const [what, given, problems] of [
  ['SECRET_KEY by itself', { SECRET_KEY: key(3) }, []],
  ['SECRET_KEYS without DIGEST_KEY', { SECRET_KEYS: keys }, [/^DIGEST_KEY is not set/]],
  ['DIGEST_KEY without SECRET_KEYS', { DIGEST_KEY: digest }, [/^SECRET_KEYS is not set/]],
  ['SECRET_KEY and SECRET_KEYS', { SECRET_KEY: key(3), SECRET_KEYS: keys }, [/^SECRET_KEY is set together/]],
  ['SECRET_KEY and DIGEST_KEY', { SECRET_KEY: key(3), DIGEST_KEY: digest }, [/^SECRET_KEY is set together/]],
  ['a short SECRET_KEY', { SECRET_KEY: 'short' }, [/^SECRET_KEY is not valid/]],
] as const)
  test(`${what} ${problems.length === 0 ? 'is accepted' : 'is a problem'}`, () => {
    const reading = readConfig({ ...others, ...given })
    expect('problems' in reading ? reading.problems : []).toEqual(problems.map((one) => expect.stringMatching(one)))
  })

test('SECRET_KEY is key 0 and the digest key', () => {
  const reading = readConfig({ ...others, SECRET_KEY: key(3) })
  expect(reading).toMatchObject({
    config: { secretKeys: [{ id: '0', bytes: Buffer.alloc(32, 3) }], digestKey: Buffer.alloc(32, 3) },
  })
})

for (const [given, byte] of [
  [{}, null],
  [{ SECRET_KEY: key(3) }, 3],
  [{ DIGEST_KEY: key(2), SECRET_KEYS: keys }, 2],
  [{ DIGEST_KEY: 'short' }, null],
] as const)
  test(`npm run migrate with ${Object.keys(given).join(' and ') || 'no key'} ${byte === null ? 'has no digest key' : 'has the digest key'}`, () => {
    expect(readDigestKey(given)).toEqual(byte === null ? null : Buffer.alloc(32, byte))
  })

type Config = Extract<ReturnType<typeof readConfig>, { config: unknown }>['config']
function displayedOf(environment: Record<string, string>): Config['displayed'] {
  const reading = readConfig(environment)
  if ('problems' in reading) throw new Error(reading.problems.join('; '))
  return reading.config.displayed
}
const shownSettings = (environment: Record<string, string>) =>
  Object.fromEntries(
    displayedOf(environment).groups.flatMap(({ settings: shown }) =>
      shown.map(({ name, state, value }) => [name, { state, value }]),
    ),
  )

test('every setting is displayed once, in the group of its theme', () => {
  const { groups } = displayedOf(required)
  expect(groups.flatMap(({ id, settings: shown }) => shown.map(({ name }) => [name, id]))).toEqual(
    expect.arrayContaining(Object.entries<Setting>(settings).map(([name, { theme }]) => [name, theme])),
  )
  expect(groups.flatMap(({ settings: shown }) => shown)).toHaveLength(Object.keys(settings).length)
})

test('a setting is displayed with the value that is in force, and where it comes from', () => {
  const shown = shownSettings({ ...required, PORT: '8080', LOG_LEVEL: '' })
  const text = (value: string) => ({ kind: 'text', text: value })
  expect(shown['PORT']).toEqual({ state: 'set', value: text('8080') })
  expect(shown['LOG_LEVEL']).toEqual({ state: 'default', value: text('info') })
  expect(shown['PROXIES']).toEqual({ state: 'not_set', value: null })
  expect(shown['DIGEST_KEY']).toEqual({ state: 'set', value: { kind: 'hidden' } })
  expect(shown['SECRET_KEY']).toEqual({ state: 'not_set', value: null })
})

test('SECRET_KEY is displayed as set, and the two that it replaces as not set', () => {
  const shown = shownSettings({ ...others, SECRET_KEY: key(3) })
  expect(shown['SECRET_KEY']).toEqual({ state: 'set', value: { kind: 'hidden' } })
  expect([shown['SECRET_KEYS']?.state, shown['DIGEST_KEY']?.state]).toEqual(['not_set', 'not_set'])
  expect(JSON.stringify(shown)).not.toContain(key(3).slice(0, 8))
})

const { SMS_TWILIO_URL: twilio, SMS_VONAGE_URL: vonage } = settings as Record<string, Setting>
test('the account at a provider without a route is displayed as not used, whatever its value', () => {
  const routed = { ...required, SMS_ROUTES: 'twilio:*', SMS_TWILIO_URL: twilio!.example }
  const shown = shownSettings({ ...routed, SMS_VONAGE_URL: 'a-secret-alone' })
  expect(shown['SMS_TWILIO_URL']?.state).toBe('set')
  expect(shown['SMS_VONAGE_URL']).toEqual({ state: 'unused', value: { kind: 'hidden' } })
})

test('a channel is on if it is configured, with the paths to register at each of its providers', () => {
  const off = { isOn: false, providers: [], callbacks: [] }
  expect(displayedOf(required).channels).toEqual([
    { channel: 'email', isOn: true, providers: ['smtp'], callbacks: [] },
    { channel: 'sms', ...off },
    { channel: 'whatsapp', ...off },
  ])
  const { channels } = displayedOf({
    ...required,
    EMAIL_PROVIDER: 'mailgun',
    EMAIL_WEBHOOK_SECRET: 'x'.repeat(32),
    SMS_ROUTES: 'twilio:*;vonage:DE',
    SMS_TWILIO_URL: twilio!.example,
    SMS_VONAGE_URL: vonage!.example,
    WHATSAPP_URL: settings.WHATSAPP_URL.example,
  })
  expect(channels.map(({ providers }) => providers)).toEqual([['smtp'], ['twilio', 'vonage'], ['meta']])
  expect(
    channels.map(({ isOn, callbacks }) => [isOn, callbacks.map(({ provider, path }) => [provider, path])]),
  ).toEqual([
    [true, [['mailgun', '/callbacks/email/mailgun']]],
    [
      true,
      [
        ['twilio', '/callbacks/sms/twilio/inbound'],
        ['vonage', '/callbacks/sms/vonage/inbound'],
      ],
    ],
    [true, [['meta', '/callbacks/whatsapp']]],
  ])
})

for (const [given, admin] of [
  [{}, null],
  [{ ADMIN_HOST: '127.0.0.1' }, null],
  [{ ADMIN_PORT: '9000' }, { host: '0.0.0.0', port: 9000 }],
  [
    { ADMIN_PORT: '9000', HOST: '10.0.0.7' },
    { host: '10.0.0.7', port: 9000 },
  ],
  [
    { ADMIN_PORT: '9000', ADMIN_HOST: '127.0.0.1', HOST: '10.0.0.7' },
    { host: '127.0.0.1', port: 9000 },
  ],
  [
    { ADMIN_PORT: '0', PORT: '0' },
    { host: '0.0.0.0', port: 0 },
  ],
] as const)
  test(`${JSON.stringify(given)}: the admin port is ${JSON.stringify(admin)}`, () => {
    expect(readConfig({ ...required, ...given })).toMatchObject({ config: { admin } })
  })

for (const [given, problem] of [
  [{ ADMIN_PORT: '3000' }, /^ADMIN_PORT is the same as PORT/],
  [{ ADMIN_PORT: '70000' }, /^ADMIN_PORT is not valid/],
  [{ STOP_DELAY_SECONDS: '301' }, /^STOP_DELAY_SECONDS is not valid/],
] as const)
  test(`${JSON.stringify(given)} is a problem`, () => {
    expect(readConfig({ ...required, ...given })).toEqual({ problems: [expect.stringMatching(problem)] })
  })
