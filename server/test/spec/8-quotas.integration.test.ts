import { beforeAll, describe, expect, test } from 'vitest'
import { moveDevelopmentClock } from '../../src/db/development-clock.ts'
import { statement } from '../../src/db/statement.ts'
import { runMaintenance } from '../../src/scheduling/maintenance.ts'
import { type ApiResponse, retryUnavailable, type Shop } from '../support/client.ts'
import { freshKey, shippedOrder } from '../support/messages.ts'
import { until } from '../support/simulator-client.ts'
import { createTestService } from '../support/test-service.ts'

const { business, call, operator, startAnother, db, simulator } = await createTestService()
const path = '/api/v1/messages'
const ada = shippedOrder({ recipient_email: 'ada@simulator.example' })
const updateable = { ...ada, kind: 'updateable' }
const push = (shop: Shop, body: object = ada, headers: Record<string, string> = freshKey()) =>
  shop.call('POST', path, { headers, body })
const pushes = async (shop: Shop, count: number, body: object = ada): Promise<number[]> => {
  const statuses: number[] = []
  for (let at = 0; at < count; at++) statuses.push((await push(shop, body)).status)
  return statuses
}
const statusAndCode = ({ status, json }: ApiResponse) => [status, json.error_code ?? null]
const advanceDays = (days: number) => operator('POST', '/clock/advance', { seconds: days * 86_400 })
const change = (shop: Shop, settings: object) => operator('PATCH', `/businesses/${shop.id}`, settings)
const noticesOf = async (shop: Shop) =>
  (await operator('GET', '/notices')).json.items
    .filter((one: { business_id: string }) => one.business_id === shop.id)
    .map(({ kind, detail }: { kind: string; detail: object }) => ({ kind, ...detail }))
    .toReversed()

const countsOf = statement<{ businessId: string }, { stored: number; messages: number; pushed: number }>(
  'probe.message_counts',
  `select c.stored::integer, c.pushed, (select count(*) from messages m where m.business_id = c.business_id)::integer as messages
     from message_counts c where c.business_id = $businessId`,
)
const counts = (shop: Shop) => db.one(countsOf, shop)

/** The tests count per day, so they must not start just before midnight UTC. */
beforeAll(async () => {
  const { json } = await operator('POST', '/clock/advance', { seconds: 0 })
  await moveDevelopmentClock(db, 86_400 + 3_600 - (Math.floor(Date.parse(json.now) / 1000) % 86_400))
})

describe('messages a day (8)', () => {
  test('a push over the quota is 429 with the seconds to the next UTC day, when it is accepted with the same key', async () => {
    const shop = await business({ messages_per_day: 2 })
    const key = freshKey()
    expect(await pushes(shop, 2)).toEqual([201, 201])
    const refused = await push(shop, ada, key)
    expect(statusAndCode(refused)).toEqual([429, 'quota.messages_per_day'])
    const { json } = await operator('POST', '/clock/advance', { seconds: 0 })
    const seconds = 86_400 - ((Date.parse(json.now) / 1000) % 86_400)
    expect(Math.abs(Number(refused.headers['retry-after']) - seconds)).toBeLessThan(5)
    expect(refused.headers['idempotent-replayed']).toBeUndefined()
    expect(await counts(shop)).toEqual({ stored: 2, messages: 2, pushed: 2 })
    await advanceDays(1)
    expect((await push(shop, ada, key)).status).toBe(201)
    expect(await counts(shop)).toEqual({ stored: 3, messages: 3, pushed: 1 })
  })

  test('an update counts', async () => {
    const shop = await business({ messages_per_day: 2 })
    expect(await pushes(shop, 3, updateable)).toEqual([201, 201, 429])
    expect(await counts(shop)).toEqual({ stored: 1, messages: 1, pushed: 2 })
  })

  test('an invalid push does not count, and is 422 when the quota is used up', async () => {
    const shop = await business({ messages_per_day: 1 })
    const past = { ...ada, send_at: '2020-01-01T00:00:00Z' }
    expect([...(await pushes(shop, 2, past)), ...(await pushes(shop, 2)), ...(await pushes(shop, 1, past))]).toEqual([
      422, 422, 201, 429, 422,
    ])
  })

  test('a replay does not count, and works when the quota is used up', async () => {
    const shop = await business({ messages_per_day: 2 })
    const key = freshKey()
    const first = await push(shop, ada, key)
    for (let again = 0; again < 2; again++)
      expect([(await push(shop, ada, key)).text, await counts(shop)]).toEqual([
        first.text,
        { stored: 1, messages: 1, pushed: 1 },
      ])
    await push(shop)
    const replayed = await push(shop, ada, key)
    expect([replayed.status, replayed.text, replayed.headers['idempotent-replayed']]).toEqual([201, first.text, 'true'])
  })

  test('a raised limit applies at once, and the key of a refused push is unspent', async () => {
    const shop = await business({ messages_per_day: 0 })
    const key = freshKey()
    expect(statusAndCode(await push(shop, ada, key))).toEqual([429, 'quota.messages_per_day'])
    await change(shop, { messages_per_day: 1 })
    expect((await push(shop, { ...ada, body: 'Another body.' }, key)).status).toBe(201)
  })

  test('concurrent pushes to two processes are all counted', async () => {
    const shop = await business()
    const other = await startAnother()
    const responses = await Promise.all(
      Array.from({ length: 60 }, (_, at) => {
        const request = { key: shop.key, headers: freshKey(), body: ada }
        return retryUnavailable(() => (at % 2 === 0 ? call : other.call)('POST', path, request))
      }),
    )
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201]))
    expect(await counts(shop)).toEqual({ stored: 60, messages: 60, pushed: 60 })
    await other.stop()
  })
})

