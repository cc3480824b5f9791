import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { moveDevelopmentClock } from '../../src/db/development-clock.ts'
import { statement } from '../../src/db/statement.ts'
import { runMaintenance } from '../../src/scheduling/maintenance.ts'
import type { Shop } from '../support/client.ts'
import { createTestService } from '../support/test-service.ts'

const { business, db } = await createTestService({ role: 'api' })
const [daySeconds, manyMessages] = [86_400, 2_500]
const advanceDays = (days: number) => moveDevelopmentClock(db, days * daySeconds)

const report = async (task: string) => {
  const found = (await runMaintenance(db)).find((one) => one.task === task)
  return found !== undefined && 'counts' in found ? found.counts : found
}
const push = (shop: Shop, over: object = {}) =>
  shop.call('POST', '/api/v1/messages', {
    headers: { 'Idempotency-Key': randomUUID() },
    body: { recipient_email: 'ada@example.com', subject: 'Your order', body: 'It is on its way.', ...over },
  })
const copyMessages = statement<{ businessId: string; total: number }>(
  'probe.copy_messages',
  `insert into messages (business_id, id, recipient_id, kind, status, subject, body, created_at, updated_at)
   select business_id, gen_random_uuid(), recipient_id, kind, status, subject, body, created_at, updated_at
     from messages m, generate_series(2, $total::integer) where m.business_id = $businessId`,
)

let unlimited: Shop
let limited: Shop
beforeAll(async () => {
  unlimited = await business()
  limited = await business({ message_retention_days: 91 })
})
const countMessages = statement<{ businessId: string }, { count: number }>(
  'probe.count_messages',
  `select count(*)::integer as count from messages where business_id = $businessId`,
)
const count = async (shop: Shop): Promise<number> => (await db.one(countMessages, shop))!.count

test('messages are purged in steps after the retention of their business, and those of other businesses stay (2.11)', async () => {
  for (const shop of [unlimited, limited]) await push(shop)
  await db.all(copyMessages, { businessId: limited.businessId, total: manyMessages })
  await advanceDays(90)
  expect(await report('maintenance.messages')).toEqual({ purged: 0 })
  await push(limited, { subject: 'A new one' })
  await advanceDays(2)
  // The first message stays too: without a worker its email is pending, and a message with a pending email is not purged.
  expect(await report('maintenance.messages')).toEqual({ purged: manyMessages - 1 })
  expect([await count(unlimited), await count(limited)]).toEqual([1, 2])
})

test('events are purged after 30 days (6.1)', async () => {
  const shop = await business({ sending_paused: true })
  await push(shop)
  const events = async () => (await shop.call('GET', '/api/v1/events')).json.items.length
  await runMaintenance(db)
  expect(await events()).toBe(1)
  await advanceDays(29)
  expect(await report('maintenance.events')).toEqual({ purged: 0 })
  await advanceDays(2)
  expect(await report('maintenance.events')).toEqual({ purged: 1 })
  expect(await events()).toBe(0)
})
