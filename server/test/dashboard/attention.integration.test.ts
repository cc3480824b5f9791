import { describe, expect, test } from 'vitest'
import { type Symptom, symptoms } from '../../src/dashboard/operator/health/health.decide.ts'
import { statement } from '../../src/db/statement.ts'
import { createSignedInOperator } from '../support/dashboard.ts'
import { createDashboardClient } from '../support/dashboard-client.ts'
import { pushMessage, shippedOrder } from '../support/messages.ts'
import { createTestService } from '../support/test-service.ts'

/** What is wrong is on the page of what needs attention and in its section of the health page. No worker runs, so nothing heals. */
const service = await createTestService({ role: 'all' })
const { business, db, operator, sides } = service
const { read } = createDashboardClient(service)
const shop = await business({ name: 'Harbour Lamps', country: 'GB' })
const support = await createSignedInOperator(service, shop, 'support')
const finance = await createSignedInOperator(service, shop, 'finance')
const textOf = async (path: string, visitor = support): Promise<string> => (await read(visitor, path)).text
const home = '/dashboard/operator'
const health = `${home}/health`
/** The section of a symptom on the health page. */
const sectionOf = (text: string, symptom: Symptom): string =>
  new RegExp(`<section[^>]* id="${symptom}">(.*?)</section>`, 's').exec(text)![1]!

test('a service without a fault says so, and every section of its health page is normal', async () => {
  expect(await textOf(home)).toContain('Nothing is wrong now')
  const text = await textOf(health)
  for (const symptom of symptoms) {
    const section = sectionOf(text, symptom)
    expect([symptom, section.includes('Normal')]).toEqual([symptom, true])
    for (const heading of ['Measured now', 'What is normal', 'What to do', `${service.config.publicUrl}/docs/`])
      expect(section).toContain(heading)
  }
})

describe('a shop that is paused', () => {
  test('is listed with who paused it and since when, until sending is resumed', async () => {
    const { live, test: side } = await sides({ name: 'Hill Farm' })
    for (const { id } of [live, side]) await operator('PATCH', `/businesses/${id}`, { sending_paused: true })
    const text = await textOf(home)
    expect(text.match(/Nothing is sent for Hill Farm/g)).toHaveLength(1)
    expect(text).toContain('An operator paused it.')
    expect(text).toContain(`href="${home}/businesses/${live.id}"`)
    expect(sectionOf(await textOf(health), 'a_shop_is_paused')).toMatch(/Hill Farm.*An operator.*<time/s)
    await operator('PATCH', `/businesses/${live.id}`, { sending_paused: false })
    expect(await textOf(home)).not.toContain('Nothing is sent for Hill Farm')
  })
})

test('an endpoint that fails is listed with its host and without the rest of its address', async () => {
  const url = 'https://hooks.example.com/a-secret-of-the-shop'
  await shop.call('POST', '/api/v1/webhook-endpoints', { body: { url } })
  await db.all(failEndpoints, { businessId: shop.businessId })
  const text = await textOf(home)
  expect(text).toContain('Harbour Lamps: 4 events in a row did not reach hooks.example.com')
  expect(text).toContain(`href="${home}/businesses/${shop.id}/webhooks"`)
  expect(sectionOf(await textOf(health), 'events_do_not_arrive')).toContain('4 failed in a row')
  expect(text + (await textOf(health))).not.toContain('a-secret-of-the-shop')
  // A role that does not open the page gets no link to it.
  const ofFinance = await textOf(home, finance)
  expect(ofFinance).toContain('hooks.example.com')
  expect(ofFinance).not.toContain('/webhooks"')
})

test('a provider that refuses for now is listed with its code, and one customer who is refused is not', async () => {
  const { id } = await pushMessage(shop, shippedOrder({ recipient_email: 'ada@example.com' }))
  const [, messageId] = [id, (await db.one(newestMessage, { businessId: shop.businessId }))!.id]
  await db.all(addRefusals, { messageId, count: 4 })
  expect(await textOf(home)).not.toContain('were refused by the provider')
  await db.all(addRefusals, { messageId, count: 2 })
  expect(await textOf(home)).toContain('6 emails in the last hour were refused by the provider, with smtp 421')
  expect(sectionOf(await textOf(health), 'a_provider_refuses')).toMatch(/smtp 421.*Yes.*>6</s)
})

const failEndpoints = statement<{ businessId: string }>(
  'attention.fail_endpoints',
  `update webhook_endpoints set consecutive_failures = 4, last_success_at = clock_now() - interval '1 hour' where business_id = $businessId`,
)
const newestMessage = statement<{ businessId: string }, { id: string }>(
  'attention.newest_message',
  `select id from messages where business_id = $businessId order by created_at desc limit 1`,
)
const addRefusals = statement<{ messageId: string; count: number }>(
  'attention.add_refusals',
  `with made as (
     insert into nudges (business_id, id, message_id, push_id, channel, state, price, charged, fallback, attempts, created_at, ended_at)
     select m.business_id, uuidv7(), m.id, uuidv7(), 'email', 'failed', 0, false, false, 1, clock_now(), clock_now()
       from messages m, generate_series(1, $count::integer) where m.id = $messageId
     returning business_id, id, message_id)
   insert into nudge_attempts (business_id, nudge_id, message_id, attempt, source, outcome, code, next_attempt_at, at)
   select business_id, id, message_id, 1, 'submission', 'refused', 'smtp 421', clock_now(), clock_now() from made`,
)