describe('a batch (8)', () => {
  const batch = (shop: Shop, messages: object[], headers: Record<string, string>) =>
    shop.call('POST', `${path}/batch`, { headers, body: { messages } })
  const itemsOf = ({ json }: ApiResponse) => json.results.map((item: { error_code: string | null }) => item.error_code)

  test('items over the quota fail, a malformed item does not count, and a replay returns the same', async () => {
    const shop = await business({ messages_per_day: 3 })
    const key = { 'Idempotency-Key': 'many' }
    const messages = [ada, { ...ada, subject: 5 }, ada, ada, ada]
    const first = await batch(shop, messages, key)
    expect([first.status, itemsOf(first)]).toEqual([
      200,
      [null, 'common.validation_failed', null, null, 'quota.messages_per_day'],
    ])
    await change(shop, { messages_per_day: 10 })
    const again = await batch(shop, messages, key)
    expect([again.headers['idempotent-replayed'], again.text]).toEqual(['true', first.text])
    // The key of the refused item is unspent.
    expect((await push(shop, ada, { 'Idempotency-Key': 'many#4' })).status).toBe(201)
    expect(await counts(shop)).toEqual({ stored: 4, messages: 4, pushed: 4 })
  })

  test('an item that updates a message of an earlier item does not count as stored', async () => {
    const shop = await business({ stored_messages: 1 })
    const response = await batch(shop, [updateable, ada, updateable], freshKey())
    expect(itemsOf(response)).toEqual([null, 'quota.stored_messages', null])
    expect(response.json.results[2].result.id).toBe(response.json.results[0].result.id)
  })
})

describe('stored messages (8)', () => {
  test('a push that would create one more is 409, while an update and a replay are accepted', async () => {
    const shop = await business({ stored_messages: 2 })
    const key = freshKey()
    await push(shop, updateable, key)
    await push(shop)
    const refused = await push(shop)
    expect([...statusAndCode(refused), refused.headers['retry-after']]).toEqual([
      409,
      'quota.stored_messages',
      undefined,
    ])
    expect(statusAndCode(await push(shop, { ...updateable, recipient_email: 'bob@simulator.example' }))).toEqual([
      409,
      'quota.stored_messages',
    ])
    expect((await push(shop, updateable)).json).toMatchObject({ created: false })
    expect((await push(shop, updateable, key)).headers['idempotent-replayed']).toBe('true')
  })

  test('a refused push stores no recipient and no number', async () => {
    const shop = await business({ stored_messages: 0 })
    await push(shop, { ...ada, recipient_phone: '+447700900123' })
    expect((await shop.call('GET', '/api/v1/recipients/ada@simulator.example/sms')).status).toBe(404)
  })

  test('an erasure frees quota, and the key of a refused push is unspent', async () => {
    const shop = await business({ stored_messages: 2 })
    const key = freshKey()
    await pushes(shop, 2)
    const bob = { ...ada, recipient_email: 'bob@simulator.example' }
    expect((await push(shop, bob, key)).status).toBe(409)
    await shop.call('POST', '/api/v1/recipients/ada@simulator.example/erase', { headers: freshKey() })
    expect(await counts(shop)).toEqual({ stored: 0, messages: 0, pushed: 2 })
    expect((await push(shop, bob, key)).status).toBe(201)
  })

  test('the retention of the business frees quota', async () => {
    // A message with a pending send is not purged, so sending is paused.
    const shop = await business({ stored_messages: 2, message_retention_days: 91, sending_paused: true })
    const others = await business({ sending_paused: true })
    expect(await pushes(shop, 3)).toEqual([201, 201, 409])
    await push(others)
    await advanceDays(92)
    await runMaintenance(db, ['maintenance.messages'])
    expect([await counts(shop), await counts(others)]).toEqual([
      { stored: 0, messages: 0, pushed: 2 },
      { stored: 1, messages: 1, pushed: 1 },
    ])
    expect((await push(shop)).status).toBe(201)
  })
})

