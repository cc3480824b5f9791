import { createHmac, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { statement } from '../../src/db/statement.ts'
import { parseId } from '../../src/ids.ts'
import type { Shop } from '../support/client.ts'
import { eventsOf, untold } from '../support/events.ts'
import { pushMessage } from '../support/messages.ts'
import { until } from '../support/simulator-client.ts'
import { createTestService } from '../support/test-service.ts'

const { another, business, call, config, db, operator, simulator } = await createTestService()

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
  test('the mail carries the inbox link, its unsubscribe address and nothing of the credentials', async () => {
    const shop = await business({ name: 'Mühle & Söhne' })
    const pushed = await push(shop, { subject: 'Bestellung 7\r\nBcc: eve@example.com' })
    const mail = await simulator.mailOf(pushed.id)
    expect(mail.from).toBe(`Mühle & Söhne <${config.emailFrom}>`)
    expect(mail.subject).toBe('Bestellung 7 Bcc: eve@example.com')
    expect(mail.link).toMatch(new RegExp(`^${config.publicUrl}/inbox/`))
    expect(mail.unsubscribe_url).toMatch(new RegExp(`^${config.publicUrl}/unsubscribe/`))
    expect(mail.headers).not.toHaveProperty('bcc')
    expect(await simulator.outbox({ to: 'eve@example.com' })).toEqual([])
  })
  test('delivered once the mailbox provider accepted, told once (3.2)', async () => {
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

describe('what a provider answers', () => {
  test('refused: failed with esp_refused, tried once (3.2)', async () => {
    const shop = await business()
    const to = address()
    await simulator.script(to, 'refuse')
    const { id } = await push(shop, { recipient_email: to })
    expect((await deliveryOf(shop, id, 'failed')).failed.reason).toBe('esp_refused')
    expect(await simulator.attempts({ to })).toHaveLength(1)
    expect(await typesOf(id)).toEqual(['message.failed'])
  })
  test('refusals are retried: throttled twice, then accepted once', async () => {
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
    test(`${behaviour}: outcome_unknown, never submitted again`, async () => {
      const shop = await business()
      const to = behaviour === 'unknown+' ? address('unknown') : address()
      await simulator.reports('manual')
      if (behaviour !== 'unknown+') await simulator.script(to, behaviour)
      const { id } = await push(shop, { recipient_email: to })
      expect((await deliveryOf(shop, id, 'failed')).failed.reason).toBe('outcome_unknown')
      await advance(86_400)
      await sleep(300)
      expect(await simulator.attempts({ to })).toHaveLength(1)
      await simulator.reports('auto')
    })
  test('late truth wins: delivered after outcome_unknown, failed null, each told once', async () => {
    const shop = await business()
    const to = address()
    await simulator.reports('manual')
    await simulator.script(to, 'accept_then_close')
    const { id } = await push(shop, { recipient_email: to })
    await deliveryOf(shop, id, 'failed')
    const [mail] = await simulator.outbox({ to })
    for (const _ of [1, 2, 3]) await simulator.report(mail.id, 'delivered')
    expect((await deliveryOf(shop, id, 'delivered')).failed).toBeNull()
    expect(await typesOf(id)).toEqual(['message.failed', 'message.delivered'])
    await simulator.reports('auto')
  })
})

describe('what comes back', () => {
  test('a bounce suppresses the address here, and for the shared domain everywhere (2.3)', async () => {
    const [shop, other] = [await business(), await business()]
    const to = address('bounced')
    const { id } = await push(shop, { recipient_email: to })
    await deliveryOf(shop, id, 'bounced')
    expect((await push(shop, { recipient_email: to })).email.skipped_reason).toBe('suppressed')
    expect((await push(other, { recipient_email: to })).email.skipped_reason).toBe('platform_suppressed')
  })
  test('a complaint suppresses the address here, and not elsewhere (2.3)', async () => {
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
  test('forged, stale, foreign and malformed callbacks change nothing', async () => {
    const shop = await business()
    await simulator.reports('manual')
    const { id } = await push(shop)
    const mail = await simulator.mailOf(id)
    const nudgeId = JSON.parse(mail.headers['x-mailgun-variables']).tidings_nudge
    const key = config.emailProvider!.secret
    await until('the answer to be stored', async () => (await viewOf(shop, id)).delivery.failed === null)

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
  test('a report that says it happened before the email was submitted counts from the submission (3.2)', async () => {
    const shop = await business()
    await simulator.reports('manual')
    const send_at = new Date(Date.parse((await advance(0)).json.now) + 7_200_000).toISOString()
    const { id } = await push(shop, { send_at })
    await advance(7_201)
    const { tidings_nudge: nudgeId } = JSON.parse((await simulator.mailOf(id)).headers['x-mailgun-variables'])
    const body = signed(nudgeId, 'delivered', config.emailProvider!.secret)
    body['event-data'].timestamp -= 3_600
    expect((await callback(body)).status).toBe(200)
    await simulator.reports('auto')
    const { delivered_at } = await deliveryOf(shop, id, 'delivered')
    expect((await db.one(submittedAt, { messageId: parseId('msg', id)! }))!.at.toISOString()).toBe(delivered_at)
    expect(Date.parse(delivered_at)).toBeGreaterThanOrEqual(Date.parse(send_at))
  })
  test('a callback larger than 2 MiB is refused before it is read', async () => {
    expect((await callback('x'.repeat(2 * 1024 * 1024 + 1))).status).toBe(413)
  })

  test('over 0.1 % complaints of at least 1,000 pauses the business and tells the operator, once', async () => {
    const [shop, quiet] = [await business(), await business()]
    const sentBefore = async (sent: number, of: Shop) =>
      db.command(
        `insert into daily_sends (business_id, channel, day, sent) select id, 'email', (clock_now() at time zone 'UTC')::date - 3, ${sent}
           from businesses where id = (select business_id from api_keys where masked like '%${of.key.slice(-4)}' order by created_at desc limit 1)`,
      )
    await sentBefore(1_500, shop)
    await sentBefore(5_000, quiet)
    const complain = async (of: Shop) => {
      const { id } = await push(of, { recipient_email: address('complained') })
      await deliveryOf(of, id, 'complained')
    }
    await complain(shop)
    expect((await operator('GET', `/businesses/${shop.id}`)).json.sending_paused).toBe(false)
    await complain(shop)
    expect((await operator('GET', `/businesses/${shop.id}`)).json.sending_paused).toBe(true)
    expect((await push(shop)).email.skipped_reason).toBe('sending_paused')
    for (const _ of [1, 2]) await complain(quiet)
    expect((await operator('GET', `/businesses/${quiet.id}`)).json.sending_paused).toBe(false)

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
  const held = async (shop: Shop, over: Record<string, unknown> = {}) => {
    const now = Date.parse((await push(shop, { notify: false })).created_at)
    return push(shop, { send_at: new Date(now + 3_600_000).toISOString(), ...over })
  }
  test('send_at: nothing goes before, one mail goes then (2.1)', async () => {
    const shop = await business()
    const { id } = await held(shop)
    await advance(3_500)
    await sleep(200)
    expect(await simulator.attempts({ message_id: id })).toEqual([])
    await advance(200)
    await simulator.mailOf(id)
    await deliveryOf(shop, id, 'delivered')
  })
  for (const [reason, change] of [
    ['sending_paused', { sending_paused: true }],
    ['plan_lapsed', { plan: 'lapsed' }],
    ['business_inactive', { active: false }],
  ] as const)
    test(`${reason} in between: not sent, told once (2.3)`, async () => {
      const shop = await business()
      const { id } = await held(shop)
      await operator('PATCH', `/businesses/${shop.id}`, change)
      await advance(3_700)
      await operator('PATCH', `/businesses/${shop.id}`, { active: true })
      expect((await deliveryOf(shop, id, 'not_sent')).not_sent.reason).toBe(reason)
      expect(await simulator.attempts({ message_id: id })).toEqual([])
      expect(await typesOf(id)).toEqual(['message.not_sent'])
    })
  test('retracted in between: called off, told once (3.1)', async () => {
    const shop = await business()
    const { id } = await held(shop)
    await shop.call('POST', `/api/v1/messages/${id}/retract`, { headers: { 'Idempotency-Key': 'r' } })
    await advance(3_700)
    await sleep(200)
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
    await sleep(200)
    expect(await simulator.attempts({ to })).toHaveLength(1)
    expect((await viewOf(shop, id)).delivery.not_sent.reason).toBe('retracted')
  })
  test('a forced nudge supersedes one that waits: one mail, with what it says now (3.1)', async () => {
    const shop = await business()
    const to = address()
    const first = await held(shop, { recipient_email: to, kind: 'updateable', body: 'It will be packed.' })
    await push(shop, { recipient_email: to, kind: 'updateable', body: 'It is packed.', notify: true })
    await simulator.mailOf(first.id)
    await advance(3_700)
    await sleep(200)
    const mails = await simulator.attempts({ to })
    expect(mails.map(({ text }) => text.includes('It is packed.'))).toEqual([true])
  })
  test('a later successful send withdraws not_sent (3.2)', async () => {
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
  test('past_due does not stop email, lapsed does, and each is told once (6.3)', async () => {
    const shop = await business()
    const set = (plan: string) => operator('PATCH', `/businesses/${shop.id}`, { plan })
    for (const plan of ['past_due', 'past_due']) await set(plan)
    expect((await push(shop)).email.sending).toBe(true)
    for (const plan of ['lapsed', 'lapsed']) await set(plan)
    expect((await push(shop)).email.skipped_reason).toBe('plan_lapsed')
    const told = await eventsOf(db, null, shop.id)
    expect(told.map(({ type }) => type)).toEqual(['plan.past_due', 'plan.lapsed'])
  })
  describe('plan.allowance_exceeded (6.3)', () => {
    const mail = async (shop: Shop) => deliveryOf(shop, (await push(shop)).id, 'delivered')
    const eventOf = (allowance: number, used: number) => ({
      type: 'plan.allowance_exceeded',
      data: { allowance, used, period_ends_at: expect.any(String) },
    })

    test('is published with the email that uses the allowance up, once per period; email goes on', async () => {
      const shop = await business({ email_allowance: 2 })
      await mail(shop)
      expect(await eventsOf(db, null, shop.id)).toEqual([])
      await mail(shop)
      const [event, ...others] = await eventsOf(db, null, shop.id)
      expect([event, others]).toEqual([eventOf(2, 2), []])
      await mail(shop)
      await operator('PATCH', `/businesses/${shop.id}`, { email_allowance: 4 })
      await mail(shop)
      expect(await eventsOf(db, null, shop.id)).toEqual([event])

      const now = Date.parse((await advance(0)).json.now)
      await advance(Math.ceil((Date.parse(event!.data['period_ends_at'] as string) - now) / 1000) + 1)
      await operator('PATCH', `/businesses/${shop.id}`, { email_allowance: 1 })
      await mail(shop)
      expect(await eventsOf(db, null, shop.id)).toEqual([event, eventOf(1, 1)])
    })
    test('is published once when two processes send 60 emails at once', async () => {
      const shop = await business({ email_allowance: 20 })
      const { stop } = await another()
      const pushed = await Promise.all(Array.from({ length: 60 }, () => push(shop)))
      for (const { id } of pushed) await deliveryOf(shop, id, 'delivered')
      await stop()
      expect(await eventsOf(db, null, shop.id)).toEqual([eventOf(20, 20)])
    })
  })
  test('daily_cap_reached is final for that send, and a new day has new places (2.4)', async () => {
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

test('after all of this, every change of every message was told, and none twice (6.3)', async () => {
  await until('everything to be settled', async () => (await db.one(unsettled))!.count === 0)
  expect(await db.all(untold)).toEqual([])
})
const unsettled = statement<null, { count: number }>(
  'test.unsettled',
  `select count(*)::integer as count from nudges where channel = 'email' and state in ('queued', 'submitting')`,
)
