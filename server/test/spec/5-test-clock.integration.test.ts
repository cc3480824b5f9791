import { describe, expect, test } from 'vitest'
import { statement } from '../../src/db/statement.ts'
import { parseId } from '../../src/ids.ts'
import { createQueue } from '../../src/queue/queue.ts'
import type { Shop } from '../support/client.ts'
import { freshKey, openShop, pushMessage, shippedOrder } from '../support/messages.ts'
import { seededRandom } from '../support/seeded-random.ts'
import { until } from '../support/simulator-client.ts'
import { createTestService } from '../support/test-service.ts'

const { business, db, operator, simulator } = await createTestService()

await operator('PUT', '/whatsapp-templates/shipped', { state: 'approved' })

const [minute, hour, day] = [60, 3_600, 86_400]
let recipientCount = 0
const address = (): string => `ada+${recipientCount++}@example.com`
const phone = (): string => `+44770090${1000 + recipientCount++}`
const testSide = (settings: Record<string, unknown> = {}): Promise<Shop> =>
  openShop({ business, operator }, 100, {
    mode: 'test',
    sms: 'on',
    whatsapp: 'on',
    rate_limit_per_second: 10_000,
    ...settings,
  })
const push = (shop: Shop, over: Record<string, unknown> = {}) =>
  pushMessage(shop, shippedOrder({ recipient_email: address(), ...over }))
const advance = async (shop: Shop, seconds: number): Promise<Date> => {
  const { status, json, text } = await shop.call('POST', '/api/v1/test/clock/advance', { body: { seconds } })
  expect(status, text).toBe(200)
  return new Date(json.now)
}
const viewOf = async (shop: Shop, id: string) => (await shop.call('GET', `/api/v1/messages/${id}`)).json
const outboxOf = async (shop: Shop, messageId: string) =>
  (await shop.call('GET', `/api/v1/test/outbox?message_id=${messageId}`)).json.items as {
    channel: string
    at: string
  }[]
/** The distance between a time and the real clock, in seconds. */
const ahead = (time: string | Date): number => (new Date(time).getTime() - Date.now()) / 1000
const within = (seconds: number) => (value: number) => Math.abs(value - seconds) < 30