describe('notices to the operator (8)', () => {
  test('once at 80 % and once when the daily quota is reached, every day', async () => {
    const shop = await business({ messages_per_day: 10 })
    const quota = { quota: 'messages_per_day', limit: 10 }
    await pushes(shop, 7)
    expect(await noticesOf(shop)).toEqual([])
    await pushes(shop, 2)
    expect(await noticesOf(shop)).toEqual([{ kind: 'quota_nearly_reached', used: 8, ...quota }])
    await pushes(shop, 3)
    const first = [
      { kind: 'quota_nearly_reached', used: 8, ...quota },
      { kind: 'quota_reached', used: 10, ...quota },
    ]
    expect(await noticesOf(shop)).toEqual(first)
    await advanceDays(1)
    await pushes(shop, 9)
    expect(await noticesOf(shop)).toEqual([...first, first[0]])
  })

  test('of stored messages once, and again after messages were erased', async () => {
    const shop = await business({ stored_messages: 5 })
    const nearly = { kind: 'quota_nearly_reached', quota: 'stored_messages', used: 4, limit: 5 }
    const bob = { ...ada, recipient_email: 'bob@simulator.example' }
    await pushes(shop, 2)
    await pushes(shop, 2, bob)
    expect(await noticesOf(shop)).toEqual([nearly])
    await advanceDays(1)
    await pushes(shop, 1, { ...updateable, recipient_email: 'bob@simulator.example' })
    const reached = { ...nearly, kind: 'quota_reached', used: 5 }
    expect(await noticesOf(shop)).toEqual([nearly, reached])
    await shop.call('POST', '/api/v1/recipients/bob@simulator.example/erase', { headers: freshKey() })
    await pushes(shop, 2)
    expect(await noticesOf(shop)).toEqual([nearly, reached, nearly])
  })

  test('once when concurrent batches reach the quota', async () => {
    // Each batch reaches the limit by itself, and concurrent batches do not see the counts of each other.
    const reachTogether = async () => {
      const shop = await business({ messages_per_day: 10 })
      await Promise.all(
        Array.from({ length: 8 }, (_, at) => {
          const messages = Array.from({ length: 10 }, () => ({ ...ada, recipient_email: `p${at}@simulator.example` }))
          return shop.call('POST', `${path}/batch`, { headers: freshKey(), body: { messages } })
        }),
      )
      return [(await noticesOf(shop)).length, (await counts(shop))!.pushed > 10]
    }
    const rounds = []
    for (let round = 0; round < 5; round++) rounds.push(await reachTogether())
    expect(rounds.map(([notices]) => notices)).toEqual(rounds.map(() => 1))
    expect(rounds.some(([, exceeded]) => exceeded)).toBe(true)
  })

  test('with an email to the owner', async () => {
    const shop = await business({ messages_per_day: 1, contact_email: 'owner@simulator.example' })
    await push(shop)
    const emails = await until('the email', async () => {
      const sent = await simulator.attempts({ to: 'owner@simulator.example' })
      return sent.length > 0 && sent
    })
    expect(emails.map(({ subject }: { subject: string }) => subject)).toEqual(['A quota is used up'])
  })
})

test('the refusals metric counts by quota, including items of batches (8)', async () => {
  const refusals = async () =>
    Number(
      /tidings_quota_refusals_total\{quota="messages_per_day"\} (\d+)/.exec(
        (await call('GET', '/metrics')).text,
      )?.[1] ?? 0,
    )
  const before = await refusals()
  const shop = await business({ messages_per_day: 0 })
  await push(shop)
  await shop.call('POST', `${path}/batch`, { headers: freshKey(), body: { messages: [ada, ada] } })
  expect((await refusals()) - before).toBe(3)
})
