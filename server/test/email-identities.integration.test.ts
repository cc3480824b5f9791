import { execFile } from 'node:child_process'
import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { convertEmailIdentities } from '../src/data-migrations/email-identities.ts'
import { type Database, openDatabase, sqlState } from '../src/db/database.ts'
import { statement } from '../src/db/statement.ts'
import type { EmailIdentity } from '../src/email.ts'
import { parseId } from '../src/ids.ts'
import { inboxLink, unsubscribeUrl } from '../src/inbox-tokens/tokens.ts'
import { createDigestKey, createKeyring } from '../src/keyring.ts'
import { migrateAll, pendingSteps } from '../src/migrate-all.ts'
import { addressDigests, numberDigest } from '../src/recipients/digest.ts'
import { settings } from './harness/environment.ts'
import { program } from './harness/process.ts'
import { visitIn } from './spec/6-inbox-client.ts'
import type { Shop } from './support/client.ts'
import { freshKey, openShop, pushMessage, shippedOrder } from './support/messages.ts'
import { createDatabase, createTestService } from './support/test-service.ts'

/** Allows the recipients of an earlier release, whose addresses are stored as they were given. */
const dropCheck = 'alter table recipients drop constraint recipients_email_is_ascii'
const secretKey = Buffer.from(settings.SECRET_KEY, 'base64')
const old = (email: string) => email as EmailIdentity

const rename = statement<{ businessId: string; email: string; spelling: string; createdAt: string }, { id: string }>(
  'probe.rename',
  `update recipients set email = $spelling, displayed_email = null, created_at = $createdAt where business_id = $businessId and email = $email returning id`,
)
const renameInResponses = statement<{ businessId: string; email: string; spelling: string }>(
  'probe.rename_in_responses',
  `update stored_responses set body = replace(body, $email, $spelling) where business_id = $businessId`,
)
const stored = statement<{ businessId: string }, { email: string; displayed_email: string | null }>(
  'probe.stored',
  `select email, displayed_email from recipients where business_id = $businessId order by email`,
)
const consents = statement<{ businessId: string }, Record<string, unknown>>(
  'probe.consents',
  `select r.id, r.email, r.displayed_email, r.phone, r.unsubscribed_at is not null as unsubscribed, s.stop_source as sms_stop_source,
          w.withdrawn_at is not null as withdrawn
     from recipients r
     left join recipient_channels s on s.recipient_id = r.id and s.channel = 'sms'
     left join recipient_channels w on w.recipient_id = r.id and w.channel = 'whatsapp'
    where r.business_id = $businessId`,
)
const stopsOf = statement<{ businessId: string; numberDigest: Buffer }, { source: string }>(
  'probe.stops_of',
  `select source from number_stops where business_id = $businessId and number_digest = $numberDigest`,
)
const suppressions = statement<{ businessId: string }, { address_digest: Buffer; reason: string }>(
  'probe.suppressions',
  `select address_digest, reason from email_suppressions where business_id = $businessId`,
)
const platformSuppressions = statement<null, { address_digest: Buffer }>(
  'probe.platform_suppressions',
  `select address_digest from platform_suppressions`,
)
const plant = statement<{ businessId: string; planted: { id: string; email: string }[] }>(
  'probe.plant',
  `insert into recipients (business_id, id, email, created_at)
   select $businessId, id, email, clock_now() from $planted(id uuid, email text)`,
)
const plantSuppressions = statement<{
  businessId: string
  bounced: Buffer
  unsubscribed: Buffer
  platformDigest: Buffer
}>(
  'probe.plant_suppressions',
  `with platform as (insert into platform_suppressions (address_digest) values ($platformDigest))
   insert into email_suppressions (business_id, address_digest, reason) values ($businessId, $bounced, 'bounced'), ($businessId, $unsubscribed, 'unsubscribed')`,
)
const plantBusiness = statement<{ businessId: string }>(
  'probe.plant_business',
  `insert into businesses (id, shard, name, mode) values ($businessId, '00', 'Shop', 'live')`,
)
const newest = statement<{ businessId: string }, { events: string[]; replies: string[]; statuses: string[] }>(
  'probe.moved',
  `select array(select distinct recipient_id::text from events where business_id = $businessId) as events,
          array(select distinct recipient_id::text from whatsapp_replies where business_id = $businessId) as replies,
          array(select status from messages where business_id = $businessId and kind = 'updateable' order by updated_at) as statuses`,
)
const plantReply = statement<{ businessId: string; id: string; recipientId: string }>(
  'probe.plant_reply',
  `insert into whatsapp_replies (business_id, id, recipient_id, platform_id, text, received_at) values ($businessId, $id, $recipientId, 'wamid', 'Hello', clock_now())`,
)

