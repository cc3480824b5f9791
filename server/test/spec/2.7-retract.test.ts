import { describe, expect, test } from 'vitest'
import { statement } from '../../src/db/statement.ts'
import type { Shop } from '../support/client.ts'
import { freshKey, openShop, pushMessage } from '../support/messages.ts'
import { seeded } from '../support/seeded.ts'
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
  test('of a message that is not there is 404, replayed with its status, and spends the key (4.1.7)', async () => {
    const shop = await withCredits(0)
    const { id } = await push(shop)
    const headers = { 'Idempotency-Key': 'k' }
    for (const replayed of [undefined, 'true']) {
      const answer = await shop.call('POST', '/api/v1/messages/nonsense/retract', { headers })
      expect([answer.status, answer.json, answer.headers['idempotent-replayed']]).toEqual([
        404,
        { error_code: 'message.not_found' },
        replayed,
      ])
    }
    const other = await shop.call('POST', `/api/v1/messages/${id}/retract`, { headers })
    expect(other.json).toEqual({ error_code: 'idempotency.key_reused' })
  })
  test('calls off what has not started, gives its credit back, and says so on the message', async () => {
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

  test('20 at once give the credit back once', async () => {
    const shop = await withCredits(3)
    const { id } = await push(shop, { recipient_phone: phone() })
    const answers = await Promise.all(Array.from({ length: 20 }, () => retract(shop, id)))
    expect(answers.filter(({ json }) => json.retracted)).toHaveLength(1)
    expect(await balance(shop)).toBe(3)
  })
})

test('160 pushes of texts on 50 credits at once: 50 are queued, balance 0, the ledger adds up', async () => {
  const shop = await withCredits(50)
  const answers = await Promise.all(Array.from({ length: 160 }, () => push(shop, { recipient_phone: phone() })))
  expect(answers.filter(({ sms }) => sms.queued)).toHaveLength(50)
  expect(new Set(answers.filter(({ sms }) => !sms.queued).map(({ sms }) => sms.skipped_reason))).toEqual(
    new Set(['insufficient_credit']),
  )
  expect(await balance(shop)).toBe(0)
  expect(await books(shop)).toEqual({ sum: 0, balance: 0, charges: 50, refunds: 0 })
})

/** What a sender does before it calls a provider: it moves the nudge on, if it is still there to be moved. */
const takeToSend = statement<{ messageId: string }, { id: string }>(
  'probe.take_to_send',
  `update nudges set state = 'submitting' where message_id = $messageId and channel = 'sms' and state = 'queued' returning id`,
)
const messageUuid = statement<{ key: string }, { id: string }>(
  'probe.newest_message',
  `select m.id from messages m join api_keys k using (business_id) where k.hash = sha256(convert_to($key, 'UTF8')) order by m.created_at desc, m.id desc limit 1`,
)

test('1,000 seeded races of retract against send: nothing sent and net zero, or sent before the retract', async () => {
  const next = seeded(20261117)
  const shop = await withCredits(1000)
  let [sent, calledOff] = [0, 0]
  for (let race = 0; race < 1000; race++) {
    const { id } = await push(shop, { recipient_phone: phone() })
    const { id: messageId } = (await db.one(messageUuid, shop))!
    const pause = (most: number) => new Promise((resolve) => setTimeout(resolve, next() * most))
    const [taken, answer] = await Promise.all([
      pause(14).then(() => db.all(takeToSend, { messageId })),
      pause(4).then(() => retract(shop, id)),
    ])
    expect(answer.json.retracted).toBe(true)
    if (taken.length === 1) sent++
    else calledOff++
    expect(await balance(shop), `race ${race}`).toBe(1000 - sent)
  }
  expect([sent > 100, calledOff > 100]).toEqual([true, true])
  expect(await books(shop)).toEqual({ sum: 1000 - sent, balance: 1000 - sent, charges: 1000, refunds: calledOff })
}, 120_000)

const booksOf = statement<{ key: string }, { sum: number; balance: number; charges: number; refunds: number }>(
  'probe.books',
  `select sum(l.delta)::integer as sum, c.balance, count(*) filter (where l.kind = 'charge')::integer as charges,
          count(*) filter (where l.kind = 'refund')::integer as refunds
     from api_keys k join credit_ledger l using (business_id) join credit_balances c using (business_id)
    where k.hash = sha256(convert_to($key, 'UTF8')) group by c.balance`,
)
const books = (shop: Shop) => db.one(booksOf, shop)
