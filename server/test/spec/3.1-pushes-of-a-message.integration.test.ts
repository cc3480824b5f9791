import { describe, expect, test } from 'vitest'
import type { Shop } from '../support/client.ts'
import { freshKey, openShop, pushMessage, shippedOrder } from '../support/messages.ts'
import { until } from '../support/simulator-client.ts'
import { createTestService } from '../support/test-service.ts'

/** Several pushes of an updateable message: each nudge belongs to one push and does not affect the nudges of the others. */
const { business, operator, simulator } = await createTestService()
await operator('PUT', '/whatsapp-templates/shipped', { state: 'approved' })

type PaidChannel = 'sms' | 'whatsapp'
let recipientCount = 0
/** Outside the numbers to which the simulator gives a behaviour of their own. */
const phone = (): string => `+44770091${1000 + recipientCount++}`
const address = (): string => `ada+${recipientCount++}@simulator.example`
const shopWith = (credits: number, settings: Record<string, unknown> = {}): Promise<Shop> =>
  openShop({ business, operator }, credits, { sms: 'on', whatsapp: 'on', sms_warmup_cap: 1_000, ...settings })
const grant = (shop: Shop, amount: number) => operator('POST', `/businesses/${shop.id}/credits`, { amount })

/** One order of one recipient, which can be pushed repeatedly. */
function orderOf(shop: Shop, to = phone()) {
  const whole = shippedOrder({
    recipient_email: address(),
    recipient_phone: to,
    whatsapp_opt_in: {},
    kind: 'updateable',
  })
  return {
    to,
    push: (over: Record<string, unknown> = {}) => pushMessage(shop, { ...whole, ...over }),
    pushAgain: (over: Record<string, unknown> = {}) => pushMessage(shop, { ...whole, notify: true, ...over }),
  }
}
const viewOf = async (shop: Shop, id: string) => (await shop.call('GET', `/api/v1/messages/${id}`)).json
const reached = (shop: Shop, id: string, channel: PaidChannel, state: string) =>
  until(`${channel} ${state}`, async () => {
    const paid = (await viewOf(shop, id)).delivery[channel]
    return paid?.state === state ? paid : null
  })
const balanceOf = async (shop: Shop): Promise<number> => (await shop.call('GET', '/api/v1/credits')).json.balance
const resend = async (shop: Shop, id: string, channel: PaidChannel) => {
  const { status, json } = await shop.call('POST', `/api/v1/messages/${id}/${channel}`, { headers: freshKey() })
  return json.error_code ?? `${status} ${json.skipped_reason ?? 'queued'}`
}
const sent = (channel: string, messageId: string, count: number) =>
  until(`${count} by ${channel}`, async () => {
    const items = await simulator.outbox({ channel, message_id: messageId })
    return items.length >= count ? items : null
  })
/** How many the provider has accepted. A clock advance waits until due nudges are submitted. */
const sentCount = async (channel: string, messageId: string): Promise<number> =>
  (await simulator.outbox({ channel, message_id: messageId })).length
const advance = (seconds: number) => operator('POST', '/clock/advance', { seconds })
const serviceNow = async (): Promise<number> => Date.parse((await advance(0)).json.now)
const inHours = async (hours: number): Promise<string> =>
  new Date((await serviceNow()) + hours * 3_600_000).toISOString()
const { withManualReports } = simulator
const channels = ['sms', 'whatsapp'] as const