/** A database with a business and recipients as an earlier release stores them. */
async function oldDatabase(emails: string[]): Promise<{ url: string; db: Database; businessId: string }> {
  const url = await createDatabase()
  const db = openDatabase({ url, poolSize: 2, onIdleError: () => undefined })
  await db.command(dropCheck)
  const businessId = randomUUIDv7()
  await db.all(plantBusiness, { businessId })
  const ids = emails.map(() => randomUUIDv7()).toSorted()
  await db.all(plant, { businessId, planted: emails.map((email, index) => ({ id: ids[index]!, email })) })
  return { url, db, businessId }
}
const convertedOf = async (db: Database, businessId: string) =>
  (await db.all(stored, { businessId })).filter(({ displayed_email: displayed }) => displayed !== null).length

test('converted recipients of an earlier release have the identity as email and display the address as given (2.1)', async () => {
  const { url, db, businessId } = await oldDatabase([
    'ada@example.com',
    'ada@b\u00fccher.example',
    'ada@\uff53hop.example',
    `${'a'.repeat(60)}@${'\u00fc.'.repeat(90)}example`,
  ])
  const update = await migrateAll(url, secretKey)
  expect([update, await pendingSteps(url)]).toEqual([{ applied: [], problems: [] }, []])
  expect(await db.all(stored, { businessId })).toEqual([
    {
      email: `${'a'.repeat(60)}@${'xn--tda.'.repeat(90)}example`,
      displayed_email: `${'a'.repeat(60)}@${'\u00fc.'.repeat(90)}example`,
    },
    { email: 'ada@example.com', displayed_email: null },
    { email: 'ada@shop.example', displayed_email: 'ada@\uff53hop.example' },
    { email: 'ada@xn--bcher-kva.example', displayed_email: 'ada@b\u00fccher.example' },
  ])
  const planted = [{ id: randomUUIDv7(), email: 'bob@b\u00fccher.example' }]
  const late = await db.all(plant, { businessId, planted }).catch(sqlState)
  expect(late, 'a process of the earlier release can no longer store another spelling').toBe('23514')
  await db.close()
})

type Digests = ReturnType<typeof addressDigests>
test('the suppression of any spelling of an address becomes a suppression of the mailbox (2.11)', async () => {
  const { url, db, businessId } = await oldDatabase(['ada@b\u00fccher.example', 'ada@bu\u0308cher.example'])
  const digestKey = createDigestKey(secretKey)
  const [composed, decomposed, identity] = [
    'ada@b\u00fccher.example',
    'ada@bu\u0308cher.example',
    'ada@xn--bcher-kva.example',
  ]
    .map(old)
    .map((email) => addressDigests(digestKey, businessId, email)) as [Digests, Digests, Digests]
  await db.all(plantSuppressions, {
    businessId,
    bounced: composed.addressDigest,
    unsubscribed: decomposed.addressDigest,
    platformDigest: decomposed.platformDigest,
  })
  await migrateAll(url, secretKey)
  expect(await db.all(suppressions, { businessId })).toEqual([
    { address_digest: identity.addressDigest, reason: 'unsubscribed' },
  ])
  expect(await db.all(platformSuppressions)).toEqual([{ address_digest: identity.platformDigest }])
  await db.close()
})

