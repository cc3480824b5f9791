import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Shop } from '../support/client.ts'
import { freshKey, openShop, pushMessage, shippedOrder } from '../support/messages.ts'
import { until } from '../support/simulator-client.ts'
import { createTestService } from '../support/test-service.ts'

const { business, operator, simulator } = await createTestService()
await operator('PUT', '/whatsapp-templates/shipped', { state: 'approved' })

type PaidChannel = 'sms' | 'whatsapp'
let recipientCount = 0
/** Outside the numbers to which the simulator gives a behaviour of their own. */
const phone = (): string => `+44770090${1000 + recipientCount++}`
const grant = (shop: Shop, amount: number) => operator('POST', `/businesses/${shop.id}/credits`, { amount })
const shopWith = (credits: number, settings: Record<string, unknown> = {}): Promise<Shop> =>
  openShop({ business, operator }, credits, { sms: 'on', whatsapp: 'on', sms_warmup_cap: 1_000, ...settings })
const push = (shop: Shop, to: string, over: Record<string, unknown> = {}) => {
  const email = `ada+${recipientCount++}@simulator.example`
  return pushMessage(shop, shippedOrder({ recipient_email: email, recipient_phone: to, whatsapp_opt_in: {}, ...over }))
}
const resend = (shop: Shop, id: string, channel: PaidChannel, key: string = randomUUID()) =>
  shop.call('POST', `/api/v1/messages/${id}/${channel}`, { headers: { 'Idempotency-Key': key } })
const blockOf = async (shop: Shop, id: string, channel: PaidChannel) =>
  (await shop.call('GET', `/api/v1/messages/${id}`)).json.delivery[channel]
const ended = (shop: Shop, id: string, channel: PaidChannel, state: string) =>
  until(`${channel} ${state}`, async () => (await blockOf(shop, id, channel))?.state === state)
const balanceOf = async (shop: Shop): Promise<number> => (await shop.call('GET', '/api/v1/credits')).json.balance
const attempts = (channel: PaidChannel, to: string) => simulator.attempts({ channel, to })
const unnudged = { channels: [] }
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString()

