import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { freshKey, shippedOrder } from './support/messages.ts'
import { createTestService } from './support/test-service.ts'

/** Writes in the way of the previous release, which runs beside this one during an upgrade. */
const { business, config, operator } = await createTestService({ role: 'api' })
const previousRelease = new pg.Client({ connectionString: config.databaseUrl })
await previousRelease.connect()
afterAll(() => previousRelease.end())

const today = `(clock_now() at time zone 'UTC')::date`
const countEmails = (businessId: string, sent: number) =>
  previousRelease.query(
    `insert into email_days (business_id, day, sent) values ($1, ${today}, $2)
         on conflict (business_id, day) do update set sent = email_days.sent + excluded.sent`,
    [businessId, sent],
  )
const countTexts = (businessId: string, sent: number) =>
  previousRelease.query(
    `insert into sms_days (business_id, day, sent) values ($1, ${today}, $2)
         on conflict (business_id, day) do update set sent = sms_days.sent + excluded.sent`,
    [businessId, sent],
  )
const reserve = (businessId: string, channel: string, sends: number) =>
  previousRelease.query(
    `insert into daily_sends (business_id, channel, day, sent) values ($1, $2, ${today}, $3)
         on conflict (business_id, channel, day) do update set sent = daily_sends.sent + excluded.sent`,
    [businessId, channel, sends],
  )
const counted = async (businessId: string) => ({
  old: [
    (await previousRelease.query(`select sent, complained from email_days where business_id = $1`, [businessId])).rows,
    (await previousRelease.query(`select sent from sms_days where business_id = $1`, [businessId])).rows,
  ],
  new: (
    await previousRelease.query(
      `select channel, sent, complained from daily_sends where business_id = $1 order by channel`,
      [businessId],
    )
  ).rows,
})

test('what either release counts, the other counts too, so that a daily limit applies to both together', async () => {
  const { businessId } = await business()
  await countEmails(businessId, 3)
  await reserve(businessId, 'email', 4)
  await previousRelease.query(`update email_days set sent = sent - 2 where business_id = $1`, [businessId])
  await reserve(businessId, 'sms', 1)
  await countTexts(businessId, 1)
  await previousRelease.query(`update email_days set complained = 1 where business_id = $1`, [businessId])
  await reserve(businessId, 'whatsapp', 9)
  expect(await counted(businessId)).toEqual({
    old: [[{ sent: 5, complained: 1 }], [{ sent: 2 }]],
    new: [
      { channel: 'email', sent: 5, complained: 1 },
      { channel: 'sms', sent: 2, complained: 0 },
      { channel: 'whatsapp', sent: 9, complained: 0 },
    ],
  })
})

test('concurrent counts of both releases add up without a deadlock', async () => {
  const { businessId } = await business()
  const clients = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const client = new pg.Client({ connectionString: config.databaseUrl })
      await client.connect()
      return client
    }),
  )
  const count = async (client: pg.Client, text: string): Promise<void> => {
    for (let remaining = 25; remaining > 0; remaining--) await client.query(text, [businessId])
  }
  const [old, current] = [
    `insert into email_days (business_id, day, sent) values ($1, ${today}, 1)
         on conflict (business_id, day) do update set sent = email_days.sent + excluded.sent`,
    `insert into daily_sends (business_id, channel, day, sent) values ($1, 'email', ${today}, 1)
         on conflict (business_id, channel, day) do update set sent = daily_sends.sent + excluded.sent`,
  ]
  await Promise.all(clients.map((client, index) => count(client, index % 2 === 0 ? old : current)))
  await Promise.all(clients.map((client) => client.end()))
  expect(await counted(businessId)).toEqual({
    old: [[{ sent: 100, complained: 0 }], []],
    new: [{ channel: 'email', sent: 100, complained: 0 }],
  })
})

test('a nudge cancelled by the previous release is cancelled for this one', async () => {
  const shop = await business()
  const send_at = new Date(Date.now() + 86_400_000).toISOString()
  const pushed = await shop.call('POST', '/api/v1/messages', {
    headers: freshKey(),
    body: shippedOrder({ recipient_email: 'ada@example.com', send_at }),
  })
  expect(pushed.status).toBe(201)
  const { rows } = await previousRelease.query(
    `update nudges set state = 'called_off', due_at = null where business_id = $1 returning channel, state`,
    [shop.businessId],
  )
  expect(rows).toEqual([{ channel: 'email', state: 'cancelled' }])
})