test('an interrupted conversion continues where it stopped, also in two processes at once', async () => {
  const spellings = ['b\u00fccher', 'bu\u0308cher', 'b\uff55\u0308cher']
  const emails = Array.from({ length: 84 }, (_, index) => spellings.map((host) => `ada${index}@${host}.example`)).flat()
  const { url, db, businessId } = await oldDatabase(emails)
  await db.command(
    `create function interrupt() returns trigger language plpgsql as $$ begin raise exception 'interrupted'; end $$`,
  )
  await db.command(
    `create trigger interrupt before update on recipients for each row when (old.email like 'ada40@%') execute function interrupt()`,
  )
  await expect(migrateAll(url, secretKey)).rejects.toThrow('interrupted')
  // The first batch of 100 rows has 33 mailboxes and the first spelling of the 34th.
  expect([await convertedOf(db, businessId), await pendingSteps(url)]).toEqual([34, ['email identities']])

  await db.command('drop trigger interrupt on recipients')
  const updates = await Promise.all([migrateAll(url, secretKey), migrateAll(url, secretKey)])
  expect(updates).toEqual([
    { applied: [], problems: [] },
    { applied: [], problems: [] },
  ])
  expect([await convertedOf(db, businessId), await pendingSteps(url)]).toEqual([84, []])
  expect((await db.all(stored, { businessId })).length).toBe(84)
  await db.close()
})

test('npm run migrate needs SECRET_KEY if a conversion is pending, and npm start refuses to start until it has run', async () => {
  const { url, db } = await oldDatabase(['ada@b\u00fccher.example'])
  await db.close()
  const run = (environment: Record<string, string>, ...flags: string[]) =>
    promisify(execFile)(process.execPath, [program, ...flags], { env: { DATABASE_URL: url, ...environment } }).then(
      ({ stdout }) => ({ code: 0, output: stdout }),
      ({ code, stderr }: { code: number; stderr: string }) => ({ code, output: stderr }),
    )
  const withoutKey = await run({}, 'migrate')
  expect([withoutKey.code, withoutKey.output]).toEqual([
    1,
    expect.stringContaining('SECRET_KEY, in an installation that began with it) is needed'),
  ])
  const start = await run(settings)
  expect([start.code, start.output]).toEqual([1, expect.stringContaining('email identities: npm run migrate')])
  expect(await run({ SECRET_KEY: settings.SECRET_KEY }, 'migrate')).toEqual({
    code: 0,
    output: 'The database is up to date.\n',
  })
  expect(await run({}, 'migrate')).toEqual({ code: 0, output: 'The database is up to date.\n' })
})