describe('a resend that is refused with 409 writes nothing (2.7)', () => {
  /** Creates a message in each state and returns its id. */
  const createIn: Record<string, (shop: Shop, channel: PaidChannel) => Promise<string>> = {
    scheduled: async (shop, channel) => (await push(shop, phone(), { channels: [channel], send_at: inAnHour() })).id,
    delivered: async (shop, channel) => {
      const { id } = await push(shop, phone(), { channels: [channel] })
      await ended(shop, id, channel, 'delivered')
      return id
    },
    unknown: async (shop, channel) => {
      const to = phone()
      await simulator.scriptPaid(channel, to, 'accept_then_close')
      const { id } = await push(shop, to, { channels: [channel] })
      await ended(shop, id, channel, 'failed')
      return id
    },
    'texted by fallback': async (shop, channel) => {
      const to = phone()
      await simulator.scriptPaid(channel, to, 'refuse')
      const { id } = await push(shop, to, { channels: [channel], sms_if_whatsapp_fails: true })
      await ended(shop, id, 'sms', 'delivered')
      return id
    },
    retracted: async (shop) => {
      const { id } = await push(shop, phone(), unnudged)
      await shop.call('POST', `/api/v1/messages/${id}/retract`, { headers: freshKey() })
      return id
    },
  }
  /** These three errors leave the key unspent; every other error of a resend is replayed (4.1.7). */
  const unspent = ['whatsapp.already_sent', 'whatsapp.escalated_to_sms', 'whatsapp.may_have_sent']
  for (const [channel, state, code] of [
    ['sms', 'scheduled', 'sms.already_sent'],
    ['sms', 'delivered', 'sms.already_sent'],
    ['sms', 'unknown', 'sms.may_have_sent'],
    ['sms', 'retracted', 'message.retracted'],
    ['whatsapp', 'scheduled', 'whatsapp.already_sent'],
    ['whatsapp', 'delivered', 'whatsapp.already_sent'],
    ['whatsapp', 'unknown', 'whatsapp.may_have_sent'],
    ['whatsapp', 'texted by fallback', 'whatsapp.escalated_to_sms'],
    ['whatsapp', 'retracted', 'message.retracted'],
  ] as const)
    test(`${channel}, ${state}: ${code} without a charge, and the key is ${unspent.includes(code) ? 'unspent' : 'spent'}`, async () => {
      const shop = await shopWith(9)
      const [id, key] = [await createIn[state]!(shop, channel), randomUUID()]
      const before = await balanceOf(shop)
      const spends = !unspent.includes(code)
      for (const replayed of [undefined, spends ? 'true' : undefined]) {
        const { status, text, headers } = await resend(shop, id, channel, key)
        expect([status, text, headers['idempotent-replayed']]).toEqual([409, `{"error_code":"${code}"}`, replayed])
      }
      expect(await balanceOf(shop)).toBe(before)
      // A spent key is refused for another message.
      const other = await push(shop, phone(), unnudged)
      const { status, json } = await resend(shop, other.id, channel, key)
      if (spends) expect([status, json]).toEqual([409, { error_code: 'idempotency.key_reused' }])
      else expect([status, json.queued]).toEqual([200, true])
    })
  for (const channel of ['sms', 'whatsapp'] as const)
    test(`${channel} of an unknown message or one of another business: 404, which is replayed (4.1.7, 5.3)`, async () => {
      const [shop, other] = [await shopWith(9), await shopWith(9)]
      const { id } = await push(shop, phone(), unnudged)
      const own = await push(other, phone(), unnudged)
      for (const missing of [id, 'msg_00000000000000000000000000', 'nonsense']) {
        const key = randomUUID()
        for (const replayed of [undefined, 'true']) {
          const { status, json, headers } = await resend(other, missing, channel, key)
          expect([status, json, headers['idempotent-replayed']]).toEqual([
            404,
            { error_code: 'message.not_found' },
            replayed,
          ])
        }
        expect((await resend(other, own.id, channel, key)).json).toEqual({ error_code: 'idempotency.key_reused' })
      }
      expect((await resend(other, own.id, channel)).status).toBe(200)
    })
})

