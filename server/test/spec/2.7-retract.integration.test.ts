import { describe, expect, test } from 'vitest'
import { statement } from '../../src/db/statement.ts'
import type { Shop } from '../support/client.ts'
import { freshKey, openShop, pushMessage } from '../support/messages.ts'
import { createTestService } from '../support/test-service.ts'

const { business, db, operator } = await createTestService({ role: 'api' })
let numbers = 0
const phone = (): string => `+44770090${String(1000 + (numbers++ % 8999)).padStart(4, '0')}`
let addresses = 0
const push = (shop: Shop, over: Record<string, unknown> = {}) => {
  const recipient_email = `r${addresses++}@example.com`
  return pushMessage(shop, { recipient_email, subject: 'Your order', body: 'On its way.', ...over })
}
const retract = (shop: Shop, id: string) => shop.call('POST', `/api/v1/messages/${id}/retract`, { headers: freshKey() })
const balance = async (shop: Shop): Promise<number> => (await shop.call('GET', '/api/v1/credits')).json.balance
const withCredits = (credits: number): Promise<Shop> =>
  openShop({ business, operator }, credits, { sms: 'on', rate_limit_per_second: 10_000 })

describe('retract (2.7)', () => {
  test('of an unknown message is 404, which is replayed and spends the key (4.1.7)', async () => {
    const shop = await withCredits(0)
    const { id } = await push(shop)
    const headers = { 'Idempotency-Key': 'k' }
    for (const replayed of [undefined, 'true']) {
      const response = await shop.call('POST', '/api/v1/messages/nonsense/retract', { headers })
      expect([response.status, response.json, response.headers['idempotent-replayed']]).toEqual([
        404,
        { error_code: 'message.not_found' },
        replayed,
      ])
    }
    const other = await shop.call('POST', `/api/v1/messages/${id}/retract`, { headers })
    expect(other.json).toEqual({ error_code: 'idempotency.key_reused' })
  })
  test('cancels a send that has not started, refunds its credit and shows the message as retracted', async () => {
    const shop = await withCredits(3)
    const { id } = await push(shop, { recipient_phone: phone() })
    expect(await balance(shop)).toBe(2)
    expect((await retract(shop, id)).json).toEqual({ id, retracted: true, status: 'retracted' })
    expect(await balance(shop)).toBe(3)
    const { delivery, status } = (await shop.call('GET', `/api/v1/messages/${id}`)).json
    expect([status, delivery.not_sent.reason, delivery.sms.state, delivery.sms.credits]).toEqual([
      'retracted',
      'retracted',
      null,
      0,
    ])
    expect((await retract(shop, id)).json).toEqual({ id, retracted: false, status: 'retracted' })
    expect(await balance(shop)).toBe(3)
  })

  test('20 concurrent retractions refund the credit once', async () => {
    const shop = await withCredits(3)
    const { id } = await push(shop, { recipient_phone: phone() })
    const responses = await Promise.all(Array.from({ length: 20 }, () => retract(shop, id)))
    expect(responses.filter(({ json }) => json.retracted)).toHaveLength(1)
    expect(await balance(shop)).toBe(3)
  })
})

test('of 160 concurrent texts on 50 credits 50 are queued, and the ledger adds up to a balance of 0', async () => {
  const shop = await withCredits(50)
  const results = await Promise.all(Array.from({ length: 160 }, () => push(shop, { recipient_phone: phone() })))
  expect(results.filter(({ sms }) => sms.queued)).toHaveLength(50)
  expect(new Set(results.filter(({ sms }) => !sms.queued).map(({ sms }) => sms.skipped_reason))).toEqual(
    new Set(['insufficient_credit']),
  )
  expect(await balance(shop)).toBe(0)
  expect(await ledgerSummary(shop)).toEqual({ sum: 0, balance: 0, charges: 50, refunds: 0 })
})

const selectLedgerSummary = statement<
  { key: string },
  { sum: number; balance: number; charges: number; refunds: number }
>(
  'probe.ledger_summary',
  `select sum(l.delta)::integer as sum, c.balance, count(*) filter (where l.kind = 'charge')::integer as charges,
          count(*) filter (where l.kind = 'refund')::integer as refunds
     from api_keys k join credit_ledger l using (business_id) join credit_balances c using (business_id)
    where k.hash = sha256(convert_to($key, 'UTF8')) group by c.balance`,
)
const ledgerSummary = (shop: Shop) => db.one(selectLedgerSummary, shop)