describe('the clock of a test side', () => {
  test('moves its own times, and those of no other business', async () => {
    const [one, other, live] = [await testSide(), await testSide(), await business()]
    expect(ahead(await advance(one, 2 * day))).toSatisfy(within(2 * day))
    expect(ahead(await advance(one, day))).toSatisfy(within(3 * day))
    expect(ahead(await advance(other, hour))).toSatisfy(within(hour))
    const created = await Promise.all(
      [one, other, live].map(async (shop) => (await viewOf(shop, (await push(shop)).id)).created_at),
    )
    expect(created.map(ahead)).toEqual([
      expect.toSatisfy(within(3 * day)),
      expect.toSatisfy(within(hour)),
      expect.toSatisfy(within(0)),
    ])
  })

  test('goes on by itself, and by nothing when it is advanced by 0', async () => {
    const shop = await testSide()
    const first = await advance(shop, hour)
    const second = await advance(shop, 0)
    expect((second.getTime() - first.getTime()) / 1000).toBeLessThan(30)
    expect(second.getTime()).toBeGreaterThan(first.getTime())
  })

  test('runs what falls due, in order, at the time at which it is due', async () => {
    const shop = await testSide()
    const start = await advance(shop, 0)
    const at = (seconds: number): string => new Date(start.getTime() + seconds * 1000).toISOString()
    const [late, early] = [await push(shop, { send_at: at(5 * hour) }), await push(shop, { send_at: at(hour) })]
    const escalated = await push(shop, {
      recipient_phone: phone(),
      channels: ['email', 'sms'],
      escalate_if_unread_after_minutes: 2 * 24 * 60,
    })
    expect((await viewOf(shop, late.id)).scheduled_for).toBe(at(5 * hour))
    await advance(shop, 3 * hour)
    expect((await viewOf(shop, late.id)).scheduled_for).toBe(at(5 * hour))
    expect([(await outboxOf(shop, early.id)).length, (await outboxOf(shop, late.id)).length]).toEqual([1, 0])
    await advance(shop, 2 * day)
    const sentAt = async (id: string, index = 0): Promise<number> =>
      (new Date((await outboxOf(shop, id))[index]!.at).getTime() - start.getTime()) / 1000
    expect(await sentAt(early.id)).toSatisfy(within(hour))
    expect(await sentAt(late.id)).toSatisfy(within(5 * hour))
    expect((await outboxOf(shop, escalated.id)).map(({ channel }) => channel)).toEqual(['email', 'sms'])
    // The stops of an advance by two days are at least three minutes apart.
    expect(Math.abs((await sentAt(escalated.id, 1)) - 2 * day)).toBeLessThan(4 * minute)
    expect(await simulator.attempts({ message_id: escalated.id })).toEqual([])
  })

  test('an escalation is cancelled by an open, however far the clock moves', async () => {
    const shop = await testSide()
    const { id } = await push(shop, {
      recipient_phone: phone(),
      channels: ['email', 'sms'],
      escalate_if_unread_after_minutes: 60,
    })
    await advance(shop, 0)
    const messageId = parseId('msg', id)!
    await db.one(openMessage, { messageId })
    await advance(shop, day)
    expect((await outboxOf(shop, id)).map(({ channel }) => channel)).toEqual(['email'])
  })

  test('a text without a report ends after 72 hours of this clock', async () => {
    const shop = await testSide()
    const { id } = await push(shop, {
      recipient_phone: '+447700900006',
      channels: ['whatsapp'],
      whatsapp_opt_in: {},
    })
    await advance(shop, 71 * hour)
    expect((await viewOf(shop, id)).delivery.whatsapp.state).not.toBe('failed')
    await advance(shop, 2 * hour)
    expect((await viewOf(shop, id)).delivery.whatsapp).toMatchObject({
      state: 'failed',
      error_code: 'whatsapp.no_report',
    })
  })

  test('neither keys nor idempotency keys expire by it', async () => {
    const shop = await testSide()
    const expires_at = new Date(Date.now() + hour * 1000).toISOString()
    const { key } = (await shop.call('POST', '/api/v1/keys', { body: { expires_at } })).json
    const request = { headers: freshKey(), body: shippedOrder({ recipient_email: address() }) }
    const first = await shop.call('POST', '/api/v1/messages', { ...request, key })
    await advance(shop, 30 * day)
    const second = await shop.call('POST', '/api/v1/messages', { ...request, key })
    expect([second.status, second.text]).toEqual([201, first.text])
    expect((await shop.call('GET', '/api/v1/keys')).json.items).toHaveLength(2)
  })

  test('webhooks are signed with the real time, and retried by this clock', async () => {
    const shop = await testSide()
    const receiver = await simulator.receiver('fail')
    await shop.call('POST', '/api/v1/webhook-endpoints', {
      body: { url: receiver.url, event_types: ['message.delivered'] },
    })
    await advance(shop, 10 * day)
    await push(shop)
    const first = await until('the first attempt', async () => (await simulator.deliveries(receiver.id))[0])
    expect(ahead(JSON.parse(first.body).occurred_at)).toSatisfy(within(10 * day))
    expect(ahead(new Date(Number(/t=(\d+)/.exec(first.headers['x-service-signature'])![1]) * 1000))).toSatisfy(
      within(0),
    )
    await until('the recorded attempt', async () => (await db.one(waitingDeliveries, shop))!.count === 1)
    await simulator.setReceiverBehaviour(receiver.id, 'ok')
    await advance(shop, minute)
    await until('the retry', async () => (await simulator.deliveries(receiver.id)).length === 2)
  })

  test('it refuses a live key, a second advance at the same time, and a time after the year 2148', async () => {
    const live = await business()
    const refused = await live.call('POST', '/api/v1/test/clock/advance', { body: { seconds: 1 } })
    expect([refused.status, refused.json.error_code]).toEqual([403, 'test.live_key'])
    const shop = await testSide()
    const both = await Promise.all(
      [10 * day, 10 * day].map((seconds) => shop.call('POST', '/api/v1/test/clock/advance', { body: { seconds } })),
    )
    const others = both.filter(({ status }) => status !== 200)
    expect(others.map(({ status, json }) => [status, json.error_code])).toEqual([[409, 'test.clock_busy']])
    await db.one(setShift, { businessId: shop.businessId, days: 365.25 * (2149 - new Date().getFullYear() - 1) })
    const { status, json } = await shop.call('POST', '/api/v1/test/clock/advance', { body: { seconds: 366 * day } })
    expect([status, json.detail[0].loc]).toEqual([422, ['body', 'seconds']])
  })
})

