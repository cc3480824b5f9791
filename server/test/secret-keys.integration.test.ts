import { execFile } from 'node:child_process'
import { createHmac, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { afterEach, describe, expect, test } from 'vitest'
import { openDatabase } from '../src/db/database.ts'
import { statement } from '../src/db/statement.ts'
import { checkKeys } from '../src/installation/check-keys.ts'
import { createKeyring, type SecretKey, type SecretKeys } from '../src/keyring.ts'
import { resealSecrets } from '../src/webhooks/reseal.ts'
import { canOpen, openSecret, type StoredSecrets, sealedSecrets } from '../src/webhooks/secret.ts'
import { settings } from './harness/environment.ts'
import { program } from './harness/process.ts'
import { createInboxClient, hiddenOn, subjectsOn, visitIn } from './spec/6-inbox-client.ts'
import type { Shop } from './support/client.ts'
import { openShop, shippedOrder } from './support/messages.ts'
import { seededRandom } from './support/seeded-random.ts'
import { until } from './support/simulator-client.ts'
import { createDatabase, createTestService } from './support/test-service.ts'

const testService = await createTestService()
const { business, call, config, db, operator, restart, simulator } = testService
const { read, submitIn } = createInboxClient(testService)

const [oldKey] = config.secretKeys
const newKey: SecretKey = { id: '1', bytes: randomBytes(32) }
const rotated: SecretKeys = [newKey, oldKey]

type StoredEndpoint = StoredSecrets & { id: string }
const storedEndpoints = statement<{ businessId: string }, StoredEndpoint>(
  'probe.stored_endpoints',
  `select id, secret, secret_key_id as "secretKeyId", previous_secret as "previousSecret",
          previous_secret_key_id as "previousSecretKeyId"
     from webhook_endpoints where business_id = $businessId order by id`,
)

// A test that failed must not leave its keys to the next one.
afterEach(() => restart())

const pathOf = (url: string): string => new URL(url).pathname

/** What a customer and a merchant have from the service. */
async function collect(shop: Shop, name: string) {
  const [email, phone] = [
    `${name}@simulator.example`,
    `+44770091${String(randomBytes(2).readUInt16BE() % 10_000).padStart(4, '0')}`,
  ]
  const request = {
    body: shippedOrder({ recipient_email: email, recipient_phone: phone, channels: ['sms'] }),
    headers: { 'Idempotency-Key': `push ${name}` },
  }
  const pushed = await shop.call('POST', '/api/v1/messages', request)
  expect(pushed.status, pushed.text).toBe(201)
  const sent = (channel: string, to: string) =>
    until(`the ${channel}`, async () => (await simulator.outbox({ channel, to }))[0])
  const [mail, text] = [await sent('email', email), await sent('sms', phone)]
  const visit = visitIn(await call('GET', pathOf(mail.link)))
  const shown = hiddenOn(await read(visit), 'shown')
  const proof = hiddenOn(await read(visit, '/settings'), 'proof')
  return { email, phone, request, pushed, mail, text, visit, shown, proof }
}
type Collected = Awaited<ReturnType<typeof collect>>

/** Uses each of them, in an order in which none prevents the use of another. */
async function useAll(shop: Shop, { request, pushed, mail, text, visit, shown, proof }: Collected) {
  const replay = await shop.call('POST', '/api/v1/messages', request)
  const entered = await Promise.all([mail.link, text.link].map((link) => call('GET', pathOf(link))))
  const inbox = await read(visit)
  await submitIn(visit, '/open', { shown })
  const message = await shop.call('GET', `/api/v1/messages/${pushed.json.id}`)
  await submitIn(visit, '/settings/texts', { proof })
  const recipient = await shop.call('GET', `/api/v1/recipients/${encodeURIComponent(mail.to)}/sms`)
  const unsubscribed = await call('POST', pathOf(mail.unsubscribe_url), { raw: 'List-Unsubscribe=One-Click' })
  return {
    replay: [replay.status, replay.text === pushed.text, replay.headers['idempotent-replayed']],
    links: entered.map(({ status, headers }) => [status, String(headers['location']).replace(/[\w-]{24}/, '…')]),
    inbox: subjectsOn(inbox),
    opened: message.json.delivery.opened,
    smsStatus: recipient.json.sms_status,
    unsubscribe: unsubscribed.status,
  }
}

test('links, texts, sessions, forms and stored responses from before a rotation are valid after it', async () => {
  await operator('PUT', '/whatsapp-templates/shipped', { state: 'approved' })
  const shop = await openShop({ business, operator }, 100, { sms: 'on_request' })
  const [before, control] = [await collect(shop, 'before'), await collect(shop, 'control')]
  const unrotated = await useAll(shop, control)
  expect(unrotated).toEqual({
    replay: [201, true, 'true'],
    links: [
      [303, '/inbox/…/updates'],
      [303, '/i/…/updates'],
    ],
    inbox: ['Your order'],
    opened: true,
    smsStatus: 'stopped',
    unsubscribe: 200,
  })

  await restart({ secretKeys: rotated })
  expect(await useAll(shop, before)).toEqual(unrotated)

  const after = await collect(shop, 'after')
  await restart({ secretKeys: [newKey] })
  expect(await useAll(shop, after)).toEqual(unrotated)
  // A link of the removed key is invalid, which the runbook states.
  expect((await call('GET', pathOf(before.mail.link))).status).not.toBe(303)
})

test('unsubscriptions and STOPs from before a rotation apply after it', async () => {
  const shop = await openShop({ business, operator }, 100, { sms: 'on_request' })
  const [unsubscribed, stopped] = [await collect(shop, 'unsubscribed'), await collect(shop, 'stopped')]
  await call('POST', pathOf(unsubscribed.mail.unsubscribe_url), { raw: 'List-Unsubscribe=One-Click' })
  await simulator.inbound('sms', stopped.phone, 'STOP')
  for (const { email } of [unsubscribed, stopped])
    await shop.call('POST', `/api/v1/recipients/${encodeURIComponent(email)}/erase`, {
      headers: { 'Idempotency-Key': `erase ${email}` },
    })
  await restart({ secretKeys: rotated })
  const again = async ({ request, email }: Collected) =>
    (await shop.call('POST', '/api/v1/messages', { ...request, headers: { 'Idempotency-Key': `again ${email}` } })).json
  expect((await again(unsubscribed)).email.skipped_reason).toBe('unsubscribed')
  expect((await again(stopped)).sms.skipped_reason).toBe('stopped')
})

describe('webhook secrets', () => {
  async function register(shop: Shop) {
    const receiver = await simulator.receiver('ok')
    const { json } = await shop.call('POST', '/api/v1/webhook-endpoints', { body: { url: receiver.url } })
    return { id: String(json.id), secret: String(json.secret), receiver: String(receiver.id) }
  }
  type Endpoint = Awaited<ReturnType<typeof register>>
  /** Sends a ping, and returns whether its signature is valid for the secret. */
  async function isSignedWith(shop: Shop, { id, receiver }: Endpoint, secret: string): Promise<boolean> {
    const result = await shop.call('POST', `/api/v1/webhook-endpoints/${id}/test`)
    expect(result.json, result.text).toMatchObject({ delivered: true })
    const { headers, body } = (await simulator.deliveries(receiver)).at(-1)
    const header = String(headers['x-service-signature'])
    const t = /t=(\d+)/.exec(header)![1]
    return header.includes(createHmac('sha256', secret).update(`${t}.${body}`).digest('hex'))
  }

  test('a secret from before a rotation signs after it, and after a reseal without the old key', async () => {
    const shop = await business()
    const [first, second] = [await register(shop), await register(shop)]
    await restart({ secretKeys: rotated })
    expect(await isSignedWith(shop, first, first.secret)).toBe(true)
    const replaced = await shop.call('POST', `/api/v1/webhook-endpoints/${second.id}/rotate-secret`)
    const third = await register(shop)
    const keyIds = async () =>
      (await db.all(storedEndpoints, { businessId: shop.businessId })).map((row) =>
        sealedSecrets(row).map(({ keyId }) => keyId),
      )
    expect(await keyIds()).toEqual([['0'], ['1', '0'], ['1']])

    const context = { db, keyring: createKeyring(rotated), randomBytes }
    expect(await resealSecrets(context)).toMatchObject({ unreadable: [] })
    expect(await keyIds()).toEqual([['1'], ['1', '1'], ['1']])
    expect(await resealSecrets(context)).toEqual({ endpoints: 0, unreadable: [] })
    await restart({ secretKeys: [newKey] })
    for (const [endpoint, secret] of [
      [first, first.secret],
      [second, second.secret],
      [second, String(replaced.json.secret)],
      [third, third.secret],
    ] as const)
      expect(await isSignedWith(shop, endpoint, secret)).toBe(true)
  })

  test('a worker that lacks the key of a secret leaves the delivery to another', async () => {
    const shop = await business()
    await restart({ secretKeys: rotated })
    const { receiver } = await register(shop)
    await restart()
    const { json } = await shop.call('POST', '/api/v1/messages', {
      body: { recipient_email: 'ada@simulator.example', subject: 'Order', body: 'Sent.' },
      headers: { 'Idempotency-Key': 'late' },
    })
    await until(
      'the delivery report',
      async () => (await shop.call('GET', `/api/v1/messages/${json.id}`)).json.delivery.delivered_at,
    )
    await until('a worker takes the job', async () => (await db.one(takenDeliveries))!.count > 0)
    await restart({ secretKeys: rotated })
    const arrived = await until('the event', async () => (await simulator.deliveries(receiver))[0])
    expect(JSON.parse(arrived.body)).toMatchObject({ type: 'message.delivered' })
  })

  test('a reseal in batches beside rotations and deletions leaves every secret readable, and repeats nothing', async () => {
    const next = seededRandom(20261118)
    const shops = await Promise.all(Array.from({ length: 4 }, () => business()))
    const endpoints = (
      await Promise.all(
        shops.map((shop) => Promise.all(Array.from({ length: 10 }, async () => ({ shop, ...(await register(shop)) })))),
      )
    ).flat()
    await restart({ secretKeys: rotated })
    const secrets = new Map(endpoints.map(({ id, secret }) => [id, secret]))
    const rotate = async (shop: Shop, id: string, times: number): Promise<void> => {
      for (let time = 0; time < times; time++) {
        const { json } = await shop.call('POST', `/api/v1/webhook-endpoints/${id}/rotate-secret`)
        secrets.set(id, String(json.secret))
      }
    }
    const remove = async (shop: Shop, id: string): Promise<void> => {
      await shop.call('DELETE', `/api/v1/webhook-endpoints/${id}`)
      secrets.delete(id)
    }
    const change = ({ shop, id }: (typeof endpoints)[number]): Promise<void> => {
      const drawn = next()
      return drawn < 0.1 ? remove(shop, id) : rotate(shop, id, Math.floor(drawn * 4))
    }
    const reseal = () => resealSecrets({ db, keyring: createKeyring(rotated), randomBytes }, 3)
    const [one, two] = await Promise.all([reseal(), reseal(), ...endpoints.map(change)])
    expect([one.unreadable, two.unreadable]).toEqual([[], []])
    expect(one.endpoints + two.endpoints).toBeLessThanOrEqual(endpoints.length)

    const onlyNew = createKeyring([newKey])
    const rows = (await Promise.all(shops.map(({ businessId }) => db.all(storedEndpoints, { businessId })))).flat()
    const unreadable = rows.filter((row) => !sealedSecrets(row).every((sealed) => canOpen(onlyNew, row.id, sealed)))
    expect(unreadable).toEqual([])
    expect(
      rows.map((row) => openSecret(onlyNew, row.id, { bytes: row.secret, keyId: row.secretKeyId })).toSorted(),
    ).toEqual([...secrets.values()].toSorted())
  })
})

describe('starting', () => {
  const base64 = (bytes: Buffer): string => bytes.toString('base64')
  const { SECRET_KEY: original, ...others } = settings
  const run = async (url: string, keys: Record<string, string>, ...flags: string[]) =>
    promisify(execFile)(process.execPath, [program, ...flags], { env: { ...others, DATABASE_URL: url, ...keys } }).then(
      ({ stdout }) => ({ code: 0, output: stdout }),
      ({ code, stderr }: { code: number; stderr: string }) => ({ code, output: stderr }),
    )

  const own = async () => {
    const url = await createDatabase()
    const ownDb = openDatabase({ url, poolSize: 8, onIdleError: () => undefined })
    return { url, ownDb, [Symbol.asyncDispose]: () => ownDb.close() }
  }

  test('with other keys than those of the database the program names the key and does not start, in every role', async () => {
    await using database = await own()
    const { url, ownDb } = database
    const other = base64(randomBytes(32))
    const bytes = Buffer.from(original, 'base64')
    const { code, output } = await run(url, { SECRET_KEY: original }, 'reseal')
    expect([code, output]).toEqual([1, expect.stringContaining('no process has started with key 0')])
    expect(await checkKeys(ownDb, { secretKeys: [{ id: '0', bytes }], digestKey: bytes })).toEqual([])
    expect(await run(url, { SECRET_KEY: original }, 'reseal')).toEqual({
      code: 0,
      output: 'Sealed the secrets of 0 webhook endpoints with key 0.\n',
    })
    const roles = ['all', 'api', 'web', 'worker']
    const starts = await Promise.all(roles.map((role) => run(url, { SECRET_KEY: other }, '--role', role)))
    for (const start of starts) {
      expect(start.code).toBe(1)
      expect(start.output).toContain('- key 0 (the former SECRET_KEY) in SECRET_KEYS is not the key')
      expect(start.output).toContain('- DIGEST_KEY is not the key')
    }
  })

  const recorded = statement<null, { kind: string; key_id: string }>(
    'probe.recorded_keys',
    `select kind, key_id from secret_key_checks order by kind, key_id`,
  )

  test('of concurrent first starts with different keys exactly one succeeds', async () => {
    for (let repeat = 0; repeat < 5; repeat++) {
      await using database = await own()
      const { ownDb } = database
      const keys = Array.from({ length: 8 }, () => randomBytes(32))
      const starts = await Promise.all(
        keys.map((bytes) => checkKeys(ownDb, { secretKeys: [{ id: '0', bytes }], digestKey: bytes })),
      )
      expect(starts.filter((problems) => problems.length === 0)).toHaveLength(1)
      expect(await ownDb.all(recorded)).toEqual([
        { kind: 'digest', key_id: 'digest' },
        { kind: 'sealing', key_id: '0' },
      ])
    }
  })

  test('a refused start records no key', async () => {
    await using database = await own()
    const { ownDb } = database
    const [one, two] = [randomBytes(32), randomBytes(32)]
    expect(await checkKeys(ownDb, { secretKeys: [{ id: '0', bytes: one }], digestKey: one })).toEqual([])
    const wrong = {
      secretKeys: [
        { id: '1', bytes: two },
        { id: '0', bytes: two },
      ] as SecretKeys,
      digestKey: one,
    }
    expect(await checkKeys(ownDb, wrong)).toHaveLength(1)
    expect((await ownDb.all(recorded)).map(({ key_id: keyId }) => keyId)).toEqual(['digest', '0'])
  })

  test('a stored secret whose key is missing in SECRET_KEYS prevents the start, until npm run reseal has run', async () => {
    const shop = await business()
    const receiver = await simulator.receiver('ok')
    await shop.call('POST', '/api/v1/webhook-endpoints', { body: { url: receiver.url } })
    const digestKey = config.digestKey
    await resealSecrets({ db, keyring: createKeyring(rotated), randomBytes })
    await shop.call('POST', '/api/v1/webhook-endpoints', { body: { url: receiver.url } })
    expect(await checkKeys(db, { secretKeys: rotated, digestKey })).toEqual([])
    expect(await checkKeys(db, { secretKeys: [newKey], digestKey })).toEqual([
      expect.stringMatching(/^SECRET_KEYS lacks key 0 .* npm run reseal/),
    ])
    const keys = {
      SECRET_KEYS: rotated.map(({ id, bytes }) => `${id}:${base64(bytes)}`).join(),
      DIGEST_KEY: base64(digestKey),
    }
    expect(await run(config.databaseUrl, keys, 'reseal')).toEqual({
      code: 0,
      output: 'Sealed the secrets of 1 webhook endpoints with key 1.\n',
    })
    expect(await checkKeys(db, { secretKeys: [newKey], digestKey })).toEqual([])
  })

  test('a secret stored by the previous release, which knows no key ids, belongs to key 0', async () => {
    const shop = await business()
    const [id, keyring] = [crypto.randomUUID(), createKeyring([oldKey])]
    await db.all(storeAsBefore, { businessId: shop.businessId, id, secret: Buffer.from('sealed') })
    const [row] = await db.all(storedEndpoints, { businessId: shop.businessId })
    expect(sealedSecrets(row!).map(({ keyId }) => keyId)).toEqual(['0', '0'])
    // The bytes of this row were not sealed: the command names the endpoint and changes the others.
    expect(await resealSecrets({ db, keyring: createKeyring(rotated), randomBytes })).toMatchObject({
      unreadable: [id],
    })
    expect(canOpen(keyring, id, sealedSecrets(row!)[0]!)).toBe(false)
  })
})

const takenDeliveries = statement<null, { count: number }>(
  'probe.taken_deliveries',
  `select count(*)::integer as count from queue.job where name = 'webhooks' and state = 'active'`,
)
const storeAsBefore = statement<{ businessId: string; id: string; secret: Buffer }>(
  'probe.store_endpoint_as_before',
  `insert into webhook_endpoints (business_id, id, url, event_types, secret, secret_ending, previous_secret, previous_until)
   values ($businessId, $id, 'https://hooks.example.com', '{}', $secret, 'abcd', $secret, clock_now() + interval '1 day')`,
)