test('two recipients with one mailbox are merged: messages of both, the stricter consent, and the links of either (2.1)', async () => {
  const { business, call, config, db, operator } = await createTestService()
  const [keyring, digestKey] = [createKeyring(config.secretKeys), createDigestKey(config.digestKey)]
  const shop = await openShop({ business, operator }, 100, { sms: 'on', sending_paused: true })
  const businessId = parseId('biz', shop.id)!
  const [older, newer] = ['ada@b\u00fccher.example', 'ada@b\u00fc\u00adcher.example']
  const [olderPhone, newerPhone] = ['+447700900123', '+447700900456']
  const batchKey = { 'Idempotency-Key': randomUUID() }
  const pushes: [email: string, over: object][] = [
    ['one@example.com', { recipient_phone: olderPhone }],
    ['two@example.com', { recipient_phone: newerPhone }],
  ]
  for (const [email, over] of pushes) {
    await pushMessage(shop, shippedOrder({ recipient_email: email, ...over }))
    await pushMessage(shop, shippedOrder({ recipient_email: email, kind: 'updateable', notify: false }))
  }
  const messages = pushes.map(([email]) => shippedOrder({ recipient_email: email, notify: false }))
  const batch = async (sent: object[]) =>
    (await shop.call('POST', '/api/v1/messages/batch', { headers: batchKey, body: { messages: sent } })).json.results
  await batch(messages)
  const path = (email: string) => `/businesses/${shop.id}/recipients/${email}`
  await operator('POST', `${path('one@example.com')}/unsubscribe`)
  await operator('POST', `${path('two@example.com')}/stop`, { channel: 'sms' })
  await shop.call('POST', '/api/v1/recipients/two@example.com/whatsapp/erase', { headers: freshKey() })

  await db.command(dropCheck)
  const idOf = async (email: string, spelling: string, createdAt: string) => {
    await db.all(renameInResponses, { businessId, email, spelling })
    return (await db.one(rename, { businessId, email, spelling, createdAt }))!.id
  }
  const olderId = await idOf('one@example.com', older, '2026-01-01')
  const newerId = await idOf('two@example.com', newer, '2026-02-01')
  await db.all(plantReply, { businessId, id: randomUUIDv7(), recipientId: newerId })

  expect(await convertEmailIdentities(db, digestKey)).toBe('done')
  const merged = {
    id: olderId,
    email: 'ada@xn--bcher-kva.example',
    displayed_email: older,
    phone: olderPhone,
    unsubscribed: true,
    sms_stop_source: 'admin',
    withdrawn: true,
  }
  expect(await db.all(consents, { businessId })).toEqual([merged])
  expect(await db.one(newest, { businessId })).toEqual({
    events: [olderId],
    replies: [olderId],
    statuses: ['obsolete', 'active'],
  })
  expect(
    await db.all(stopsOf, { businessId, numberDigest: numberDigest(digestKey, businessId, newerPhone) }),
  ).toContainEqual({
    source: 'admin',
  })
  const items = async (at: Shop, email: string) =>
    (await at.call('GET', `/api/v1/messages?recipient_email=${encodeURIComponent(email)}`)).json.items
  expect((await items(shop, newer)).map((item: { recipient_email: string }) => item.recipient_email)).toEqual(
    Array.from({ length: 6 }, () => older),
  )

  const soon = new Date(Date.now() + 86_400_000)
  const target = { shard: '00', businessId, recipientId: newerId }
  // The number of the merged recipient was dropped, so the links that were issued before have ended.
  const pass = { ...target, messageId: null, expiresAt: soon }
  expect((await call('GET', inboxLink(keyring, '', { ...pass, epoch: 0 }))).status).toBe(404)
  const visit = visitIn(await call('GET', inboxLink(keyring, '', { ...pass, epoch: 1 })))
  const inbox = await call('GET', `${visit.path}/updates`, { headers: { Cookie: visit.cookie } })
  expect([inbox.status, inbox.text.match(/class="subject"/g)?.length]).toEqual([200, 6])
  expect((await call('POST', unsubscribeUrl(keyring, '', target), { raw: 'List-Unsubscribe=One-Click' })).status).toBe(
    200,
  )

  const { deleted, kept: suppressed } = (
    await shop.call('POST', `/api/v1/recipients/${encodeURIComponent(newer)}/erase`, { headers: freshKey() })
  ).json
  // The responses of four pushes and two batch items, and the two stored copies of the batch response.
  expect([deleted.messages, deleted.recipients, deleted.whatsapp_replies, deleted.api_responses]).toEqual([6, 1, 1, 8])
  expect(suppressed.email_suppressions).toBe(1)
  const replayed = await batch(messages)
  expect(replayed.map((item: { error_code: string }) => item.error_code)).toEqual([
    'message.not_found',
    'message.not_found',
  ])
  expect((await pushMessage(shop, shippedOrder({ recipient_email: newer }))).email.sending).toBe(false)
  expect(await convertEmailIdentities(db, null), 'nothing remains to be converted').toBe('done')
})
