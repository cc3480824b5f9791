import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { freshKey, shippedOrder } from './support/messages.ts'
import { createWorld } from './support/world.ts'

/** What the release before this one writes while both run, as it writes it. */
const { business, config } = await createWorld({ role: 'api' })
const before = new pg.Client({ connectionString: config.databaseUrl })
await before.connect()
afterAll(() => before.end())

const today = `(clock_now() at time zone 'UTC')::date`
const countEmails = (businessId: string, sent: number) =>
  before.query(
    `insert into email_days (business_id, day, sent) values ($1, ${today}, $2)
         on conflict (business_id, day) do update set sent = email_days.sent + excluded.sent`,
    [businessId, sent],
  )
const countTexts = (businessId: string, sent: number) =>
  before.query(
    `insert into sms_days (business_id, day, sent) values ($1, ${today}, $2)
         on conflict (business_id, day) do update set sent = sms_days.sent + excluded.sent`,
    [businessId, sent],
  )
const reserve = (businessId: string, channel: string, sends: number) =>
  before.query(
    `insert into daily_sends (business_id, channel, day, sent) values ($1, $2, ${today}, $3)
         on conflict (business_id, channel, day) do update set sent = daily_sends.sent + excluded.sent`,
    [businessId, channel, sends],
  )
const counted = async (businessId: string) => ({
  old: [
    (await before.query(`select sent, complained from email_days where business_id = $1`, [businessId])).rows,
    (await before.query(`select sent from sms_days where business_id = $1`, [businessId])).rows,
  ],
  new: (
    await before.query(`select channel, sent, complained from daily_sends where business_id = $1 order by channel`, [
      businessId,
    ])
  ).rows,
})

test('what either release counts, the other counts too, so that a daily limit holds over both', async () => {
  const { businessId } = await business()
  await countEmails(businessId, 3)
  await reserve(businessId, 'email', 4)
  await before.query(`update email_days set sent = sent - 2 where business_id = $1`, [businessId])
  await reserve(businessId, 'sms', 1)
  await countTexts(businessId, 1)
  await before.query(`update email_days set complained = 1 where business_id = $1`, [businessId])
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

test('many counts of both releases at once add up, and none waits for another in a circle', async () => {
  const { businessId } = await business()
  const clients = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const client = new pg.Client({ connectionString: config.databaseUrl })
      await client.connect()
      return client
    }),
  )
  const count = async (client: pg.Client, text: string): Promise<void> => {
    for (let left = 25; left > 0; left--) await client.query(text, [businessId])
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

test('a nudge that the release before cancels is cancelled for this one', async () => {
  const shop = await business()
  const send_at = new Date(Date.now() + 86_400_000).toISOString()
  const pushed = await shop.call('POST', '/api/v1/messages', {
    headers: freshKey(),
    body: shippedOrder({ recipient_email: 'ada@example.com', send_at }),
  })
  expect(pushed.status).toBe(201)
  const { rows } = await before.query(
    `update nudges set state = 'called_off', due_at = null where business_id = $1 returning channel, state`,
    [shop.businessId],
  )
  expect(rows).toEqual([{ channel: 'email', state: 'cancelled' }])
})
