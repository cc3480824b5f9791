import { randomUUID } from 'node:crypto'
import { describe, expect, onTestFinished, test } from 'vitest'
import { namePaid } from '../../src/channels/registry.ts'
import type { Submission } from '../../src/channels/submission.ts'
import { createContext } from '../../src/context.ts'
import { statement } from '../../src/db/statement.ts'
import { recordSubmissions } from '../../src/nudges/record-outcome.ts'
import { createOutbound } from '../../src/outbound/outbound.ts'
import { createQueue } from '../../src/queue/queue.ts'
import type { Shop } from '../support/client.ts'
import { freshKey, openShop, shippedOrder } from '../support/messages.ts'
import { silentLog } from '../support/silent-log.ts'
import { until } from '../support/simulator-client.ts'
import { createTestService } from '../support/test-service.ts'

const { business, config, db, logged, operator, simulator } = await createTestService()
await operator('PUT', '/whatsapp-templates/shipped', { state: 'approved' })

let recipientCount = 0
const person = () => ({
  email: `ada+${recipientCount}@simulator.example`,
  phone: `+44770091${1000 + recipientCount++}`,
})
const shopWithCredits = (): Promise<Shop> => openShop({ business, operator }, 100, { sms: 'on', whatsapp: 'on' })
const message = ({ email, phone }: { email: string; phone: string }, over: object = {}) =>
  shippedOrder({ recipient_email: email, recipient_phone: phone, ...over })
const push = async (shop: Shop, body: object, headers = freshKey()) =>
  shop.call('POST', '/api/v1/messages', { headers, body })
const erase = async (shop: Shop, email: string, operation = 'erase') =>
  (await shop.call('POST', `/api/v1/recipients/${encodeURIComponent(email)}/${operation}`, { headers: freshKey() }))
    .json
const nudgesOf = statement<{ businessId: string }, { id: string; channel: string }>(
  'probe.nudges_of',
  `select id, channel from nudges where business_id = $businessId`,
)
const countJobs = statement<{ nudgeIds: string[] }, { count: number }>(
  'probe.count_jobs',
  `select count(*)::integer as count from queue.job where id = any($nudgeIds::uuid[])`,
)

describe('an erasure retains opt-outs (2.11)', () => {
  test('a stop also applies to the number that the recipient has when it is erased', async () => {
    const [shop, ada] = [await shopWithCredits(), person()]
    await push(shop, message(ada, { notify: false }))
    await operator('POST', `/businesses/${shop.id}/recipients/${encodeURIComponent(ada.email)}/stop`, {
      channel: 'sms',
    })
    const moved = person().phone
    await shop.call('PUT', `/api/v1/recipients/${encodeURIComponent(ada.email)}/phone`, { body: { phone: moved } })
    expect((await erase(shop, ada.email)).kept).toEqual({
      email_suppressions: 0,
      ...namePaid('opt_outs', () => 0),
      sms_opt_outs: 1,
    })
    for (const phone of [ada.phone, moved]) {
      const { json } = await push(shop, message({ ...person(), phone }))
      expect(json.sms.skipped_reason, phone).toBe('stopped')
    }
  })
  test('WhatsApp consent that was withdrawn for good stays withdrawn after the recipient is erased', async () => {
    const [shop, ada] = [await shopWithCredits(), person()]
    await push(shop, message(ada, { notify: false, whatsapp_opt_in: {} }))
    expect((await erase(shop, ada.email, 'whatsapp/erase')).consent_withdrawn).toBe(true)
    expect((await erase(shop, ada.email)).kept.whatsapp_opt_outs).toBe(1)
    const { json } = await push(shop, message(ada, { whatsapp_opt_in: {}, channels: ['whatsapp'] }))
    expect([json.whatsapp_opt_in.recorded, json.whatsapp_opt_in.reason]).toEqual([false, 'withdrawn'])
    expect(json.whatsapp).toMatchObject({ queued: false, skipped_reason: 'not_opted_in' })
  })
  test('of an address that bounced and unsubscribed, unsubscribed remains: no channel sends to it', async () => {
    const shop = await shopWithCredits()
    const ada = { ...person(), email: `bounced+${recipientCount}@simulator.example` }
    const { json } = await push(shop, message(ada))
    await until('bounced', async () => (await shop.call('GET', `/api/v1/messages/${json.id}`)).json.delivery.bounced)
    await operator('POST', `/businesses/${shop.id}/recipients/${encodeURIComponent(ada.email)}/unsubscribe`)
    expect((await erase(shop, ada.email)).kept.email_suppressions).toBe(1)
    const later = (await push(shop, message(ada))).json
    expect([later.email.skipped_reason, later.sms.skipped_reason]).toEqual(['unsubscribed', 'unsubscribed'])
  })
})

