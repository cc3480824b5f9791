import { createHmac, randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { statement } from '../../src/db/statement.ts'
import { parseId } from '../../src/ids.ts'
import type { Shop } from '../support/client.ts'
import { emailEventMismatches, eventsOf } from '../support/events.ts'
import { pushMessage } from '../support/messages.ts'
import { queueIdle } from '../support/queue-idle.ts'
import { until } from '../support/simulator-client.ts'
import { createTestService } from '../support/test-service.ts'

const { startAnother, business, call, config, db, operator, simulator } = await createTestService()

let addresses = 0
const address = (name = 'ada'): string => `${name}+${addresses++}@simulator.example`
const push = (shop: Shop, over: Record<string, unknown> = {}) =>
  pushMessage(shop, { recipient_email: address(), subject: 'Your order', body: 'It is on its way.', ...over })
const viewOf = async (shop: Shop, id: string) => (await shop.call('GET', `/api/v1/messages/${id}`)).json
const deliveryOf = (shop: Shop, id: string, field: string) =>
  until(`${field} of ${id}`, async () => {
    const { delivery } = await viewOf(shop, id)
    return delivery[field] ? delivery : null
  })
const advance = (seconds: number) => operator('POST', '/clock/advance', { seconds })
const typesOf = async (id: string) => (await eventsOf(db, id)).map(({ type }) => type)
const submittedAt = statement<{ messageId: string }, { at: Date }>(
  'test.submitted_at',
  `select submitted_at as at from nudges where message_id = $messageId and channel = 'email'`,
)

describe('a push reaches a mailbox (1.2)', () => {
  test('the email has the inbox link and the unsubscribe link, and the subject cannot add headers', async () => {
    const shop = await business({ name: 'Mühle & Söhne' })
    const pushed = await push(shop, { subject: 'Bestellung 7\r\nBcc: eve@example.com' })
    const email = await simulator.waitForEmail(pushed.id)
    expect(email.from).toBe(`Mühle & Söhne <${config.emailFrom}>`)
    expect(email.subject).toBe('Bestellung 7 Bcc: eve@example.com')
    expect(email.link).toMatch(new RegExp(`^${config.publicUrl}/inbox/`))
    expect(email.unsubscribe_url).toMatch(new RegExp(`^${config.publicUrl}/unsubscribe/`))
    expect(email.headers).not.toHaveProperty('bcc')
    expect(await simulator.outbox({ to: 'eve@example.com' })).toEqual([])
  })
  test('delivered is set when the mailbox provider accepts, and published once (3.2)', async () => {
    const shop = await business()
    const pushed = await push(shop, { reference: 'A-1' })
    const { delivered_at: at } = await deliveryOf(shop, pushed.id, 'delivered')
    expect(await eventsOf(db, pushed.id)).toEqual([
      {
        type: 'message.delivered',
        data: { message_id: pushed.id, recipient_email: pushed.recipient_email, reference: 'A-1', delivered_at: at },
      },
    ])
  })
})

describe('the result of a submission', () => {
  test('refused: failed with esp_refused after one attempt (3.2)', async () => {
    const shop = await business()
    const to = address()
    await simulator.script(to, 'refuse')
    const { id } = await push(shop, { recipient_email: to })
    expect((await deliveryOf(shop, id, 'failed')).failed.reason).toBe('esp_refused')
    expect(await simulator.attempts({ to })).toHaveLength(1)
    expect(await typesOf(id)).toEqual(['message.failed'])
  })
  test('a throttled submission is retried: twice throttled, then accepted once', async () => {
    const shop = await business()
    const to = address()
    await simulator.script(to, 'throttle', 2)
    const { id } = await push(shop, { recipient_email: to })
    await until('the first attempt', async () => (await simulator.attempts({ to })).length === 1)
    for (const attempts of [2, 3]) {
      await advance(600)
      await until(`attempt ${attempts}`, async () => (await simulator.attempts({ to })).length >= attempts)
    }
    await deliveryOf(shop, id, 'delivered')
    expect(await simulator.outbox({ to })).toHaveLength(1)
    expect(await typesOf(id)).toEqual(['message.delivered'])
  })
  for (const behaviour of ['accept_then_close', 'unknown+'])
    test(`${behaviour}: outcome_unknown, not submitted again`, async () => {
      const shop = await business()
      const to = behaviour === 'unknown+' ? address('unknown') : address()
      await simulator.reports('manual')
      if (behaviour !== 'unknown+') await simulator.script(to, behaviour)
      const { id } = await push(shop, { recipient_email: to })
      expect((await deliveryOf(shop, id, 'failed')).failed.reason).toBe('outcome_unknown')
      await advance(86_400)
      await queueIdle(db, shop)
      expect(await simulator.attempts({ to })).toHaveLength(1)
      await simulator.reports('auto')
    })
  test('a later delivery report overrides outcome_unknown, and each change is published once', async () => {
    const shop = await business()
    const to = address()
    await simulator.reports('manual')
    await simulator.script(to, 'accept_then_close')
    const { id } = await push(shop, { recipient_email: to })
    await deliveryOf(shop, id, 'failed')
    const [email] = await simulator.outbox({ to })
    for (const _ of [1, 2, 3]) await simulator.report(email.id, 'delivered')
    expect((await deliveryOf(shop, id, 'delivered')).failed).toBeNull()
    expect(await typesOf(id)).toEqual(['message.failed', 'message.delivered'])
    await simulator.reports('auto')
  })
})

describe('delivery reports', () => {
  test('a bounce suppresses the address for the business and for the platform (2.3)', async () => {
    const [shop, other] = [await business(), await business()]
    const to = address('bounced')
    const { id } = await push(shop, { recipient_email: to })
    await deliveryOf(shop, id, 'bounced')
    expect((await push(shop, { recipient_email: to })).email.skipped_reason).toBe('suppressed')
    expect((await push(other, { recipient_email: to })).email.skipped_reason).toBe('platform_suppressed')
  })
  test('a complaint suppresses the address for the business only (2.3)', async () => {
    const [shop, other] = [await business(), await business()]
    const to = address('complained')
    const { id } = await push(shop, { recipient_email: to })
    await deliveryOf(shop, id, 'complained')
    expect((await push(shop, { recipient_email: to })).email.skipped_reason).toBe('suppressed')
    expect((await push(other, { recipient_email: to })).email.sending).toBe(true)
  })

  const callback = (body: unknown) =>
    call('POST', '/callbacks/email/mailgun', { raw: typeof body === 'string' ? body : JSON.stringify(body) })
  const signed = (nudgeId: string, event: string, key: string, at = Date.now()) => {
    const [timestamp, token] = [String(Math.floor(at / 1000)), randomUUID()]
    return {
      signature: {
        timestamp,
        token,
        signature: createHmac('sha256', key)
          .update(timestamp + token)
          .digest('hex'),
      },
      'event-data': {
        event,
        severity: 'permanent',
        reason: 'bounce',
        timestamp: at / 1000,
        'user-variables': { tidings_nudge: nudgeId },
      },
    }
  }
  test('forged, stale, foreign and malformed callbacks have no effect', async () => {
    const shop = await business()
    await simulator.reports('manual')
    const { id } = await push(shop)
    const email = await simulator.waitForEmail(id)
    const nudgeId = JSON.parse(email.headers['x-mailgun-variables']).tidings_nudge
    const key = config.emailProvider!.secret
    await until('the result to be recorded', async () => (await viewOf(shop, id)).delivery.failed === null)

    for (const [status, body] of [
      [401, signed(nudgeId, 'delivered', 'another key')],
      [401, signed(nudgeId, 'delivered', key, Date.now() - 3_600_000)],
      [401, { 'event-data': signed(nudgeId, 'delivered', key)['event-data'] }],
      [401, '{"signature":'],
      [401, ''],
      [200, signed(randomUUID(), 'delivered', key)],
      [200, signed('not an id', 'delivered', key)],
      [200, signed(nudgeId, 'opened', key)],
    ] as const)
      expect((await callback(body)).status).toBe(status)
    expect((await viewOf(shop, id)).delivery).toMatchObject({ delivered: false, bounced: false, failed: null })
    expect(await eventsOf(db, id)).toEqual([])

    const good = signed(nudgeId, 'delivered', key)
    for (const _ of [1, 2]) expect((await callback(good)).status).toBe(200)
    await Promise.all(Array.from({ length: 20 }, () => callback(signed(nudgeId, 'failed', key))))
    expect((await viewOf(shop, id)).delivery).toMatchObject({ delivered: true, bounced: true })
    expect(await typesOf(id)).toEqual(['message.delivered', 'message.bounced'])
    await simulator.reports('auto')
  })
  test('a report dated before the submission is recorded with the time of the submission (3.2)', async () => {
    const shop = await business()
    await simulator.reports('manual')
    const send_at = new Date(Date.parse((await advance(0)).json.now) + 7_200_000).toISOString()
    const { id } = await push(shop, { send_at })
    await advance(7_201)
    const { tidings_nudge: nudgeId } = JSON.parse((await simulator.waitForEmail(id)).headers['x-mailgun-variables'])
    const body = signed(nudgeId, 'delivered', config.emailProvider!.secret)
    body['event-data'].timestamp -= 3_600
    expect((await callback(body)).status).toBe(200)
    await simulator.reports('auto')
    const { delivered_at } = await deliveryOf(shop, id, 'delivered')
    expect((await db.one(submittedAt, { messageId: parseId('msg', id)! }))!.at.toISOString()).toBe(delivered_at)
    expect(Date.parse(delivered_at)).toBeGreaterThanOrEqual(Date.parse(send_at))
  })
  test('a callback larger than 2 MiB is refused', async () => {
    expect((await callback('x'.repeat(2 * 1024 * 1024 + 1))).status).toBe(413)
  })

  test('more than 0.1 % complaints of at least 1,000 emails pause the business and notify the operator once', async () => {
    const [shop, large] = [await business(), await business()]
    const sentBefore = async (sent: number, of: Shop) =>
      db.command(
        `insert into daily_sends (business_id, channel, day, sent) select id, 'email', (clock_now() at time zone 'UTC')::date - 3, ${sent}
           from businesses where id = (select business_id from api_keys where masked like '%${of.key.slice(-4)}' order by created_at desc limit 1)`,
      )
    await sentBefore(1_500, shop)
    await sentBefore(5_000, large)
    const complain = async (of: Shop) => {
      const { id } = await push(of, { recipient_email: address('complained') })
      await deliveryOf(of, id, 'complained')
    }
    await complain(shop)
    expect((await operator('GET', `/businesses/${shop.id}`)).json.sending_paused).toBe(false)
    await complain(shop)
    expect((await operator('GET', `/businesses/${shop.id}`)).json.sending_paused).toBe(true)
    expect((await push(shop)).email.skipped_reason).toBe('sending_paused')
    for (const _ of [1, 2]) await complain(large)
    expect((await operator('GET', `/businesses/${large.id}`)).json.sending_paused).toBe(false)

    const { items } = (await operator('GET', '/notices')).json
    expect(items.filter((item: { business_id: string }) => item.business_id === shop.id)).toEqual([
      expect.objectContaining({
        kind: 'sending_paused',
        detail: { cause: 'complaints', sent: 1_502, complained: 2, days: 30 },
      }),
    ])
    expect(JSON.stringify(items)).not.toContain('@')
  })
})

describe('between the push and the send', () => {
  const pushScheduled = async (shop: Shop, over: Record<string, unknown> = {}) => {
    const now = Date.parse((await push(shop, { notify: false })).created_at)
    return push(shop, { send_at: new Date(now + 3_600_000).toISOString(), ...over })
  }
  test('send_at: one email at that time and none before (2.1)', async () => {
    const shop = await business()
    const { id } = await pushScheduled(shop)
    await advance(3_500)
    await queueIdle(db, shop)
    expect(await simulator.attempts({ message_id: id })).toEqual([])
    await advance(200)
    await simulator.waitForEmail(id)
    await deliveryOf(shop, id, 'delivered')
  })
  for (const [reason, change] of [
    ['sending_paused', { sending_paused: true }],
    ['plan_lapsed', { plan: 'lapsed' }],
    ['business_inactive', { active: false }],
  ] as const)
    test(`${reason} in between: not sent, published once (2.3)`, async () => {
      const shop = await business()
      const { id } = await pushScheduled(shop)
      await operator('PATCH', `/businesses/${shop.id}`, change)
      await advance(3_700)
      await operator('PATCH', `/businesses/${shop.id}`, { active: true })
      expect((await deliveryOf(shop, id, 'not_sent')).not_sent.reason).toBe(reason)
      expect(await simulator.attempts({ message_id: id })).toEqual([])
      expect(await typesOf(id)).toEqual(['message.not_sent'])
    })
  test('retracted in between: cancelled, published once (3.1)', async () => {
    const shop = await business()
    const { id } = await pushScheduled(shop)
    await shop.call('POST', `/api/v1/messages/${id}/retract`, { headers: { 'Idempotency-Key': 'r' } })
    await advance(3_700)
    await queueIdle(db, shop)
    expect((await viewOf(shop, id)).delivery.not_sent.reason).toBe('retracted')
    expect(await simulator.attempts({ message_id: id })).toEqual([])
    expect(await typesOf(id)).toEqual(['message.not_sent'])
  })
  test('retracted while the provider throttles: no more attempts (3.1)', async () => {
    const shop = await business()
    const to = address()
    await simulator.script(to, 'throttle')
    const { id } = await push(shop, { recipient_email: to })
    await until('the first attempt', async () => (await simulator.attempts({ to })).length === 1)
    await shop.call('POST', `/api/v1/messages/${id}/retract`, { headers: { 'Idempotency-Key': 'r' } })
    await simulator.script(to, 'accept')
    await advance(86_400)
    await queueIdle(db, shop)
    expect(await simulator.attempts({ to })).toHaveLength(1)
    expect((await viewOf(shop, id)).delivery.not_sent.reason).toBe('retracted')
  })
  test('a forced update replaces a scheduled email: one email with the new text (3.1)', async () => {
    const shop = await business()
    const to = address()
    const first = await pushScheduled(shop, { recipient_email: to, kind: 'updateable', body: 'It will be packed.' })
    await push(shop, { recipient_email: to, kind: 'updateable', body: 'It is packed.', notify: true })
    await simulator.waitForEmail(first.id)
    await advance(3_700)
    await queueIdle(db, shop)
    const emails = await simulator.attempts({ to })
    expect(emails.map(({ text }) => text.includes('It is packed.'))).toEqual([true])
  })
  test('a later successful send clears not_sent (3.2)', async () => {
    const shop = await business({ sending_paused: true })
    const base = { recipient_email: address(), kind: 'updateable' }
    const { id } = await push(shop, base)
    expect((await viewOf(shop, id)).delivery.not_sent.reason).toBe('sending_paused')
    await operator('PATCH', `/businesses/${shop.id}`, { sending_paused: false })
    await push(shop, { ...base, notify: true })
    expect((await deliveryOf(shop, id, 'delivered')).not_sent).toBeNull()
    expect(await typesOf(id)).toEqual(['message.not_sent', 'message.delivered'])
  })
})

describe('the plan', () => {
  test('past_due does not stop email, lapsed does, and each is published once (6.3)', async () => {
    const shop = await business()
    const set = (plan: string) => operator('PATCH', `/businesses/${shop.id}`, { plan })
    for (const plan of ['past_due', 'past_due']) await set(plan)
    expect((await push(shop)).email.sending).toBe(true)
    for (const plan of ['lapsed', 'lapsed']) await set(plan)
    expect((await push(shop)).email.skipped_reason).toBe('plan_lapsed')
    const events = await eventsOf(db, null, shop.id)
    expect(events.map(({ type }) => type)).toEqual(['plan.past_due', 'plan.lapsed'])
  })
  describe('plan.allowance_exceeded (6.3)', () => {
    const sendEmail = async (shop: Shop) => deliveryOf(shop, (await push(shop)).id, 'delivered')
    const eventOf = (allowance: number, used: number) => ({
      type: 'plan.allowance_exceeded',
      data: { allowance, used, period_ends_at: expect.any(String) },
    })

    test('is published with the email that uses up the allowance, once per period; emails are still sent', async () => {
      const shop = await business({ email_allowance: 2 })
      await sendEmail(shop)
      expect(await eventsOf(db, null, shop.id)).toEqual([])
      await sendEmail(shop)
      const [event, ...others] = await eventsOf(db, null, shop.id)
      expect([event, others]).toEqual([eventOf(2, 2), []])
      await sendEmail(shop)
      await operator('PATCH', `/businesses/${shop.id}`, { email_allowance: 4 })
      await sendEmail(shop)
      expect(await eventsOf(db, null, shop.id)).toEqual([event])

      const now = Date.parse((await advance(0)).json.now)
      await advance(Math.ceil((Date.parse(event!.data['period_ends_at'] as string) - now) / 1000) + 1)
      await operator('PATCH', `/businesses/${shop.id}`, { email_allowance: 1 })
      await sendEmail(shop)
      expect(await eventsOf(db, null, shop.id)).toEqual([event, eventOf(1, 1)])
    })
    test('is published once when two processes send 60 emails at once', async () => {
      const shop = await business({ email_allowance: 20 })
      const { stop } = await startAnother()
      const pushed = await Promise.all(Array.from({ length: 60 }, () => push(shop)))
      for (const { id } of pushed) await deliveryOf(shop, id, 'delivered')
      await stop()
      expect(await eventsOf(db, null, shop.id)).toEqual([eventOf(20, 20)])
    })
  })
  test('daily_cap_reached is final for that email, and the next day emails are sent again (2.4)', async () => {
    const shop = await business({ email_daily_cap: 1 })
    await deliveryOf(shop, (await push(shop)).id, 'delivered')
    const { id, email } = await push(shop)
    expect(email.sending).toBe(true)
    expect((await deliveryOf(shop, id, 'not_sent')).not_sent.reason).toBe('daily_cap_reached')
    await advance(90_000)
    await deliveryOf(shop, (await push(shop)).id, 'delivered')
    expect(await simulator.attempts({ message_id: id })).toEqual([])
    expect(await typesOf(id)).toEqual(['message.not_sent'])
  })
})

test('after all tests above, every change of every message was published exactly once (6.3)', async () => {
  await until('all outcomes to be recorded', async () => (await db.one(countPending))!.count === 0)
  expect(await db.all(emailEventMismatches)).toEqual([])
})
const countPending = statement<null, { count: number }>(
  'test.count_pending',
  `select count(*)::integer as count from nudges where channel = 'email' and state in ('queued', 'submitting')`,
)