describe('a resend sends what was never sent (2.7)', () => {
  for (const channel of ['sms', 'whatsapp'] as const) {
    test(`${channel} after a top-up: a refusal is a 200 and is replayed, a new key sends`, async () => {
      const [shop, to, key] = [await shopWith(0), phone(), randomUUID()]
      const { id, [channel]: block } = await push(shop, to, { channels: [channel] })
      expect(block.skipped_reason).toBe('insufficient_credit')
      const refused = {
        message_id: id,
        queued: false,
        credits: 0,
        skipped_reason: 'insufficient_credit',
        escalates_at: null,
      }
      const first = await resend(shop, id, channel, key)
      expect([first.status, first.json]).toEqual([200, refused])
      await grant(shop, 1)
      const replayed = await resend(shop, id, channel, key)
      expect([replayed.json, replayed.headers['idempotent-replayed']]).toEqual([refused, 'true'])
      expect((await resend(shop, id, channel)).json).toEqual({
        message_id: id,
        queued: true,
        credits: 1,
        skipped_reason: null,
        escalates_at: null,
      })
      await ended(shop, id, channel, 'delivered')
      expect([await attempts(channel, to), await balanceOf(shop)]).toEqual([[expect.anything()], 0])
    })
    test(`${channel} that was rejected is sent and charged again`, async () => {
      const [shop, to] = [await shopWith(5), phone()]
      await simulator.scriptPaid(channel, to, 'refuse', 1)
      const { id } = await push(shop, to, { channels: [channel] })
      await ended(shop, id, channel, 'rejected')
      expect((await resend(shop, id, channel)).json.queued).toBe(true)
      await ended(shop, id, channel, 'delivered')
      expect([(await attempts(channel, to)).length, await balanceOf(shop)]).toEqual([2, 4])
    })
    test(`${channel}: ten concurrent resends send once and charge once`, async () => {
      const [shop, to] = [await shopWith(5), phone()]
      const { id } = await push(shop, to, unnudged)
      const responses = await Promise.all(Array.from({ length: 10 }, () => resend(shop, id, channel)))
      expect(responses.map(({ status, json }) => String(json.error_code ?? status)).toSorted()).toEqual([
        '200',
        ...Array.from({ length: 9 }, () => `${channel}.already_sent`),
      ])
      await ended(shop, id, channel, 'delivered')
      expect([await attempts(channel, to), await balanceOf(shop)]).toEqual([[expect.anything()], 4])
    })
    test(`${channel}: ten concurrent resends with one key are one (4.1)`, async () => {
      const [shop, to, key] = [await shopWith(5), phone(), randomUUID()]
      const { id } = await push(shop, to, unnudged)
      const responses = await Promise.all(Array.from({ length: 10 }, () => resend(shop, id, channel, key)))
      const executed = responses.filter(({ status }) => status === 200)
      expect(new Set(executed.map(({ text }) => text)).size).toBe(1)
      expect(responses.filter((response) => !executed.includes(response)).map(({ json }) => json.error_code)).toEqual(
        Array.from({ length: 10 - executed.length }, () => 'idempotency.request_in_progress'),
      )
      await ended(shop, id, channel, 'delivered')
      expect([await attempts(channel, to), await balanceOf(shop)]).toEqual([[expect.anything()], 4])
    })
  }

  for (const [reason, settings, over] of [
    ['sms_disabled', { sms: 'off' }, {}],
    ['sms_not_enabled', { sms: 'not_enabled' }, {}],
    ['sending_paused', { sending_paused: true }, {}],
    ['country_not_allowed', { countries: ['FR'] }, {}],
    ['no_phone', {}, { recipient_phone: null, whatsapp_opt_in: null }],
  ] as const)
    test(`a refusal is a 200 with ${reason}, without a charge (2.3)`, async () => {
      const shop = await shopWith(5, settings)
      const { id } = await push(shop, phone(), { ...unnudged, ...over })
      const { status, json } = await resend(shop, id, 'sms')
      expect([status, json]).toEqual([
        200,
        { message_id: id, queued: false, credits: 0, skipped_reason: reason, escalates_at: null },
      ])
      expect(await balanceOf(shop)).toBe(5)
    })
  for (const [reason, over] of [
    ['not_opted_in', { whatsapp_opt_in: null }],
    ['template_not_sendable', { reference: null }],
    ['template_not_sendable', { order_status: 'delayed' }],
  ] as const)
    test(`a refusal on WhatsApp is a 200 with ${reason}: ${JSON.stringify(over)} (2.3)`, async () => {
      const shop = await shopWith(5)
      const { id } = await push(shop, phone(), { ...unnudged, ...over })
      const { status, json } = await resend(shop, id, 'whatsapp')
      expect([status, json.skipped_reason, await balanceOf(shop)]).toEqual([200, reason, 5])
    })

  test('a resend on WhatsApp does not repeat the SMS fallback (4)', async () => {
    const [shop, to] = [await shopWith(0), phone()]
    await simulator.scriptPaid('whatsapp', to, 'refuse')
    const { id } = await push(shop, to, { channels: ['whatsapp'], sms_if_whatsapp_fails: true })
    await grant(shop, 5)
    expect((await resend(shop, id, 'whatsapp')).json.queued).toBe(true)
    await ended(shop, id, 'whatsapp', 'rejected')
    await operator('POST', '/clock/advance', { seconds: 600 })
    expect([await attempts('sms', to), await balanceOf(shop)]).toEqual([[], 5])
  })
  test('a resend stores no new message (4)', async () => {
    const shop = await shopWith(5)
    const { id, updated_at: updatedAt } = await push(shop, phone(), unnudged)
    await resend(shop, id, 'sms')
    const { items } = (await shop.call('GET', '/api/v1/messages')).json
    expect(items.map((item: { id: string; updated_at: string }) => [item.id, item.updated_at])).toEqual([
      [id, updatedAt],
    ])
  })
})