describe('a later push and earlier nudges (3.1)', () => {
  test('a create and a forced update in succession: two emails, two texts, two charges', async () => {
    const shop = await shopWith(5)
    const { push, pushAgain } = orderOf(shop)
    const results = [await push({ channels: ['sms'] }), await pushAgain({ channels: ['sms'] })]
    const { id } = results[0]
    expect(results.map((one) => [one.id, one.email.sending, one.sms.credits])).toEqual([1, 2].map(() => [id, true, 1]))
    await sent('email', id, 2)
    await sent('sms', id, 2)
    expect(await balanceOf(shop)).toBe(3)
  })

  test('three forced updates of one message in a batch are three texts, each charged', async () => {
    const shop = await shopWith(5)
    const item = shippedOrder({
      recipient_email: address(),
      recipient_phone: phone(),
      kind: 'updateable',
      notify: true,
    })
    const { json } = await shop.call('POST', '/api/v1/messages/batch', {
      headers: freshKey(),
      body: { messages: [1, 2, 3].map(() => ({ ...item, channels: ['sms'] })) },
    })
    const { id } = json.results[0].result
    expect(json.results.map(({ result }: { result: { sms: { credits: number } } }) => result.sms.credits)).toEqual([
      1, 1, 1,
    ])
    await sent('sms', id, 3)
    expect(await balanceOf(shop)).toBe(2)
  })

  test('a text that the provider throttled is not cancelled', async () => {
    const shop = await shopWith(5)
    const { to, push, pushAgain } = orderOf(shop)
    await simulator.scriptPaid('sms', to, 'throttle', 1)
    const { id } = await push({ channels: ['sms'] })
    await until('the first attempt', async () => (await simulator.attempts({ channel: 'sms', to })).length > 0)
    await pushAgain({ channels: ['sms'] })
    await sent('sms', id, 1)
    await advance(120)
    await sent('sms', id, 2)
    expect(await balanceOf(shop)).toBe(3)
  })

  for (const [name, schedule] of [
    ['by send_at', async () => ({ send_at: await inHours(1) })],
    ['as an escalation', async () => ({ escalate_if_unread_after_minutes: 60 })],
  ] as const)
    test(`a text that is scheduled ${name} is replaced: one text, one charge`, async () => {
      const shop = await shopWith(5)
      const { push, pushAgain } = orderOf(shop)
      const { id } = await push({ channels: ['sms'], ...(await schedule()) })
      await pushAgain({ channels: ['sms'] })
      await sent('sms', id, 1)
      await advance(2 * 3_600)
      expect([await sentCount('sms', id), await balanceOf(shop)]).toEqual([1, 4])
    })
})

describe('the SMS fallback depends only on its own push (2.1)', () => {
  test('a text of an earlier push does not count', async () => {
    const shop = await shopWith(5)
    const { to, push, pushAgain } = orderOf(shop)
    const { id } = await push({ channels: ['sms'] })
    await reached(shop, id, 'sms', 'delivered')
    await simulator.scriptPaid('whatsapp', to, 'refuse')
    await pushAgain({ channels: ['whatsapp'], sms_if_whatsapp_fails: true })
    await sent('sms', id, 2)
    expect(await balanceOf(shop)).toBe(3)
  })

  test('a resent text counts, because it belongs to the push whose text it repeats', async () => {
    const shop = await shopWith(5, { sms: 'off' })
    const { push } = orderOf(shop)
    await withManualReports(async () => {
      const { id } = await push({ channels: ['sms', 'whatsapp'], sms_if_whatsapp_fails: true })
      await sent('whatsapp', id, 1)
      await operator('PATCH', `/businesses/${shop.id}`, { sms: 'on' })
      expect(await resend(shop, id, 'sms')).toBe('200 queued')
      await sent('sms', id, 1)
      await advance(360)
      expect([await sentCount('sms', id), await balanceOf(shop)]).toEqual([1, 3])
    })
  })

  for (const [reason, change] of [
    ['whatsapp_disabled', (shop: Shop) => operator('PATCH', `/businesses/${shop.id}`, { whatsapp: 'off' })],
    [
      'stopped',
      (shop: Shop, email: string) =>
        operator('POST', `/businesses/${shop.id}/recipients/${email}/stop`, { channel: 'whatsapp' }),
    ],
  ] as const)
    test(`a WhatsApp message that was queued and then rejected with ${reason} falls back to SMS (2.13)`, async () => {
      const shop = await shopWith(5)
      const { push } = orderOf(shop)
      const scheduled = { channels: ['whatsapp'], sms_if_whatsapp_fails: true, send_at: await inHours(1) }
      const { id, recipient_email: email } = await push(scheduled)
      await change(shop, email)
      await advance(3_660)
      await sent('sms', id, 1)
      const { whatsapp } = (await viewOf(shop, id)).delivery
      expect([whatsapp.state, whatsapp.skipped_reason, whatsapp.credits]).toEqual(['rejected', reason, 0])
      expect(await balanceOf(shop)).toBe(4)
    })

  test('a WhatsApp message whose template is in review when it is due is rejected without an SMS fallback (2.13)', async () => {
    const shop = await shopWith(5)
    const { push } = orderOf(shop)
    await operator('PUT', '/whatsapp-templates/confirmed', { state: 'approved' })
    const scheduled = { channels: ['whatsapp'], sms_if_whatsapp_fails: true, order_status: 'confirmed' }
    const { id } = await push({ ...scheduled, send_at: await inHours(1) })
    await operator('PUT', '/whatsapp-templates/confirmed', { state: 'in_review' })
    await advance(3_660)
    const { skipped_reason: reason } = await reached(shop, id, 'whatsapp', 'rejected')
    expect([reason, await sentCount('sms', id), await balanceOf(shop)]).toEqual(['template_not_sendable', 0, 5])
  })
})

