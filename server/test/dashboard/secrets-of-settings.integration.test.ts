import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { allPersonRoutes, shopRoutes } from '../../src/http/dashboard/dashboard-pages.ts'
import type { PersonRoute, ShopRoute } from '../../src/http/dashboard/routes.ts'
import { type Setting, settings } from '../../src/settings.ts'
import type { ApiResponse } from '../support/client.ts'
import { createMember, createSignedInOperator, type SignedInMember } from '../support/dashboard.ts'
import { addressOf, createDashboardClient, resultOf } from '../support/dashboard-client.ts'
import { exampleOf, personExampleOf, signInPaths } from '../support/dashboard-examples.ts'
import { createScenes, forReading } from '../support/dashboard-scene.ts'
import { operatorExampleOf, operatorPages } from '../support/operator-examples.ts'
import { createTestService } from '../support/test-service.ts'

/**
 * The service runs with a secret of its own in every setting that has one, and no page of the dashboard contains any of them. A new
 * setting that is not displayed as it is fails the first test until it is planted here.
 */
const random = (): string => randomBytes(20).toString('hex')
/** With the characters that are written in another way in an address, in markup or in JSON. */
const awkward = (): string =>
  ['&', '<', '"', "'", '/', '+', '%', '=', '\\'].map((character) => randomBytes(4).toString('hex') + character).join('')
const inUrl = encodeURIComponent
const newKey = (): string => randomBytes(32).toString('base64')

const secrets = {
  databasePassword: awkward(),
  smtpUser: random(),
  smtpPassword: awkward(),
  keys: [newKey(), newKey()] as const,
  digestKey: newKey(),
  singleKey: newKey(),
  dkimKey: generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  }).privateKey,
  vonageKey: random(),
  vonageSecret: awkward(),
  vonageSignatureSecret: random(),
  accessToken: random(),
  verifyToken: random(),
  clientSecret: awkward(),
}

/** Settings whose values have no secret, whatever they are. */
const open: Setting['display'][] = ['plain', 'routes', 'web_address']
/** The values of all other settings. Undefined: the simulator needs the one that the service of every test has. */
const planted: Record<string, string | ((given: string) => string) | undefined> = {
  // The driver prefers the password of the query, which is the real one.
  DATABASE_URL(given) {
    const url = new URL(given)
    url.searchParams.set('password', url.password)
    url.password = inUrl(secrets.databasePassword)
    return url.href
  },
  SECRET_KEYS: secrets.keys.map((key, index) => `ring-${index}:${key}`).join(','),
  DIGEST_KEY: secrets.digestKey,
  SMTP_URL: (given) => given.replace('smtp://', `smtp://${secrets.smtpUser}:${inUrl(secrets.smtpPassword)}@`),
  OPERATOR_TOKEN: undefined,
  EMAIL_WEBHOOK_SECRET: undefined,
  DKIM_PRIVATE_KEY: secrets.dkimKey,
  SMS_TWILIO_URL: undefined,
  SMS_VONAGE_URL: `https://${secrets.vonageKey}:${inUrl(secrets.vonageSecret)}@api.nexmo.com?from=12345&signature_secret=${secrets.vonageSignatureSecret}`,
  WHATSAPP_URL(given) {
    const url = new URL(given)
    url.password = secrets.accessToken
    url.searchParams.set('verify_token', secrets.verifyToken)
    return url.href
  },
  OPENID_CLIENT_SECRET: secrets.clientSecret,
}
/** It replaces two of the others, so another process has it. */
const singleKey = { SECRET_KEY: secrets.singleKey, SECRET_KEYS: undefined, DIGEST_KEY: undefined }

let environment: Record<string, string | undefined> = {}
const service = await createTestService({
  change(given) {
    environment = { ...given, SECRET_KEY: undefined, DKIM_SELECTOR: 'tidings' }
    environment = { ...environment, OPENID_ISSUER: 'http://127.0.0.1:9', OPENID_CLIENT_ID: 'the-client' }
    for (const [name, value] of Object.entries(planted))
      if (value !== undefined) environment[name] = typeof value === 'string' ? value : value(environment[name]!)
    return environment
  },
})
const { read } = createDashboardClient(service)
const live = forReading((await createScenes(service, { live: 'okapi', test: 'quokka', name: 'Alder' })).live)