describe('consents, which the previous release stores in columns of recipients', () => {
  const phoneOf = (index: number) => `+4477009${String(index).padStart(5, '0')}`
  const consents = async (businessId: string) =>
    (
      await previousRelease.query(
        `select channel, consented_at is not null as consented, consent_source, opt_in, consent_digest, stop_source, stop_digest,
                withdrawn_at is not null as withdrawn
           from recipient_channels where business_id = $1 order by recipient_id, channel`,
        [businessId],
      )
    ).rows
  const columns = async (businessId: string) =>
    (
      await previousRelease.query(
        `select sms_consent_source, sms_stop_source, sms_stop_digest, whatsapp_opt_in, whatsapp_opt_in_digest, whatsapp_stop_source,
                whatsapp_opted_in_at is not null as opted_in, whatsapp_withdrawn_at is not null as withdrawn
           from recipients where business_id = $1 order by id`,
        [businessId],
      )
    ).rows
  const insert = (businessId: string, index: number) =>
    previousRelease.query(
      `insert into recipients (business_id, id, email, phone, phone_destination, phone_digest, sms_consent_at, sms_consent_source,
                               whatsapp_opted_in_at, whatsapp_opt_in, whatsapp_opt_in_digest, created_at)
       values ($1, gen_random_uuid(), $2, $3, 'GB', sha256($3::text::bytea), now(), 'push', now(), '{"source":"till"}', sha256($3::text::bytea), now())`,
      [businessId, `${index}@example.com`, phoneOf(index)],
    )
  const digest = (index: number) => createHash('sha256').update(phoneOf(index)).digest()
  const sms = (over: object = {}) => ({
    channel: 'sms',
    consented: true,
    consent_source: 'push',
    opt_in: null,
    consent_digest: null,
    stop_source: null,
    stop_digest: null,
    withdrawn: false,
    ...over,
  })
  const whatsapp = (index: number, over: object = {}) => ({
    ...sms(),
    channel: 'whatsapp',
    consent_source: null,
    opt_in: { source: 'till' },
    consent_digest: digest(index),
    ...over,
  })

  test('its inserts and updates are copied to the rows of this release', async () => {
    const { businessId } = await business()
    await insert(businessId, 1)
    expect(await consents(businessId)).toEqual([sms(), whatsapp(1)])
    await previousRelease.query(
      `update recipients set sms_stopped_at = now(), sms_stop_source = 'text', sms_stop_digest = phone_digest, whatsapp_withdrawn_at = now(),
              whatsapp_opted_in_at = null, whatsapp_opt_in = null, whatsapp_opt_in_digest = null where business_id = $1`,
      [businessId],
    )
    expect(await consents(businessId)).toEqual([
      sms({ stop_source: 'text', stop_digest: digest(1) }),
      whatsapp(1, { consented: false, opt_in: null, consent_digest: null, withdrawn: true }),
    ])
    await previousRelease.query(
      `update recipients set sms_stopped_at = null, sms_stop_source = null, sms_stop_digest = null where business_id = $1`,
      [businessId],
    )
    expect((await consents(businessId))[0]).toEqual(sms())
  })

  test('the changes of this release are copied to its columns', async () => {
    const shop = await business({ whatsapp: 'on', sms: 'on' })
    const body = shippedOrder({
      recipient_email: 'ada@example.com',
      recipient_phone: phoneOf(2),
      whatsapp_opt_in: { source: 'till' },
    })
    expect((await shop.call('POST', '/api/v1/messages', { headers: freshKey(), body })).status).toBe(201)
    const none = { sms_stop_source: null, sms_stop_digest: null, whatsapp_stop_source: null, withdrawn: false }
    const optIn = { source: 'till', obtained_at: null, wording: null }
    expect(await columns(shop.businessId)).toEqual([
      {
        ...none,
        sms_consent_source: 'push',
        opted_in: true,
        whatsapp_opt_in: optIn,
        whatsapp_opt_in_digest: expect.any(Buffer),
      },
    ])
    await operator('POST', `/businesses/${shop.id}/recipients/ada@example.com/stop`, { channel: 'whatsapp' })
    await shop.call('POST', '/api/v1/recipients/ada@example.com/whatsapp/erase', { headers: freshKey() })
    expect(await columns(shop.businessId)).toEqual([
      {
        ...none,
        sms_consent_source: 'push',
        opted_in: false,
        whatsapp_opt_in: null,
        whatsapp_opt_in_digest: null,
        whatsapp_stop_source: 'admin',
        withdrawn: true,
      },
    ])
  })

  test('existing consents are copied, and an interrupted migration can be run again', async () => {
    const { businessId } = await business()
    for (let index = 100; index < 150; index++) await insert(businessId, index)
    await previousRelease.query('delete from recipient_channels where business_id = $1', [businessId])
    const file = join(import.meta.dirname, '../migrations/0019_recipient-channels.sql')
    await previousRelease.query(`begin; ${readFileSync(file, 'utf8')} commit;`)
    const copied = await consents(businessId)
    expect(copied.length).toBe(100)
    const numbers = copied.flatMap(({ consent_digest: one }) => (one === null ? [] : [String(one.toString('hex'))]))
    expect(new Set(numbers)).toEqual(
      new Set(Array.from({ length: 50 }, (_, index) => digest(100 + index).toString('hex'))),
    )
  })

  test('concurrent stops and starts by both releases leave the same state in both', async () => {
    const { businessId } = await business()
    await insert(businessId, 3)
    const clients = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const client = new pg.Client({ connectionString: config.databaseUrl })
        await client.connect()
        return client
      }),
    )
    const old = (stops: boolean) =>
      `update recipients set sms_stopped_at = ${stops ? `now(), sms_stop_source = 'inbox'` : 'null, sms_stop_source = null'} where business_id = $1`
    const current = (stops: boolean) =>
      `with locked as (select id, business_id from recipients where business_id = $1 for no key update)
       update recipient_channels c set stopped_at = ${stops ? `now(), stop_source = 'inbox'` : 'null, stop_source = null'}
         from locked where c.recipient_id = locked.id and c.business_id = locked.business_id and c.channel = 'sms'`
    await Promise.all(
      clients.map(async (client, index) => {
        for (let turn = 0; turn < 50; turn++)
          await client.query((index % 2 ? old : current)(turn % 3 > 0), [businessId])
      }),
    )
    await Promise.all(clients.map((client) => client.end()))
    const [row] = await columns(businessId)
    expect((await consents(businessId))[0].stop_source).toBe(row.sms_stop_source)
  })
})

