import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { moveDevelopmentClock } from '../src/db/development-clock.ts'
import { statement } from '../src/db/statement.ts'
import { emailIdentity } from '../src/email.ts'
import { lockRecipients, recipientLockName } from '../src/recipients/lock.ts'
import { runMaintenance } from '../src/scheduling/maintenance.ts'
import type { Shop } from './support/client.ts'
import { openShop, pushMessage, shippedOrder } from './support/messages.ts'
import { createTestService } from './support/test-service.ts'
import { contextOf, sendAll } from './support/test-sides.ts'

const service = await createTestService({ role: 'api' })
const { db, operator } = service
beforeAll(() => operator('PUT', '/whatsapp-templates/shipped', { state: 'approved' }))

/** Moves the clock on until the end of the test. */
async function advanceDays(days: number): Promise<void> {
  await moveDevelopmentClock(db, days * 86_400)
  onTestFinished(async () => void (await moveDevelopmentClock(db, -days * 86_400)))
}
const purge = async (): Promise<number> => {
  const [report] = await runMaintenance(db, ['maintenance.test_data'])
  if (report === undefined || 'error' in report) throw report?.error
  return report.counts['purged']!
}
/** What is purged, and what stays. */
const purged = [
  'messages',
  'nudges',
  'nudge_attempts',
  'recipients',
  'recipient_channels',
  'events',
  'webhook_deliveries',
  'whatsapp_replies',
  'email_suppressions',
  'number_stops',
  'unreachable_numbers',
  'test_outbox',
]
const retained = ['api_keys', 'webhook_endpoints', 'credit_balances', 'credit_ledger']
const countRows = statement<{ businessId: string }, Record<string, number>>(
  'probe.count_rows',
  `select ${[...purged, ...retained]
    .map((table) => `(select count(*) from ${table} where business_id = $businessId)::integer as ${table}`)
    .join(', ')},
          (select stored::integer from message_counts where business_id = $businessId) as stored`,
)
const count = async (shop: Shop): Promise<Record<string, number>> => (await db.one(countRows, shop))!

async function fillShop(mode: 'live' | 'test'): Promise<Shop> {
  const shop = await openShop(service, 100, { mode, country: 'GB', sms: 'on', whatsapp: 'on' })
  await shop.call('POST', '/api/v1/webhook-endpoints', { body: { url: 'https://hooks.example.com/' } })
  const phones = ['+447700900005', '+447700900007', '+447700900123']
  for (const [index, phone] of phones.entries())
    await pushMessage(
      shop,
      shippedOrder({
        recipient_email: `customer${index}@example.com`,
        recipient_phone: phone,
        whatsapp_opt_in: { at: '2026-01-01T00:00:00Z', method: 'checkout' },
        channels: ['email', 'whatsapp'],
      }),
    )
  await pushMessage(shop, shippedOrder({ recipient_email: 'bounced+1@simulator.example' }))
  return shop
}

test('test data is purged after 30 days whatever the clock of the side showed; live data, keys, endpoints and the ledger stay', async () => {
  const [side, live] = [await fillShop('test'), await fillShop('live')]
  await sendAll(contextOf(service))
  // As if the clock of the side had been moved on by a year before the pushes.
  const shiftSide = statement<{ businessId: string }>(
    'probe.shift_side',
    `with shifted as (update nudges set created_at = created_at + interval '1 year' where business_id = $businessId),
          moved as (update events set occurred_at = occurred_at + interval '1 year' where business_id = $businessId),
          clock as (insert into test_clocks (business_id, shift) values ($businessId, interval '1 year'))
     update messages set created_at = created_at + interval '1 year', updated_at = updated_at + interval '1 year'
      where business_id = $businessId`,
  )
  await db.all(shiftSide, side)
  const [sideBefore, liveBefore] = [await count(side), await count(live)]
  for (const table of [...purged, ...retained]) expect([table, sideBefore[table]]).not.toEqual([table, 0])

  await advanceDays(29)
  expect(await purge()).toBe(0)
  expect([await count(side), await count(live)]).toEqual([sideBefore, liveBefore])

  await advanceDays(2)
  expect(await purge()).toBeGreaterThan(0)
  const emptied = Object.fromEntries([...purged, 'stored'].map((table) => [table, 0]))
  expect(await count(side)).toEqual({ ...sideBefore, ...emptied })
  expect(await count(live)).toEqual(liveBefore)
  expect(await purge()).toBe(0)
})

test('a message that was pushed again within 30 days, or waits to be sent, stays with its recipient', async () => {
  const side = await openShop(service, 0, { mode: 'test' })
  const pushes = ['old', 'updated', 'scheduled'].map((name) => ({
    ...shippedOrder({ recipient_email: `${name}@example.com` }),
    ...(name === 'scheduled' && { send_at: new Date(Date.now() + 86_400_000 * 20).toISOString() }),
  }))
  for (const message of pushes) await pushMessage(side, message)
  await sendAll(contextOf(service))
  const updateLater = statement<{ businessId: string }>(
    'probe.update_later',
    `update nudges n set id = (lpad(to_hex((extract(epoch from now() + interval '20 days') * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
       from messages m join recipients r on r.id = m.recipient_id
      where n.business_id = $businessId and m.id = n.message_id and r.email = 'updated@example.com'`,
  )
  await db.all(updateLater, side)
  await advanceDays(31)
  await purge()
  const { items } = (await side.call('GET', '/api/v1/messages')).json
  expect(items.map((item: { recipient_email: string }) => item.recipient_email).toSorted()).toEqual([
    'scheduled@example.com',
    'updated@example.com',
  ])
  expect((await count(side))['recipients']).toBe(2)
})

test('many rows are purged in several steps, and the rows of a recipient whom a push has locked stay for a later run', async () => {
  const side = await openShop(service, 0, { mode: 'test', rate_limit_per_second: 10_000 })
  for (let batch = 0; batch < 11; batch++) {
    const messages = Array.from({ length: 100 }, (_, index) =>
      shippedOrder({ recipient_email: `customer${batch}x${index}@example.com` }),
    )
    await side.call('POST', '/api/v1/messages/batch', {
      headers: { 'Idempotency-Key': `b${batch}` },
      body: { messages },
    })
  }
  await sendAll(contextOf(service))
  expect((await count(side))['recipients']).toBe(1_100)
  await advanceDays(31)
  await db.transaction(async (tx) => {
    await lockRecipients(tx, [recipientLockName(side.businessId, emailIdentity('customer3x3@example.com'))])
    await purge()
  })
  expect([(await count(side))['recipients'], (await count(side))['messages']]).toEqual([1, 1])
  await purge()
  expect([(await count(side))['recipients'], (await count(side))['messages']]).toEqual([0, 0])
})
