import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { moveDevelopmentClock } from '../../src/db/development-clock.ts'
import { statement } from '../../src/db/statement.ts'
import { runUpkeep } from '../../src/scheduling/maintenance.ts'
import type { Shop } from '../support/client.ts'
import { createTestService } from '../support/test-service.ts'

const { business, db } = await createTestService({ role: 'api' })
const [daySeconds, manyMessages] = [86_400, 2_500]
const advanceDays = (days: number) => moveDevelopmentClock(db, days * daySeconds)

const report = async (task: string) => {
  const found = (await runUpkeep(db)).find((one) => one.task === task)
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

let keeping: Shop
let forgetting: Shop
beforeAll(async () => {
  keeping = await business()
  forgetting = await business({ message_retention_days: 91 })
})
const countMessages = statement<{ businessId: string }, { count: number }>(
  'probe.count_messages',
  `select count(*)::integer as count from messages where business_id = $businessId`,
)
const count = async (shop: Shop): Promise<number> => (await db.one(countMessages, shop))!.count

test('upkeep: messages go after the days their business keeps them, in steps, and those of others stay (2.11)', async () => {
  for (const shop of [keeping, forgetting]) await push(shop)
  await db.all(copyMessages, { businessId: forgetting.businessId, total: manyMessages })
  await advanceDays(90)
  expect(await report('upkeep.messages')).toEqual({ forgotten: 0 })
  await push(forgetting, { subject: 'A new one' })
  await advanceDays(2)
  // Its email was never sent, because nobody works here: what is still to be sent is not forgotten.
  expect(await report('upkeep.messages')).toEqual({ forgotten: manyMessages - 1 })
  expect([await count(keeping), await count(forgetting)]).toEqual([1, 2])
})

test('upkeep: events go after 30 days (6.1)', async () => {
  const shop = await business({ sending_paused: true })
  await push(shop)
  const events = async () => (await shop.call('GET', '/api/v1/events')).json.items.length
  await runUpkeep(db)
  expect(await events()).toBe(1)
  await advanceDays(29)
  expect(await report('upkeep.events')).toEqual({ forgotten: 0 })
  await advanceDays(2)
  expect(await report('upkeep.events')).toEqual({ forgotten: 1 })
  expect(await events()).toBe(0)
})