test('a message that the previous release pushed and updated has a timeline without keys', async () => {
  const shop = await business()
  const { json } = await shop.call('POST', '/api/v1/messages', {
    headers: freshKey(),
    body: shippedOrder({ recipient_email: 'ada@example.com', kind: 'updateable' }),
  })
  const { id } = (await previousRelease.query(`select id from messages where business_id = $1`, [shop.businessId]))
    .rows[0]
  await previousRelease.query(
    `insert into messages (business_id, id, recipient_id, kind, status, subject, body, reference, order_status, created_at, updated_at)
     select business_id, gen_random_uuid(), recipient_id, kind, status, 'Another subject', body, reference, order_status, created_at, updated_at
       from messages where id = $1`,
    [id],
  )
  await previousRelease.query(
    `update messages set updated_at = updated_at + interval '1 minute' where business_id = $1`,
    [shop.businessId],
  )
  const { items } = (await shop.call('GET', '/api/v1/messages')).json
  const timelines = await Promise.all(
    items.map(async (item: { id: string }) => [
      item.id === json.id,
      (await shop.call('GET', `/api/v1/messages/${item.id}/timeline`)).json.items
        .filter(({ kind }: { kind: string }) => kind === 'pushed')
        .map(({ data }: { data: { key: object | null } }) => data.key === null),
    ]),
  )
  expect(new Map(timelines as [boolean, boolean[]][])).toEqual(
    new Map([
      [true, [false, true]],
      [false, [true, true]],
    ]),
  )
})