describe('a resend depends on the newest nudge (2.7)', () => {
  for (const channel of channels) {
    test(`${channel}: a nudge that was skipped for lack of credit after a delivered one is sent after a top-up`, async () => {
      const shop = await shopWith(1)
      const { push, pushAgain } = orderOf(shop)
      const { id } = await push({ channels: [channel] })
      const before = await reached(shop, id, channel, 'delivered')
      expect((await pushAgain({ channels: [channel] }))[channel].skipped_reason).toBe('insufficient_credit')
      expect((await viewOf(shop, id)).delivery[channel]).toEqual({ ...before, skipped_reason: 'insufficient_credit' })
      await grant(shop, 2)
      expect(await resend(shop, id, channel)).toBe('200 queued')
      await sent(channel, id, 2)
    })

    test(`${channel}: a nudge that was not requested does not hide the one that was delivered and charged (2.4)`, async () => {
      const shop = await shopWith(5)
      const { push, pushAgain } = orderOf(shop)
      const { id } = await push({ channels: [channel] })
      const before = await reached(shop, id, channel, 'delivered')
      await pushAgain({ channels: ['email'] })
      expect((await viewOf(shop, id)).delivery[channel]).toEqual({ ...before, skipped_reason: 'disabled_by_request' })
    })
  }

  test('WhatsApp without a report: escalated_to_sms after five minutes, no_report after 72 hours, already_sent after a late delivery', async () => {
    const shop = await shopWith(5)
    const { push } = orderOf(shop)
    await withManualReports(async () => {
      const { id } = await push({ channels: ['whatsapp'], sms_if_whatsapp_fails: true })
      const [item] = await sent('whatsapp', id, 1)
      await advance(330)
      await sent('sms', id, 1)
      expect(await resend(shop, id, 'whatsapp')).toBe('whatsapp.escalated_to_sms')
      await advance(72 * 3_600)
      const { error_code: code, credits } = await reached(shop, id, 'whatsapp', 'failed')
      expect([code, credits]).toEqual(['whatsapp.no_report', 1])
      const { json } = await shop.call('GET', `/api/v1/events?type=whatsapp.failed&message_id=${id}`)
      expect(json.items.map(({ data }: { data: { error_code: string } }) => data.error_code)).toEqual([
        'whatsapp.no_report',
      ])
      expect(await resend(shop, id, 'whatsapp')).toBe('whatsapp.escalated_to_sms')
      await simulator.report(item.id, 'delivered')
      await reached(shop, id, 'whatsapp', 'delivered')
      expect([await resend(shop, id, 'whatsapp'), await sentCount('sms', id)]).toEqual(['whatsapp.already_sent', 1])
    })
  })
})