/** Everything that must not be on a page, and the bytes of keys. The lines of a PEM are secrets each. */
const words: [name: string, secret: string | Buffer][] = [
  ...Object.entries(secrets).flatMap(([name, value]) =>
    [value].flat().flatMap((one) => one.split('\n').map((line): [string, string] => [name, line])),
  ),
  ...[...secrets.keys, secrets.digestKey, secrets.singleKey].map((key): [string, Buffer] => [
    'the bytes of a key',
    Buffer.from(key, 'base64'),
  ]),
  ['OPERATOR_TOKEN', service.operatorToken],
  // The signing key of the simulator, which is also the token of the account at Twilio.
  ['EMAIL_WEBHOOK_SECRET', service.config.emailProvider!.secret],
]
/** The lines around a PEM are no secret, and the last line of one can be short. */
const isLong = ([, secret]: (typeof words)[number]): boolean => secret.length >= 16 && !secret.includes('PRIVATE KEY')

/** The parts of a secret, so that its beginning or its end is found too, and the ways to write it. */
function formsOf(secret: string | Buffer): string[] {
  const bytes = Buffer.from(secret)
  const text = typeof secret === 'string' ? secret : ''
  const written = [text, inUrl(text), inUrl(inUrl(text)), escapeMarkup(text), JSON.stringify(text).slice(1, -1)]
  // In the base64 of a text in which the secret begins at any position, only the characters at its ends differ.
  const encoded = [0, 1, 2].map((offset) =>
    Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .replaceAll('=', '')
      .slice(4, -4),
  )
  const urlSafe = encoded.map((one) => one.replaceAll('+', '-').replaceAll('/', '_'))
  const all = [...written, ...encoded, ...urlSafe, bytes.toString('hex')].filter((form) => form.length >= 12)
  return [...new Set(all.flatMap((form) => piecesOf(form.toLowerCase())))]
}
const piecesOf = (text: string): string[] =>
  Array.from({ length: text.length - 11 }, (_, start) => text.slice(start, start + 12))
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeMarkup = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => entities[character]!)

const forms = words.filter(isLong).map(([name, secret]) => [name, formsOf(secret)] as const)
/** The names of the secrets that a response contains. */
function leaksOf({ headers, text }: Pick<ApiResponse, 'headers' | 'text'>): string[] {
  const content = `${JSON.stringify(headers)}\n${text}`.toLowerCase()
  return forms.filter(([, written]) => written.some((form) => content.includes(form))).map(([name]) => name)
}

test('every setting that has a secret is planted', () => {
  const expected = Object.entries<Setting>(settings).filter(([, { display }]) => !open.includes(display))
  expect([...Object.keys(planted), 'SECRET_KEY'].toSorted()).toEqual(expected.map(([name]) => name).toSorted())
  // Each is in the list of what is searched for.
  const searched = words.flatMap(([, secret]) => (typeof secret === 'string' ? [secret, inUrl(secret)] : []))
  const unplanted = Object.keys(planted).filter((name) => !searched.some((form) => environment[name]!.includes(form)))
  expect(unplanted).toEqual([])
})

test('a secret is found in each way in which a page can write it', () => {
  const secret = secrets.clientSecret
  const basic = Buffer.from(`the-client:${secret}`).toString('base64')
  for (const text of [secret, inUrl(secret), escapeMarkup(secret), JSON.stringify(secret), basic, secret.slice(-12)])
    expect(leaksOf({ headers: {}, text: `<p>${text}</p>` }), text).toEqual(['clientSecret'])
  expect(leaksOf({ headers: {}, text: Buffer.from(secrets.digestKey, 'base64').toString('hex') })).toEqual([
    'the bytes of a key',
  ])
  expect(leaksOf({ headers: { location: `/x?token=${service.operatorToken}` }, text: '' })).toEqual(['OPERATOR_TOKEN'])
})

const isPage = ({ method }: ShopRoute | PersonRoute): boolean => method === 'GET'
const newOwner = (): Promise<SignedInMember> => createMember(service, live.shop, 'owner')
const newAdmin = (): Promise<SignedInMember> => createSignedInOperator(service, live.shop, 'admin')
async function expectNoSecret(person: SignedInMember | null, path: string): Promise<void> {
  const response = await read(person, path)
  expect(resultOf(response)).toBe('served')
  expect(leaksOf(response)).toEqual([])
}

