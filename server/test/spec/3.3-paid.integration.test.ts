import { createHmac, randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { statement } from '../../src/db/statement.ts'
import { parseId } from '../../src/ids.ts'
import type { PushResult } from '../../src/messages/push/schema.ts'
import { retryUnavailable, type Shop } from '../support/client.ts'
import { eventsOf, paidEventMismatches } from '../support/events.ts'
import { acquireLock, countLockWaiters } from '../support/locks.ts'
import { freshKey, openShop, pushMessage, shippedOrder } from '../support/messages.ts'
import { queueIdle } from '../support/queue-idle.ts'
import { until } from '../support/simulator-client.ts'
import { tally } from '../support/tally.ts'
import { createTestService } from '../support/test-service.ts'

const { startAnother, business, call, config, db, operator, simulator } = await createTestService()
// In development all providers share one secret.
const { secret } = config.emailProvider!
type PaidChannel = 'sms' | 'whatsapp'

const approve = (orderStatus: string, state = 'approved') =>
  operator('PUT', `/whatsapp-templates/${orderStatus}`, { state })
await approve('shipped')

let recipientCount = 0
const address = (): string => `ada+${recipientCount++}@simulator.example`
/** Outside the numbers to which the simulator gives a behaviour of their own. */
const phone = (): string => `+44770090${1000 + recipientCount++}`
const shopWith = (credits: number, settings: Record<string, unknown> = {}): Promise<Shop> =>
  openShop({ business, operator }, credits, {
    sms: 'on',
    whatsapp: 'on',
    rate_limit_per_second: 10_000,
    ...settings,
  })
const messageTo = (to: string, over: Record<string, unknown> = {}) =>
  shippedOrder({ recipient_email: address(), recipient_phone: to, channels: ['sms'], ...over })
const push = (shop: Shop, to: string, over: Record<string, unknown> = {}) => pushMessage(shop, messageTo(to, over))
const byWhatsApp = { channels: ['whatsapp'], whatsapp_opt_in: {} }
const withFallback = { ...byWhatsApp, sms_if_whatsapp_fails: true }
const overOf: Record<PaidChannel, Record<string, unknown>> = { sms: {}, whatsapp: byWhatsApp }

const deliveryOf = async (shop: Shop, id: string) => (await shop.call('GET', `/api/v1/messages/${id}`)).json.delivery
const ended = (shop: Shop, id: string, channel: PaidChannel, state: string) =>
  until(`${channel} ${state}`, async () => {
    const { [channel]: paid } = await deliveryOf(shop, id)
    return paid?.state === state ? paid : null
  })
const balanceOf = async (shop: Shop): Promise<number> => (await shop.call('GET', '/api/v1/credits')).json.balance
const advance = async (seconds: number): Promise<Date> =>
  new Date((await operator('POST', '/clock/advance', { seconds })).json.now)
const attempts = (channel: PaidChannel, to: string) => simulator.attempts({ channel, to })
const submitted = (channel: PaidChannel, to: string, count = 1) =>
  until(`${count} submissions`, async () => {
    const items = await attempts(channel, to)
    return items.length >= count ? items : null
  })
/** The events of a message about texts and WhatsApp. */
const paidEvents = async (id: string) => (await eventsOf(db, id)).filter(({ type }) => !type.startsWith('message.'))
const typesOf = async (id: string) => (await paidEvents(id)).map(({ type }) => type)
/** Waits until the accepted submission is recorded, so that a following report or timeout applies to it. */
const accepted = (id: string, channel: PaidChannel) =>
  until(`${channel} accepted`, async () => (await db.one(isAccepted, { messageId: parseId('msg', id)!, channel }))!.yes)
const isAccepted = statement<{ messageId: string; channel: PaidChannel }, { yes: boolean }>(
  'test.is_accepted',
  `select exists (select from nudges where message_id = $messageId and channel = $channel and state = 'accepted') as yes`,
)
const { withManualReports } = simulator
/** Charges and refunds of a business, in order. */
const ledgerOf = async (shop: Shop): Promise<string[]> =>
  (await operator('GET', `/businesses/${shop.id}/ledger`)).json.items
    .map(({ kind, delta }: { kind: string; delta: number }) => `${kind} ${delta}`)
    .filter((entry: string) => !entry.startsWith('grant'))
    .toReversed()

describe('a submission with an unknown outcome is not repeated', () => {
  for (const channel of ['sms', 'whatsapp'] as const)
    for (const behaviour of ['accept_then_close', 'accept_then_500'])
      test(`${channel}, ${behaviour}: failed, not refunded, published once`, async () => {
        const [shop, to] = [await shopWith(5), phone()]
        await simulator.scriptPaid(channel, to, behaviour)
        const { id, recipient_email } = await push(shop, to, overOf[channel])
        const error_code = `${channel}.submit_outcome_unknown`
        const { failed_at: at } = await ended(shop, id, channel, 'failed')
        await advance(86_400)
        await queueIdle(db, shop)
        expect(await attempts(channel, to)).toHaveLength(1)
        expect((await deliveryOf(shop, id))[channel]).toMatchObject({ state: 'failed', error_code, credits: 1 })
        expect(await paidEvents(id)).toEqual([
          {
            type: `${channel}.failed`,
            data: { message_id: id, recipient_email, reference: 'A-1', error_code, at, credits: 1 },
          },
        ])
        expect([await balanceOf(shop), await ledgerOf(shop)]).toEqual([4, ['charge -1']])
      })
  for (const channel of ['sms', 'whatsapp'] as const)
    test(`a later report overrides it: ${channel} delivered after an unknown outcome, each published once, one charge`, async () => {
      const [shop, to] = [await shopWith(5), phone()]
      await simulator.scriptPaid(channel, to, 'accept_then_close')
      const { id } = await push(shop, to, overOf[channel])
      await ended(shop, id, channel, 'failed')
      const [item] = await simulator.outbox({ channel, to })
      for (const _ of [1, 2, 3]) await simulator.report(item.id, 'delivered')
      await simulator.report(item.id, 'failed')
      expect(await ended(shop, id, channel, 'delivered')).toMatchObject({
        error_code: null,
        failed_at: null,
        credits: 1,
      })
      expect(await typesOf(id)).toEqual([`${channel}.failed`, `${channel}.delivered`])
      expect(await ledgerOf(shop)).toEqual(['charge -1'])
    })
})

describe('a submission that the provider refuses (3.3)', () => {
  for (const channel of ['sms', 'whatsapp'] as const) {
    for (const behaviour of ['throttle', 'unavailable'])
      test(`${channel}: ${behaviour} twice, then accepted once`, async () => {
        const [shop, to] = [await shopWith(5), phone()]
        await simulator.scriptPaid(channel, to, behaviour, 2)
        const { id } = await push(shop, to, overOf[channel])
        for (const count of [1, 2, 3]) {
          await submitted(channel, to, count)
          if (count < 3) await advance(600)
        }
        expect((await ended(shop, id, channel, 'delivered')).credits).toBe(1)
        expect(await simulator.outbox({ channel, to })).toHaveLength(1)
        expect([await typesOf(id), await ledgerOf(shop)]).toEqual([[`${channel}.delivered`], ['charge -1']])
      })
    for (const [behaviour, times] of [
      ['refuse', 1],
      ['throttle', 7],
    ] as const)
      test(`${channel}: ${behaviour} on every attempt: rejected after ${times}, refunded, published once (2.13)`, async () => {
        const [shop, to] = [await shopWith(5), phone()]
        await simulator.scriptPaid(channel, to, behaviour)
        const { id, recipient_email } = await push(shop, to, overOf[channel])
        await submitted(channel, to)
        await advance(86_400)
        const error_code = `${channel}.submit_refused`
        const { failed_at: at, credits } = await ended(shop, id, channel, 'rejected')
        await advance(86_400)
        expect(await attempts(channel, to)).toHaveLength(times)
        expect(await paidEvents(id)).toEqual([
          {
            type: `${channel}.rejected`,
            data: {
              message_id: id,
              recipient_email,
              reference: 'A-1',
              error_code,
              skipped_reason: null,
              at,
              credits_refunded: 1,
            },
          },
        ])
        expect([credits, await balanceOf(shop), await ledgerOf(shop)]).toEqual([0, 5, ['charge -1', 'refund 1']])
      })
  }
})

describe('delivery reports (3.3)', () => {
  const callback = (nudgeId: string, status: string, key = secret) => {
    const path = `/callbacks/sms/twilio/status/${nudgeId}`
    const form = new URLSearchParams({ MessageSid: 'SM1', MessageStatus: status })
    const signed = `${config.publicUrl}${path}MessageSidSM1MessageStatus${status}`
    const signature = createHmac('sha1', key).update(signed).digest('base64')
    return { path, raw: form.toString(), signature }
  }
  const report = async ({ path, raw, signature }: ReturnType<typeof callback>) =>
    (
      await call('POST', path, {
        raw,
        headers: { 'Content-Type': 'application/x-www-form-urlencoded', 'X-Twilio-Signature': signature },
      })
    ).status
  const nudgeOf = async (id: string, channel: PaidChannel) =>
    (await db.one(findNudge, { messageId: parseId('msg', id)!, channel }))!.id
  const findNudge = statement<{ messageId: string; channel: PaidChannel }, { id: string }>(
    'test.find_paid_nudge',
    `select id from nudges where message_id = $messageId and channel = $channel`,
  )

  test('20 reports about a text that was refused and refunded have no effect', async () => {
    const [shop, to] = [await shopWith(5), phone()]
    await simulator.scriptPaid('sms', to, 'refuse')
    const { id } = await push(shop, to)
    await ended(shop, id, 'sms', 'rejected')
    const late = callback(await nudgeOf(id, 'sms'), 'failed')
    const statuses = await Promise.all(Array.from({ length: 20 }, () => report(late)))
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect(await typesOf(id)).toEqual(['sms.rejected'])
    expect([await balanceOf(shop), await ledgerOf(shop)]).toEqual([5, ['charge -1', 'refund 1']])
  })
  for (const [channel, error_code] of [
    ['sms', 'sms.carrier_failed'],
    ['whatsapp', 'whatsapp.platform_failed'],
  ] as const)
    test(`20 reports that ${channel} failed are published once, and the credit is not refunded (6.4)`, () =>
      withManualReports(async () => {
        const [shop, to] = [await shopWith(5), phone()]
        const { id } = await push(shop, to, overOf[channel])
        const [item] = await submitted(channel, to)
        await Promise.all(Array.from({ length: 20 }, () => simulator.report(item.id, 'failed')))
        expect(await ended(shop, id, channel, 'failed')).toMatchObject({ error_code, credits: 1 })
        expect([await typesOf(id), await ledgerOf(shop)]).toEqual([[`${channel}.failed`], ['charge -1']])
      }))
  test('a read report implies delivered, and a later failed report is ignored', () =>
    withManualReports(async () => {
      const [shop, to] = [await shopWith(5), phone()]
      const { id } = await push(shop, to, byWhatsApp)
      const [item] = await submitted('whatsapp', to)
      for (const status of ['read', 'delivered', 'failed', 'read']) await simulator.report(item.id, status)
      await ended(shop, id, 'whatsapp', 'read')
      expect(await typesOf(id)).toEqual(['whatsapp.delivered', 'whatsapp.read'])
    }))
  test('no report within 72 hours: failed with sms.no_report, not refunded, published once', () =>
    withManualReports(async () => {
      const [shop, to] = [await shopWith(5), phone()]
      const { id } = await push(shop, to)
      await accepted(id, 'sms')
      await advance(71 * 3_600)
      expect((await deliveryOf(shop, id)).sms.state).toBe('queued')
      await advance(2 * 3_600)
      expect(await ended(shop, id, 'sms', 'failed')).toMatchObject({ error_code: 'sms.no_report', credits: 1 })
      expect(await typesOf(id)).toEqual(['sms.failed'])
    }))

  test('forged, replayed and foreign SMS callbacks have no effect', () =>
    withManualReports(async () => {
      const [shop, to] = [await shopWith(5), phone()]
      const { id } = await push(shop, to)
      await accepted(id, 'sms')
      const nudgeId = await nudgeOf(id, 'sms')
      const good = callback(nudgeId, 'delivered')
      for (const [status, hostile] of [
        [401, callback(nudgeId, 'delivered', 'another key')],
        [401, { ...good, signature: '' }],
        [401, { ...good, raw: good.raw.replace('delivered', 'failed') }],
        [401, { ...good, path: callback(randomUUID(), 'delivered').path }],
        [200, callback(randomUUID(), 'delivered')],
        [200, callback('not-an-id', 'delivered')],
        [200, callback(nudgeId, 'sent')],
      ] as const)
        expect(await report(hostile)).toBe(status)
      expect((await deliveryOf(shop, id)).sms.state).toBe('queued')
      expect(await paidEvents(id)).toEqual([])

      for (const _ of [1, 2, 3]) expect(await report(good)).toBe(200)
      expect(await typesOf(id)).toEqual(['sms.delivered'])
    }))
  test('forged, replayed and foreign WhatsApp callbacks have no effect', () =>
    withManualReports(async () => {
      const [shop, to] = [await shopWith(5), phone()]
      const { id } = await push(shop, to, withFallback)
      await accepted(id, 'whatsapp')
      const nudgeId = await nudgeOf(id, 'whatsapp')
      const bodyOf = (reportedId: string, status: string) =>
        JSON.stringify({
          object: 'whatsapp_business_account',
          entry: [
            {
              changes: [
                {
                  field: 'messages',
                  value: {
                    messaging_product: 'whatsapp',
                    statuses: [{ status, biz_opaque_callback_data: reportedId }],
                  },
                },
              ],
            },
          ],
        })
      const post = async (raw: string, key = secret) =>
        (
          await call('POST', '/callbacks/whatsapp', {
            raw,
            headers: { 'X-Hub-Signature-256': `sha256=${createHmac('sha256', key).update(raw).digest('hex')}` },
          })
        ).status
      expect(await post(bodyOf(nudgeId, 'failed'), 'another key')).toBe(401)
      for (const unknownId of [randomUUID(), 'not an id']) expect(await post(bodyOf(unknownId, 'failed'))).toBe(200)
      expect([await paidEvents(id), await attempts('sms', to)]).toEqual([[], []])

      for (const _ of [1, 2, 3]) expect(await post(bodyOf(nudgeId, 'delivered'))).toBe(200)
      expect(await typesOf(id)).toEqual(['whatsapp.delivered'])
    }))
})

describe('sms_if_whatsapp_fails (2.1)', () => {
  const expectText = async (shop: Shop, id: string, to: string) => {
    await ended(shop, id, 'sms', 'delivered')
    expect(await attempts('sms', to)).toHaveLength(1)
  }
  const expectNoText = async (shop: Shop, id: string, to: string) => {
    await queueIdle(db, shop)
    expect([(await deliveryOf(shop, id)).sms.skipped_reason, await attempts('sms', to)]).toEqual([
      'disabled_by_request',
      [],
    ])
  }
  test('WhatsApp refused: rejected and refunded, and the text costs its own credit', async () => {
    const [shop, to] = [await shopWith(5), phone()]
    await simulator.scriptPaid('whatsapp', to, 'refuse')
    const { id } = await push(shop, to, withFallback)
    await expectText(shop, id, to)
    expect((await deliveryOf(shop, id)).whatsapp).toMatchObject({ state: 'rejected', credits: 0 })
    expect([await typesOf(id), (await ledgerOf(shop)).toSorted()]).toEqual([
      ['whatsapp.rejected', 'sms.delivered'],
      ['charge -1', 'charge -1', 'refund 1'],
    ])
  })
  test('WhatsApp reported as failed: both are charged', async () => {
    const [shop, to] = [await shopWith(5), phone()]
    const { id, item } = await withManualReports(async () => {
      const pushed = await push(shop, to, withFallback)
      await accepted(pushed.id, 'whatsapp')
      return { ...pushed, item: (await simulator.outbox({ channel: 'whatsapp', to }))[0] }
    })
    for (const _ of [1, 2, 3]) await simulator.report(item.id, 'failed')
    await expectText(shop, id, to)
    expect([await typesOf(id), await balanceOf(shop)]).toEqual([['whatsapp.failed', 'sms.delivered'], 3])
  })
  test('the number is not on WhatsApp: failed, text, and for 7 days the text is sent at once', async () => {
    const [shop, to, recipient_email] = [await shopWith(9), phone(), address()]
    await simulator.scriptPaid('whatsapp', to, 'not_on_whatsapp', 1)
    const first = await push(shop, to, { ...withFallback, recipient_email })
    await ended(shop, first.id, 'sms', 'delivered')
    expect((await deliveryOf(shop, first.id)).whatsapp).toMatchObject({
      state: 'failed',
      error_code: 'whatsapp.platform_failed',
      credits: 1,
    })
    const second = await push(shop, to, { ...withFallback, recipient_email })
    expect([second.whatsapp.skipped_reason, second.sms.queued]).toEqual(['not_reachable', true])
    await ended(shop, second.id, 'sms', 'delivered')
    expect(await attempts('whatsapp', to)).toHaveLength(1)
    await advance(7 * 86_400)
    const third = await push(shop, to, { ...withFallback, recipient_email })
    expect([third.whatsapp.queued, third.sms.queued]).toEqual([true, false])
  })
  for (const [name, status] of [
    ['no status', null],
    ['only the status sent', 'sent'],
  ] as const)
    test(`${name} within five minutes: text, and not before`, async () => {
      const [shop, to] = [await shopWith(5), phone()]
      const { id } = await withManualReports(async () => {
        const pushed = await push(shop, to, withFallback)
        await accepted(pushed.id, 'whatsapp')
        const [item] = await simulator.outbox({ channel: 'whatsapp', to })
        if (status !== null) await simulator.report(item.id, status)
        return pushed
      })
      await advance(280)
      await expectNoText(shop, id, to)
      await advance(30)
      await expectText(shop, id, to)
      expect((await deliveryOf(shop, id)).whatsapp).toMatchObject({ state: 'queued', credits: 1 })
    })
  test('unknown outcome: text after five minutes without a status', async () => {
    const [shop, to] = [await shopWith(5), phone()]
    await simulator.scriptPaid('whatsapp', to, 'accept_then_close')
    const { id } = await push(shop, to, withFallback)
    await ended(shop, id, 'whatsapp', 'failed')
    await advance(280)
    await expectNoText(shop, id, to)
    await advance(30)
    await expectText(shop, id, to)
  })
  test('delivered but unread: no text', async () => {
    const [shop, to] = [await shopWith(5), phone()]
    const { id } = await push(shop, to, withFallback)
    await ended(shop, id, 'whatsapp', 'delivered')
    await advance(86_400)
    await expectNoText(shop, id, to)
    expect(await balanceOf(shop)).toBe(4)
  })
  test('unknown outcome, then delivered: no text', async () => {
    const [shop, to] = [await shopWith(5), phone()]
    await simulator.scriptPaid('whatsapp', to, 'accept_then_close')
    const { id } = await push(shop, to, withFallback)
    await ended(shop, id, 'whatsapp', 'failed')
    const [item] = await simulator.outbox({ channel: 'whatsapp', to })
    await simulator.report(item.id, 'delivered')
    await advance(3_600)
    await expectNoText(shop, id, to)
  })
  test('template in review: no text; template rejected: text', async () => {
    const [shop, to] = [await shopWith(5), phone()]
    const delayed = { ...withFallback, order_status: 'delayed' }
    expect((await push(shop, to, delayed)).sms.queued).toBe(false)
    await approve('delayed', 'rejected')
    const other = phone()
    const { id, sms } = await push(shop, other, delayed)
    expect(sms.queued).toBe(true)
    await expectText(shop, id, other)
  })
  test('at most one text: a push with its own text sends no fallback', async () => {
    const [shop, to] = [await shopWith(5), phone()]
    await simulator.scriptPaid('whatsapp', to, 'refuse')
    const { id } = await push(shop, to, { ...withFallback, channels: ['sms', 'whatsapp'] })
    await ended(shop, id, 'whatsapp', 'rejected')
    await expectText(shop, id, to)
    await advance(3_600)
    expect([await attempts('sms', to), await balanceOf(shop)]).toEqual([[expect.anything()], 4])
  })
  test('empty balance: insufficient_credit, and the balance stays at 0', async () => {
    const [shop, to] = [await shopWith(1), phone()]
    const { id } = await withManualReports(async () => {
      const pushed = await push(shop, to, withFallback)
      await accepted(pushed.id, 'whatsapp')
      return pushed
    })
    const [item] = await simulator.outbox({ channel: 'whatsapp', to })
    await simulator.report(item.id, 'failed')
    const sms = await until('the skipped text', async () => (await deliveryOf(shop, id)).sms)
    expect([sms.state, sms.skipped_reason, sms.credits]).toEqual([null, 'insufficient_credit', 0])
    expect([await attempts('sms', to), await balanceOf(shop)]).toEqual([[], 0])
  })
  test('the refund of the last credit pays for the text', async () => {
    const [shop, to] = [await shopWith(1), phone()]
    await simulator.scriptPaid('whatsapp', to, 'refuse')
    const { id } = await push(shop, to, withFallback)
    await expectText(shop, id, to)
    expect(await balanceOf(shop)).toBe(0)
  })
  test('with an escalation: nothing on either channel before the deadline, then one text', async () => {
    const [shop, to] = [await shopWith(5), phone()]
    await simulator.scriptPaid('whatsapp', to, 'refuse')
    const { id } = await push(shop, to, { ...withFallback, escalate_if_unread_after_minutes: 10 })
    await simulator.waitForEmail(id)
    await advance(540)
    expect([await attempts('whatsapp', to), await attempts('sms', to)]).toEqual([[], []])
    await advance(120)
    await expectText(shop, id, to)
    expect(await balanceOf(shop)).toBe(4)
  })
})

describe('escalate_if_unread_after_minutes (2.1)', () => {
  const escalating = { escalate_if_unread_after_minutes: 10 }
  const openMail = async (id: string) => simulator.open((await simulator.waitForEmail(id)).id)
  const emailed = (shop: Shop, id: string) =>
    until('the email', async () => ((await deliveryOf(shop, id)).delivered ? true : null))

  test('opened before the deadline: not sent and not charged', async () => {
    const [shop, to] = [await shopWith(5), phone()]
    const { id, sms } = await push(shop, to, escalating)
    expect([sms.queued, sms.escalates_at !== null]).toEqual([true, true])
    await openMail(id)
    await advance(3_600)
    expect([await attempts('sms', to), await balanceOf(shop), await ledgerOf(shop)]).toEqual([[], 5, []])
    expect([(await deliveryOf(shop, id)).sms.state, await paidEvents(id)]).toEqual([null, []])
  })
  test('not opened: one text and one charge at the deadline; an open after it changes nothing', async () => {
    const [shop, to] = [await shopWith(5), phone()]
    const { id } = await push(shop, to, escalating)
    await emailed(shop, id)
    await advance(590)
    expect([await attempts('sms', to), await balanceOf(shop)]).toEqual([[], 5])
    await advance(20)
    await ended(shop, id, 'sms', 'delivered')
    await openMail(id)
    await advance(3_600)
    expect([await attempts('sms', to), await ledgerOf(shop)]).toEqual([[expect.anything()], ['charge -1']])
  })
  test('opened while a throttled text waits for its next attempt: cancelled and refunded', async () => {
    const [shop, to] = [await shopWith(5), phone()]
    await simulator.scriptPaid('sms', to, 'throttle')
    const { id } = await push(shop, to, escalating)
    await emailed(shop, id)
    await advance(610)
    await submitted('sms', to)
    expect(await balanceOf(shop)).toBe(4)
    await openMail(id)
    await simulator.scriptPaid('sms', to, 'accept')
    await advance(86_400)
    expect(await simulator.outbox({ channel: 'sms', to })).toEqual([])
    expect((await deliveryOf(shop, id)).sms).toMatchObject({ state: null, credits: 0 })
    expect([await balanceOf(shop), await ledgerOf(shop)]).toEqual([5, ['charge -1', 'refund 1']])
  })
  test('the deadline counts from when a delayed email is sent', async () => {
    const [shop, to, recipient_email] = [await shopWith(5), phone(), address()]
    await simulator.script(recipient_email, 'throttle', 3)
    const { id } = await push(shop, to, { ...escalating, recipient_email })
    await until('the first attempt', async () => (await simulator.attempts({ to: recipient_email })).length > 0)
    const isSent = async () => (await simulator.outbox({ to: recipient_email })).length > 0
    for (let minutes = 0; !(await isSent()); minutes++) {
      expect([await attempts('sms', to), minutes < 60]).toEqual([[], true])
      await advance(60)
    }
    await emailed(shop, id)
    await advance(480)
    expect([await attempts('sms', to), await balanceOf(shop)]).toEqual([[], 5])
    await advance(130)
    await ended(shop, id, 'sms', 'delivered')
    expect(await ledgerOf(shop)).toEqual(['charge -1'])
  })
  for (const [outcome, name, script] of [
    ['bounced', 'bounced', null],
    ['failed', 'ada', 'refuse'],
  ] as const)
    test(`an email that ${outcome} counts as unread: the text is sent at the deadline`, async () => {
      const [shop, to, recipient_email] = [await shopWith(5), phone(), `${name}+${recipientCount++}@simulator.example`]
      if (script !== null) await simulator.script(recipient_email, script)
      const { id } = await push(shop, to, { ...escalating, recipient_email })
      await until(outcome, async () => (await deliveryOf(shop, id))[outcome])
      await advance(590)
      expect(await attempts('sms', to)).toEqual([])
      await advance(20)
      await ended(shop, id, 'sms', 'delivered')
    })
  test('the balance is checked at the deadline: rejected, published once', async () => {
    const [shop, to] = [await shopWith(0), phone()]
    const { id, sms } = await push(shop, to, escalating)
    expect(sms).toMatchObject({ queued: true, credits: 1 })
    await emailed(shop, id)
    await advance(610)
    const block = await ended(shop, id, 'sms', 'rejected')
    expect(block).toMatchObject({
      error_code: 'sms.never_submitted',
      skipped_reason: 'insufficient_credit',
      credits: 0,
    })
    expect([await typesOf(id), await attempts('sms', to), await balanceOf(shop)]).toEqual([['sms.rejected'], [], 0])
  })
})

test('a STOP between the push and a scheduled send: rejected as stopped, not submitted', async () => {
  const [shop, to, recipient_email] = [await shopWith(5), phone(), address()]
  const first = await push(shop, to, { recipient_email })
  await ended(shop, first.id, 'sms', 'delivered')
  const send_at = new Date((await advance(0)).getTime() + 3_600_000).toISOString()
  const { id, sms } = await push(shop, to, { recipient_email, send_at })
  expect(sms.queued).toBe(true)
  await simulator.inbound('sms', to, 'STOP')
  await advance(3_700)
  const { failed_at: at } = await ended(shop, id, 'sms', 'rejected')
  expect(await paidEvents(id)).toEqual([
    {
      type: 'sms.rejected',
      data: {
        message_id: id,
        recipient_email,
        reference: 'A-1',
        error_code: 'sms.never_submitted',
        skipped_reason: 'stopped',
        at,
        credits_refunded: 0,
      },
    },
  ])
  expect([await attempts('sms', to), await ledgerOf(shop)]).toEqual([[expect.anything()], ['charge -1']])
})

test('reported times use the clock of the service: a scheduled nudge is not delivered before it was sent (2.4)', async () => {
  const shop = await shopWith(5)
  const send_at = new Date((await advance(0)).getTime() + 7_200_000).toISOString()
  const { id } = await push(shop, phone(), { channels: ['sms', 'whatsapp'], whatsapp_opt_in: {}, send_at })
  await advance(7_260)
  const delivery = await until('all delivered', async () => {
    const view = await deliveryOf(shop, id)
    const { delivered, sms, whatsapp } = view
    return delivered && sms.state === 'delivered' && whatsapp.state === 'delivered' && view
  })
  const [earliest, latest] = [Date.parse(send_at), (await advance(0)).getTime()]
  for (const time of [delivery, delivery.sms, delivery.whatsapp].map((one) => Date.parse(one.delivered_at))) {
    expect(time).toBeGreaterThanOrEqual(earliest)
    expect(time).toBeLessThanOrEqual(latest)
  }
})

test('credits.low_balance is published once when a scheduled message and an SMS fallback are charged together (6.3)', async () => {
  const shop = await shopWith(5, { low_balance_threshold: 5, plan: 'lapsed' })
  await approve('cancelled')
  const send_at = new Date((await advance(0)).getTime() + 60_000).toISOString()
  const first = await push(shop, phone(), { ...byWhatsApp, send_at })
  const second = await push(shop, phone(), { ...withFallback, send_at, order_status: 'cancelled' })
  await approve('cancelled', 'rejected')
  await advance(61)
  await ended(shop, first.id, 'whatsapp', 'delivered')
  await ended(shop, second.id, 'sms', 'delivered')
  expect(await eventsOf(db, null, shop.id)).toEqual([
    { type: 'credits.low_balance', data: { balance: 4, threshold: 5 } },
  ])
  expect(await balanceOf(shop)).toBe(3)
})

describe('rate_limited (2.3)', () => {
  /** Pushes texts to one number and counts them by skipped_reason. */
  const texts = async (shop: Shop, to: string, recipient_email: string, count: number) => {
    const messages = Array.from({ length: count }, () => messageTo(to, { recipient_email }))
    const { json } = await shop.call('POST', '/api/v1/messages/batch', { headers: freshKey(), body: { messages } })
    return tally(json.results.map(({ result }: { result: PushResult }) => result.sms!.skipped_reason))
  }

  test('the sixty-first text to one number within an hour, and another number is unaffected', async () => {
    const [shop, to, recipient_email] = [await shopWith(70), phone(), address()]
    expect(await texts(shop, to, recipient_email, 61)).toEqual(
      new Map([
        [null, 60],
        ['rate_limited', 1],
      ]),
    )
    expect((await push(shop, phone())).sms.queued).toBe(true)
    await advance(3_601)
    expect((await push(shop, to, { recipient_email })).sms.queued).toBe(true)
  })
  test('of seventy scheduled texts to one number that fall due at once sixty are sent', async () => {
    const [shop, to, recipient_email] = [await shopWith(90), phone(), address()]
    const send_at = new Date((await advance(0)).getTime() + 2 * 86_400_000).toISOString()
    const messages = Array.from({ length: 70 }, () => messageTo(to, { recipient_email, send_at }))
    await shop.call('POST', '/api/v1/messages/batch', { headers: freshKey(), body: { messages } })
    await advance(2 * 86_400 + 1)
    const outcomes = await until('all outcomes', async () => {
      const rows = await db.all(outcomesOf, shop)
      return rows.every(({ outcome }) => /^(delivered|rejected)/.test(outcome)) && rows
    })
    expect(outcomes).toEqual([
      { outcome: 'delivered  charged', count: 60 },
      { outcome: 'rejected rate_limited free', count: 10 },
    ])
    // Scheduled texts count from when they were sent.
    expect((await push(shop, to, { recipient_email })).sms.skipped_reason).toBe('rate_limited')
  })
  test('the limits are settings of the business and apply to a resend too', async () => {
    const settings = { sms_per_number_per_hour: 2, sms_per_number_per_day: 3 }
    const [shop, to, recipient_email] = [await shopWith(9, settings), phone(), address()]
    expect(await texts(shop, to, recipient_email, 3)).toEqual(
      new Map([
        [null, 2],
        ['rate_limited', 1],
      ]),
    )
    await advance(3_601)
    const [last, refused] = [await push(shop, to, { recipient_email }), await push(shop, to, { recipient_email })]
    expect([last.sms.skipped_reason, refused.sms.skipped_reason]).toEqual([null, 'rate_limited'])
    const resend = () => shop.call('POST', `/api/v1/messages/${refused.id}/sms`, { headers: freshKey() })
    expect((await resend()).json).toMatchObject({ queued: false, skipped_reason: 'rate_limited' })
    await operator('PATCH', `/businesses/${shop.id}`, { sms_per_number_per_day: 4 })
    expect((await resend()).json).toMatchObject({ queued: true, skipped_reason: null })
  })

  /** A shop that may send one more text to the number of a recipient, and a message whose text was refused by the limit. */
  const oneTextLeft = async () => {
    const [shop, to, recipient_email] = [await shopWith(9, { sms_per_number_per_hour: 1 }), phone(), address()]
    const first = await push(shop, to, { recipient_email })
    await ended(shop, first.id, 'sms', 'delivered')
    const refused = await push(shop, to, { recipient_email })
    expect(refused.sms.skipped_reason).toBe('rate_limited')
    return { shop, to, recipient_email, refusedId: refused.id }
  }
  const allowTwo = (shop: Shop) => operator('PATCH', `/businesses/${shop.id}`, { sms_per_number_per_hour: 2 })
  /** Two sends that both read the facts about the number before either is decided. Returns what was promised for each text. */
  const sendBoth = async <First>(shop: Shop, first: () => Promise<First>, second: () => ReturnType<typeof resend>) => {
    const balance = await acquireLock(db, lockBalance, shop)
    const waiting = (count: number) =>
      until('sends that wait for the balance', async () => (await countLockWaiters(db, 'credit_balances')) === count)
    const one = first()
    await waiting(1)
    const two = second()
    await waiting(2)
    await balance.release()
    return [await one, (await two).json] as const
  }
  /** One of the two was sent, and each response was right about its text. */
  const expectOneMoreText = async (shop: Shop, promised: { id: string; queued: boolean }[]) => {
    const outcomes = await until('all outcomes', async () => {
      const rows = await db.all(outcomesOf, shop)
      return rows.every(({ outcome }) => /^(delivered|rejected|skipped)/.test(outcome)) && rows
    })
    expect(outcomes).toContainEqual({ outcome: 'delivered  charged', count: 2 })
    for (const { id, queued } of promised)
      expect((await deliveryOf(shop, id)).sms.state).toBe(queued ? 'delivered' : null)
  }
  const resend = (shop: Shop, id: string, { call: callService }: Pick<Shop, 'call'> = shop) =>
    callService('POST', `/api/v1/messages/${id}/sms`, { key: shop.key, headers: freshKey() })

  test('two resends at once do not exceed the limit together', async () => {
    const { shop, to, recipient_email, refusedId } = await oneTextLeft()
    const other = await push(shop, to, { recipient_email })
    await allowTwo(shop)
    const secondProcess = await startAnother()
    const resendOther = () => resend(shop, other.id, secondProcess)
    const [one, two] = await sendBoth(shop, () => resend(shop, refusedId), resendOther)
    await secondProcess.stop()
    await expectOneMoreText(shop, [
      { id: refusedId, queued: one.json.queued },
      { id: other.id, queued: two.queued },
    ])
  })
  test('a push and a resend at once do not exceed the limit together', async () => {
    const { shop, to, recipient_email, refusedId } = await oneTextLeft()
    await allowTwo(shop)
    const secondProcess = await startAnother()
    const resendOther = () => resend(shop, refusedId, secondProcess)
    const [pushed, resent] = await sendBoth(shop, () => push(shop, to, { recipient_email }), resendOther)
    await secondProcess.stop()
    await expectOneMoreText(shop, [
      { id: pushed.id, queued: pushed.sms.queued },
      { id: refusedId, queued: resent.queued },
    ])
  })
  test('a scheduled text and a resend at once do not exceed the limit together', async () => {
    const { shop, to, recipient_email, refusedId } = await oneTextLeft()
    const send_at = new Date((await advance(0)).getTime() + 60_000).toISOString()
    await push(shop, to, { recipient_email, send_at })
    await allowTwo(shop)
    const resendRefused = () => resend(shop, refusedId)
    const [, { queued }] = await sendBoth(shop, () => advance(61), resendRefused)
    await expectOneMoreText(shop, [{ id: refusedId, queued }])
  })
})

test('of 500 concurrent texts with a cap of 100 in two processes exactly 100 are sent, the others rejected and refunded', async () => {
  const shop = await shopWith(500, { sms_warmup_cap: 100, sms_per_prefix_per_hour: 500, plan: 'lapsed' })
  const { stop } = await startAnother()
  const batches = Array.from({ length: 5 }, () => Array.from({ length: 100 }, () => messageTo(phone())))
  const numbers = new Set(batches.flat().map(({ recipient_phone }) => recipient_phone))
  const responses = await Promise.all(
    batches.map((messages) => {
      const request = { headers: freshKey(), body: { messages } }
      return retryUnavailable(() => shop.call('POST', '/api/v1/messages/batch', request))
    }),
  )
  const queued = responses.flatMap(({ json }) => json.results.filter((item: { ok: boolean }) => item.ok))
  expect(queued.map(({ result }: { result: { sms: { queued: boolean } } }) => result.sms.queued)).toEqual(
    Array.from({ length: 500 }, () => true),
  )
  const outcomes = await until('all outcomes', async () => {
    const rows = await db.all(outcomesOf, shop)
    return rows.every(({ outcome }) => /^(delivered|rejected)/.test(outcome)) && rows
  })
  await stop()
  expect(outcomes).toEqual([
    { outcome: 'delivered  charged', count: 100 },
    { outcome: 'rejected sms_warmup_cap_reached free', count: 400 },
  ])
  const texts = await simulator.attempts({ channel: 'sms' })
  expect(texts.filter(({ to }) => numbers.has(to))).toHaveLength(100)
  expect(await balanceOf(shop)).toBe(400)

  await advance(86_400)
  const next = await push(shop, phone())
  await ended(shop, next.id, 'sms', 'delivered')
})
test('a throttled text keeps its share of the daily cap: it is retried while another text is rejected (2.3)', async () => {
  const shop = await shopWith(5, { sms_warmup_cap: 1, plan: 'lapsed' })
  const [to, later] = [phone(), phone()]
  await simulator.scriptPaid('sms', to, 'throttle', 1)
  const first = await push(shop, to)
  await submitted('sms', to)
  const second = await push(shop, later, { send_at: new Date((await advance(0)).getTime() + 30_000).toISOString() })
  // Both must fall due in the same batch, so the test sets their times.
  await until('both to wait', async () => (await db.one(countWaiting, shop))!.count === 2)
  await db.all(makeDue, shop)
  await ended(shop, second.id, 'sms', 'rejected')
  await ended(shop, first.id, 'sms', 'delivered')
})
const countWaiting = statement<{ businessId: string }, { count: number }>(
  'test.count_waiting',
  `select count(*)::integer as count from nudges where business_id = $businessId and state = 'waiting'`,
)
const makeDue = statement<{ businessId: string }>(
  'test.make_due',
  `update nudges set due_at = clock_now() where business_id = $businessId and state = 'waiting'`,
)
const lockBalance = statement<{ businessId: string }>(
  'test.lock_balance',
  `select 1 from credit_balances where business_id = $businessId for update`,
)
const outcomesOf = statement<{ businessId: string }, { outcome: string; count: number }>(
  'test.outcomes_of_texts',
  `select concat_ws(' ', state, coalesce(skipped_reason, ''), case when charged then 'charged' else 'free' end) as outcome, count(*)::integer as count
     from nudges where business_id = $businessId and channel = 'sms' group by 1 order by 1`,
)

test('after all tests above, every text and WhatsApp message that ended was published exactly once (6.4)', async () => {
  expect(await db.all(paidEventMismatches)).toEqual([])
})