describe('an escalation depends only on its own push (2.1)', () => {
  test('it does not wait for the email of a later push', async () => {
    const shop = await shopWith(5)
    const { push, pushAgain } = orderOf(shop)
    const { id } = await push({ channels: ['sms'], escalate_if_unread_after_minutes: 30 })
    await sent('email', id, 1)
    await pushAgain({ channels: ['email'], send_at: await inHours(24) })
    await advance(31 * 60)
    await sent('sms', id, 1)
    expect(await sentCount('email', id)).toBe(1)
  })
})

for (const channel of channels)
  test(`a scheduled ${channel} nudge of a deactivated business is rejected as sending_paused without a charge (2.3)`, async () => {
    const shop = await shopWith(5)
    const { push } = orderOf(shop)
    const { id } = await push({ channels: [channel], send_at: await inHours(1) })
    await operator('PATCH', `/businesses/${shop.id}`, { active: false })
    await advance(3_660)
    await operator('PATCH', `/businesses/${shop.id}`, { active: true })
    const { skipped_reason: reason } = await reached(shop, id, channel, 'rejected')
    expect([reason, await sentCount(channel, id), await balanceOf(shop)]).toEqual(['sending_paused', 0, 5])
  })

test('a refusal because the number is not on WhatsApp: refunded, SMS fallback, and the number is not tried again (2.13)', async () => {
  const shop = await shopWith(5)
  const { to, push, pushAgain } = orderOf(shop)
  await simulator.scriptPaid('whatsapp', to, 'refuse_not_on_whatsapp')
  const { id } = await push({ channels: ['whatsapp'], sms_if_whatsapp_fails: true })
  await reached(shop, id, 'sms', 'delivered')
  const { whatsapp } = (await viewOf(shop, id)).delivery
  expect([whatsapp.state, whatsapp.error_code, whatsapp.credits]).toEqual(['rejected', 'whatsapp.submit_refused', 0])
  expect([(await pushAgain({ channels: ['whatsapp'] })).whatsapp.skipped_reason, await balanceOf(shop)]).toEqual([
    'not_reachable',
    4,
  ])
})

describe('scheduled_for (2.4)', () => {
  test('is send_at to the microsecond in the push result, the view and the list', async () => {
    const shop = await shopWith(0)
    const whole = (await inHours(3)).slice(0, 19)
    const { push } = orderOf(shop)
    const { id, scheduled_for: scheduled } = await push({ send_at: `${whole}.000001Z` })
    const { json } = await shop.call('GET', '/api/v1/messages')
    const viewed = (await viewOf(shop, id)).scheduled_for
    expect([scheduled, viewed, json.items[0].scheduled_for]).toEqual(Array(3).fill(`${whole}.000001Z`))
  })

  test('is null after a retraction', async () => {
    const shop = await shopWith(0)
    const { id } = await orderOf(shop).push({ send_at: await inHours(3) })
    await shop.call('POST', `/api/v1/messages/${id}/retract`, { headers: freshKey() })
    expect((await viewOf(shop, id)).scheduled_for).toBeNull()
  })

  test('is the time of the earliest waiting nudge, also after a forced update', async () => {
    const shop = await shopWith(5)
    const { push, pushAgain } = orderOf(shop)
    const [early, late] = [await inHours(1), await inHours(2)]
    const { id } = await push({ channels: ['sms'], send_at: late })
    expect((await pushAgain({ channels: ['email'], send_at: early })).scheduled_for).toBe(early)
    expect((await viewOf(shop, id)).scheduled_for).toBe(early)
    await advance(3_660)
    await sent('email', id, 1)
    expect((await viewOf(shop, id)).scheduled_for).toBe(late)
    await advance(3_660)
    await sent('sms', id, 1)
    expect((await viewOf(shop, id)).scheduled_for).toBeNull()
  })
})