test('a key may expire before the time of the clock, because keys expire by the real time', async () => {
  const shop = await testSide()
  await advance(shop, 3 * day)
  const expires_at = new Date(Date.now() + day * 1000).toISOString()
  expect((await shop.call('POST', '/api/v1/keys', { body: { expires_at } })).status).toBe(201)
})

test('the daily quota is not reset by an advance', async () => {
  const shop = await testSide({ messages_per_day: 2 })
  const status = async (): Promise<number> =>
    (
      await shop.call('POST', '/api/v1/messages', {
        headers: freshKey(),
        body: shippedOrder({ recipient_email: address() }),
      })
    ).status
  const before = [await status(), await status(), await status()]
  await advance(shop, 2 * day)
  expect([...before, await status()]).toEqual([201, 201, 429, 429])
})

test('a nudge of a test side in a queue of live businesses, as an earlier release may leave it, reaches no provider', async () => {
  const shop = await testSide()
  const { id } = await push(shop, { send_at: new Date(Date.now() + hour * 1000).toISOString() })
  await db.transaction(async (tx) => {
    const [nudge] = await tx.all(queueNudge, { messageId: parseId('msg', id)! })
    const job = { id: nudge!.id, businessId: shop.businessId, group: shop.businessId, priority: 0 }
    await createQueue(db).enqueue(tx, 'nudges.email', [job])
  })
  await until('the email in the outbox', async () => (await outboxOf(shop, id)).length === 1)
  expect(await simulator.attempts({ message_id: id })).toEqual([])
})

test('races of pushes against advances: every nudge keeps its time (200 seeded runs)', async () => {
  const random = seededRandom(18)
  const shop = await testSide({ email_daily_cap: 1_000_000 })
  const start = await advance(shop, 0)
  const runs = Array.from({ length: 200 }, () => ({
    sendAt: new Date(start.getTime() + Math.floor(random() * 60 * day) * 1000 + day * 1000),
    seconds: Math.floor(random() * 100),
  }))
  const pushed: { id: string; sendAt: Date }[] = []
  for (let index = 0; index < runs.length; index += 4) {
    const together = runs.slice(index, index + 4)
    await Promise.all([
      ...together.map(({ sendAt }) =>
        push(shop, { send_at: sendAt.toISOString() }).then(({ id }) => pushed.push({ id, sendAt })),
      ),
      advance(shop, together[0]!.seconds),
    ])
  }
  for (const { id, sendAt } of pushed)
    expect(new Date((await viewOf(shop, id)).scheduled_for).getTime()).toBe(sendAt.getTime())
  const total = runs.filter((_, index) => index % 4 === 0).reduce((sum, { seconds }) => sum + seconds, 0)
  expect(ahead(await advance(shop, 0))).toSatisfy(within(total))
})

const queueNudge = statement<{ messageId: string }, { id: string }>(
  'test.queue_nudge',
  `update nudges set state = 'queued', due_at = null where message_id = $messageId returning id`,
)
const openMessage = statement<{ messageId: string }, { id: string }>(
  'test.open_message',
  `update messages set opened_at = updated_at + interval '1 minute' where id = $messageId returning id`,
)
const waitingDeliveries = statement<{ businessId: string }, { count: number }>(
  'test.waiting_deliveries',
  `select count(*)::integer as count from webhook_deliveries where business_id = $businessId and state = 'waiting'`,
)
const setShift = statement<{ businessId: string; days: number }, { shift: unknown }>(
  'test.set_shift',
  `update test_clocks set shift = make_interval(secs => $days::float8 * 86400) where business_id = $businessId returning shift::text`,
)