describe('WhatsApp consent is withdrawn for good, for the address and every number it has had (2.11)', () => {
  type Person = ReturnType<typeof person>
  const setNumber = (shop: Shop, { email }: Person, phone: string | null) =>
    phone === null
      ? shop.call('DELETE', `/api/v1/recipients/${email}/phone`)
      : shop.call('PUT', `/api/v1/recipients/${email}/phone`, { body: { phone } })
  /** The result of an opt-in, and whether WhatsApp is sent. */
  const optIn = async (shop: Shop, recipient: Person) => {
    const { json } = await push(shop, message(recipient, { whatsapp_opt_in: {}, channels: ['whatsapp'] }))
    return [json.whatsapp_opt_in.reason, json.whatsapp.skipped_reason]
  }
  const withdrawn = ['withdrawn', 'not_opted_in']
  /** Ada has the number `past` when she opts in, and her own number when her WhatsApp history is erased. */
  const prepare = async () => {
    const [shop, ada, past] = [await shopWithCredits(), person(), person().phone]
    await push(shop, message({ ...ada, phone: past }, { notify: false, whatsapp_opt_in: {} }))
    await setNumber(shop, ada, ada.phone)
    await erase(shop, ada.email, 'whatsapp/erase')
    return { shop, ada, past }
  }

  for (const erased of [false, true]) {
    const suffix = erased ? ', after the recipient is erased' : ''
    test(`for the address with its number, with another number, and after the number was cleared${suffix}`, async () => {
      const { shop, ada } = await prepare()
      if (erased) expect((await erase(shop, ada.email)).kept.whatsapp_opt_outs).toBe(1)
      expect(await optIn(shop, ada)).toEqual(withdrawn)
      await setNumber(shop, ada, null)
      for (const phone of [person().phone, ada.phone]) expect(await optIn(shop, { ...ada, phone })).toEqual(withdrawn)
    })
    test(`for its current, past and later numbers with another address${suffix}`, async () => {
      const { shop, ada, past } = await prepare()
      const later = person().phone
      await setNumber(shop, ada, later)
      await setNumber(shop, ada, null)
      if (erased) expect((await erase(shop, ada.email)).kept.whatsapp_opt_outs).toBe(1)
      for (const phone of [past, ada.phone, later])
        expect(await optIn(shop, { ...person(), phone }), phone).toEqual(withdrawn)
      expect(await optIn(shop, person())).toEqual([null, null])
    })
  }
  for (const order of ['before', 'after'] as const)
    test(`for a number that one item of a batch set and the next replaced, ${order} the erasure`, async () => {
      const [shop, ada, replaced] = [await shopWithCredits(), person(), person().phone]
      await push(shop, message(ada, { notify: false }))
      if (order === 'after') await erase(shop, ada.email, 'whatsapp/erase')
      const messages = [replaced, person().phone].map((phone) => message({ ...ada, phone }, { notify: false }))
      await shop.call('POST', '/api/v1/messages/batch', { headers: freshKey(), body: { messages } })
      if (order === 'before') await erase(shop, ada.email, 'whatsapp/erase')
      expect(await optIn(shop, { ...person(), phone: replaced })).toEqual(withdrawn)
    })
  test('for a new recipient with the address of an erased one, and every number it gets later', async () => {
    const { shop, ada } = await prepare()
    const later = person().phone
    await erase(shop, ada.email)
    await push(shop, message({ ...ada, phone: later }, { notify: false }))
    expect((await erase(shop, ada.email)).kept.whatsapp_opt_outs).toBe(1)
    expect(await optIn(shop, { ...person(), phone: later })).toEqual(withdrawn)
  })
  test('consent of another recipient for one of its numbers is withdrawn too, also before a scheduled send', async () => {
    const [shop, ada, bob] = [await shopWithCredits(), person(), person()]
    await push(shop, message(ada, { notify: false, whatsapp_opt_in: {} }))
    await setNumber(shop, ada, null)
    const sendAt = new Date(Date.now() + 60_000).toISOString()
    const over = { whatsapp_opt_in: {}, channels: ['whatsapp'], send_at: sendAt }
    const { json } = await push(shop, message({ ...bob, phone: ada.phone }, over))
    expect(json.whatsapp).toMatchObject({ queued: true, skipped_reason: null })
    await erase(shop, ada.email, 'whatsapp/erase')
    await operator('POST', '/clock/advance', { seconds: 60 })
    await until('refused', async () => {
      const { delivery } = (await shop.call('GET', `/api/v1/messages/${json.id}`)).json
      return delivery.whatsapp.state === 'rejected' && delivery.whatsapp.skipped_reason === 'not_opted_in'
    })
  })
  test('only for one business', async () => {
    const [{ ada, past }, other] = [await prepare(), await shopWithCredits()]
    expect(await optIn(other, ada)).toEqual([null, null])
    expect(await optIn(other, { ...person(), phone: past })).toEqual([null, null])
  })
  test('consent for a number that was cleared counts as consent', async () => {
    const [shop, ada] = [await shopWithCredits(), person()]
    await push(shop, message(ada, { notify: false, whatsapp_opt_in: {} }))
    await setNumber(shop, ada, null)
    expect((await erase(shop, ada.email, 'whatsapp/erase')).consent_withdrawn).toBe(true)
    expect((await erase(shop, ada.email, 'whatsapp/erase')).consent_withdrawn).toBe(false)
    expect(await optIn(shop, ada)).toEqual(withdrawn)
  })
})