describe('no secret of a setting is on', () => {
  for (const route of shopRoutes.filter(isPage))
    for (const [who, arrive] of [
      ['an owner', newOwner],
      ['an operator', newAdmin],
    ] as const)
      test(`${route.name}, for ${who}`, async () => {
        const { params, query } = await exampleOf(route, live)
        const path = addressOf(route, { ...params, shop: live.path.slice('/dashboard/'.length) }) + query
        const person = await arrive()
        // A page that only a member may open.
        if (who === 'an operator' && resultOf(await read(person, path)) === 'forbidden') return
        await expectNoSecret(person, path)
      })

  for (const route of allPersonRoutes.filter(isPage))
    test(route.name, async () => {
      const owner = await newOwner()
      const { params } = await personExampleOf(route, service, owner)
      await expectNoSecret(owner, addressOf(route, params))
    })

  for (const route of operatorPages)
    test(route.name, async () => {
      const { params, query } = await operatorExampleOf(route, service, live)
      await expectNoSecret(await newAdmin(), addressOf(route, params) + query)
    })

  for (const path of signInPaths)
    test(path, async () => {
      await expectNoSecret(null, path)
    })
})

const settingsPath = '/dashboard/operator/settings'
const shownOn = (text: string, name: string): string =>
  new RegExp(`<h3>${name}</h3>.*?</li>`, 's').exec(text)![0].replaceAll(/<[^>]*>/g, ' ')

test('the page of settings shows of each what is no secret, and whether it is set', async () => {
  const { text } = await read(await newAdmin(), settingsPath)
  const { port, pathname } = new URL(service.databaseUrl)
  for (const [name, ...shown] of [
    ['DATABASE_URL', 'Set', `postgres://127.0.0.1:${port}`, pathname.slice(1), 'Set, not shown'],
    ['SECRET_KEYS', 'Set', 'Signs and encrypts', 'ring-0', 'Also accepted', 'ring-1'],
    ['DIGEST_KEY', 'Set', 'A secret, not shown'],
    ['SECRET_KEY', 'Not set'],
    ['PUBLIC_URL', 'Set', service.config.publicUrl],
    ['SMTP_URL', 'Set', 'smtp://127.0.0.1', 'Set, not shown'],
    ['OPERATOR_TOKEN', 'Set', 'A secret, not shown'],
    ['DKIM_SELECTOR', 'Set', 'tidings'],
    ['DKIM_PRIVATE_KEY', 'Set', 'A secret, not shown'],
    ['SMS_ROUTES', 'twilio', 'all countries'],
    ['SMS_TWILIO_URL', 'Set', `AC${'0'.repeat(32)}`, '+447700900000', 'Set, not shown'],
    ['SMS_VONAGE_URL', 'Not used', 'https://api.nexmo.com', '12345', 'Set, not shown'],
    ['WHATSAPP_URL', '100000000000001', '200000000000001', 'Verify token', 'Set, not shown'],
    ['OPENID_ISSUER', 'http://127.0.0.1:9'],
    ['LOG_LEVEL', 'Default', 'info'],
    ['PROXIES', 'Not set'],
  ] as const)
    for (const one of shown) expect(shownOn(text, name), name).toContain(one)
  for (const path of ['email/mailgun', 'sms/twilio/inbound', 'whatsapp'])
    expect(text).toContain(`${service.config.publicUrl}/callbacks/${path}<`)
})

test('a process of a cell that has SECRET_KEY does not show it, and its callbacks name a shard', async () => {
  const admin = await newAdmin()
  const reading = readConfig({ ...environment, ...singleKey })
  if ('problems' in reading) throw new Error(reading.problems.join('; '))
  const { displayed } = reading.config
  await service.restart({ displayed, shards: { first: 0, count: 62 } })
  const response = await read(admin, settingsPath)
  expect(shownOn(response.text, 'SECRET_KEY')).toContain('A secret, not shown')
  expect(shownOn(response.text, 'SECRET_KEYS')).toContain('Not set')
  expect(response.text).toContain(`${service.config.publicUrl}/callbacks/whatsapp?shard=00<`)
  expect(leaksOf(response)).toEqual([])
})