describe('an erasure deletes (2.11)', () => {
  test('scheduled sends: they are cancelled, their charges refunded and their jobs deleted', async () => {
    const [shop, ada] = [await openShop({ business, operator }, 3, { sms: 'on', whatsapp: 'off' }), person()]
    await simulator.scriptPaid('sms', ada.phone, 'throttle')
    await push(shop, message(ada))
    await until('throttled', async () => (await simulator.attempts({ channel: 'sms', to: ada.phone })).length > 0)
    await push(shop, message(ada, { send_at: new Date(Date.now() + 3_600_000).toISOString() }))
    const nudgeIds = (await db.all(nudgesOf, shop)).map(({ id }) => id)
    await until(
      'the refused attempt to be recorded',
      async () => (await shop.call('GET', '/api/v1/credits')).json.balance === 2,
    )
    const { deleted } = await erase(shop, ada.email)
    expect([deleted.messages, deleted.sms_sends, deleted.recipients]).toEqual([2, 2, 1])
    expect(deleted.cancelled_sends).toBeGreaterThanOrEqual(3)
    expect((await shop.call('GET', '/api/v1/credits')).json.balance).toBe(3)
    expect((await db.one(countJobs, { nudgeIds }))!.count).toBe(0)
  })
  test('not the charge of a text that is at the provider, unless the provider refuses it', async () => {
    const outbound = createOutbound({ policy: { allowCidrs: [], exact: [] }, certificateAuthority: null })
    onTestFinished(() => outbound.close())
    const context = createContext(db, createQueue(db), outbound, silentLog, config)
    // With a lapsed plan no email is sent: a cancelled email would be counted beside the text.
    const [shop, ada] = [await openShop({ business, operator }, 100, { sms: 'on', plan: 'lapsed' }), person()]
    await simulator.scriptPaid('sms', ada.phone, 'hang')
    await push(shop, message(ada, { channels: ['sms'] }))
    await until('the submission', async () => (await simulator.attempts({ channel: 'sms', to: ada.phone })).length > 0)
    const nudges = await db.all(nudgesOf, shop)
    const text = nudges.find(({ channel }) => channel === 'sms')!
    expect((await erase(shop, ada.email)).deleted.cancelled_sends).toBe(0)
    const balanceAfter = async (submission: Submission) => {
      await recordSubmissions(context, [{ id: text.id, channel: 'sms', attempt: 1, submission }])
      return (await shop.call('GET', '/api/v1/credits')).json.balance
    }
    expect(await balanceAfter({ outcome: 'accepted' })).toBe(99)
    expect(await balanceAfter({ outcome: 'unknown', detail: 'timeout' })).toBe(99)
    const refused: Submission = { outcome: 'refused', retryable: true, detail: '429' }
    expect(await balanceAfter(refused)).toBe(100)
    expect(await balanceAfter(refused), 'recorded again, as after a lost commit confirmation').toBe(100)
  })
  test('so many messages that it takes several steps: each is counted once, and none remains', async () => {
    const [shop, ada] = [await business({ rate_limit_per_second: 10_000 }), person()]
    await operator('PATCH', `/businesses/${shop.id}`, { sending_paused: true })
    const batches = 41
    for (let batch = 0; batch < batches; batch++) {
      const messages = Array.from({ length: 100 }, () => message(ada, { channels: ['email'] }))
      await shop.call('POST', '/api/v1/messages/batch', { headers: freshKey(), body: { messages } })
    }
    const { deleted } = await erase(shop, ada.email)
    // Each email of a paused business publishes an event that it was not sent.
    expect(deleted).toMatchObject({ messages: batches * 100, delivery_events: batches * 100, recipients: 1 })
    expect((await erase(shop, ada.email)).deleted).toMatchObject({ messages: 0, delivery_events: 0, recipients: 0 })
    expect(await db.all(nudgesOf, shop)).toEqual([])
  })
  test('stored responses: a replay of any operation on the recipient returns 404 and writes nothing', async () => {
    const [shop, ada] = [await shopWithCredits(), person()]
    const key = freshKey()
    const id = (await push(shop, message(ada), key)).json.id
    const replays: [string, object | undefined][] = [[`/api/v1/messages/${id}/retract`, undefined]]
    for (const [path, body] of replays) await shop.call('POST', path, { headers: key, ...(body && { body }) })
    expect((await erase(shop, ada.email)).deleted.api_responses).toBe(2)
    for (const [path, body] of [['/api/v1/messages', message(ada)] as const, ...replays]) {
      const { status, json } = await shop.call('POST', path, { headers: key, ...(body && { body }) })
      expect([path, status, json]).toEqual([path, 404, { error_code: 'message.not_found' }])
    }
    const other = await push(shop, message(ada, { subject: 'Another' }), key)
    expect([other.status, other.json]).toEqual([409, { error_code: 'idempotency.key_reused' }])
  })
  test('stored errors about the recipient: a replay returns 404; an error about no recipient is still replayed', async () => {
    const [shop, ada] = [await shopWithCredits(), person()]
    const send_at = new Date(Date.now() + 3_600_000).toISOString()
    const id = (await push(shop, message(ada, { send_at }))).json.id
    const send = (path: string) => shop.call('POST', path, { headers: { 'Idempotency-Key': 'k' } })
    const [about, unrelated] = [`/api/v1/messages/${id}/sms`, '/api/v1/messages/nonsense/whatsapp']
    expect((await send(about)).json).toEqual({ error_code: 'sms.already_sent' })
    expect((await send(unrelated)).json).toEqual({ error_code: 'message.not_found' })
    expect((await erase(shop, ada.email)).deleted.api_responses).toBe(2)
    expect([(await send(about)).status, (await send(about)).json]).toEqual([404, { error_code: 'message.not_found' }])
    expect((await send(unrelated)).headers['idempotent-replayed']).toBe('true')
    expect((await send('/api/v1/messages/other/sms')).json).toEqual({ error_code: 'idempotency.key_reused' })
  })
  test('stored responses: the item of a batch that replayed an earlier push', async () => {
    const [shop, ada, grace] = [await shopWithCredits(), person(), person()]
    const key = randomUUID()
    const messages = [message(ada), message(grace)]
    await push(shop, messages[0]!, { 'Idempotency-Key': `${key}#0` })
    const batch = () =>
      shop.call('POST', '/api/v1/messages/batch', { headers: { 'Idempotency-Key': key }, body: { messages } })
    const before = (await batch()).json.results
    await erase(shop, ada.email)
    const after = await batch()
    expect(after.headers['idempotent-replayed']).toBe('true')
    expect(after.json.results).toEqual([
      { index: 0, ok: false, result: null, error_code: 'message.not_found', detail: null },
      before[1],
    ])
  })
  test('a delivery in progress: its result changes neither the failures nor the last error of the endpoint (6.4.5)', async () => {
    const [shop, ada] = [await shopWithCredits(), person()]
    const receiver = await simulator.receiver('hang')
    const { id } = (await shop.call('POST', '/api/v1/webhook-endpoints', { body: { url: receiver.url } })).json
    await push(shop, message(ada, { channels: ['email'] }))
    await until('an attempt', async () => (await simulator.deliveries(receiver.id)).length > 0)
    expect((await erase(shop, ada.email)).deleted.webhook_deliveries).toBeGreaterThan(0)
    await until('the end of the attempt', async () => logged().includes(id) && logged().includes('"error":"timeout"'))
    const { items } = (await shop.call('GET', '/api/v1/webhook-endpoints')).json
    expect(items).toEqual([expect.objectContaining({ id, consecutive_failures: 0, last_error: null })])
    expect((await shop.call('GET', `/api/v1/webhook-endpoints/${id}/deliveries`)).json.items).toEqual([])
  })
})

describe('the record of an erasure', () => {
  test('lists time and counts for the operator, newest first in pages, without the recipient', async () => {
    const [shop, ada, grace] = [await shopWithCredits(), person(), person()]
    const reports = []
    for (const recipient of [ada, grace]) {
      await push(shop, message(recipient, { notify: false }))
      reports.push(await erase(shop, recipient.email))
    }
    await erase(shop, 'unknown@simulator.example')
    const path = `/businesses/${shop.id}/erasures`
    const all = await operator('GET', path)
    expect(all.json).toEqual({
      items: reports.toReversed().map((counts) => ({
        id: expect.stringMatching(/^era_/),
        kind: 'recipient',
        counts,
        at: expect.stringMatching(/Z$/),
      })),
      next_cursor: null,
    })
    expect(all.text).not.toContain('simulator.example')
    const first = (await operator('GET', `${path}?limit=1`)).json
    expect((await operator('GET', `${path}?limit=1&cursor=${first.next_cursor}`)).json.items).toEqual([
      all.json.items[1],
    ])
  })
})
