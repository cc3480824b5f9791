import { randomUUID } from 'node:crypto'
import { Stripe } from 'stripe'
import { describe, expect, test } from 'vitest'
import type { Shop } from '../support/client.ts'
import { queueIdle } from '../support/queue-idle.ts'
import { until } from '../support/simulator-client.ts'
import { createTestService } from '../support/test-service.ts'

const { business, db, operator, simulator } = await createTestService()

const push = async (shop: Shop, over: Record<string, unknown> = {}) =>
  (
    await shop.call('POST', '/api/v1/messages', {
      headers: { 'Idempotency-Key': randomUUID() },
      body: { recipient_email: `ada+${randomUUID()}@example.com`, subject: 'S', body: 'B', ...over },
    })
  ).json
const endpointOf = async (shop: Shop, behaviour = 'ok', over: Record<string, unknown> = {}) => {
  const receiver = await simulator.receiver(behaviour)
  const response = await shop.call('POST', '/api/v1/webhook-endpoints', { body: { url: receiver.url, ...over } })
  expect(response.status).toBe(201)
  return { ...response.json, receiver: receiver.id as string }
}
type Notice = { consecutive_failures: number }
type Endpoint = Awaited<ReturnType<typeof endpointOf>>
const deliveriesTo = async (endpoint: Endpoint) => simulator.deliveries(endpoint.receiver)
const arrivals = (endpoint: Endpoint, count: number) =>
  until(`${count} deliveries`, async () => {
    const items = await deliveriesTo(endpoint)
    return items.length >= count ? items : null
  })
const stateOf = async (shop: Shop, { id }: Endpoint) =>
  (await shop.call('GET', '/api/v1/webhook-endpoints')).json.items.find((item: { id: string }) => item.id === id)
const advance = (seconds: number) => operator('POST', '/clock/advance', { seconds })

describe('events are delivered (6)', () => {
  test('an event has its envelope and a signature that the stripe package verifies (6.1, 6.2)', async () => {
    const shop = await business()
    const endpoint = await endpointOf(shop)
    const pushed = await push(shop, { reference: 'A-1' })
    const [{ headers, body }] = await arrivals(endpoint, 1)
    const event = JSON.parse(body)
    expect(Object.keys(event)).toEqual(['data', 'id', 'occurred_at', 'type'])
    expect(event.type).toBe('message.delivered')
    expect(event.data).toMatchObject({ message_id: pushed.id, reference: 'A-1' })
    expect(headers['x-service-delivery']).toBe(event.id)
    expect(headers['x-service-event']).toBe('message.delivered')
    const [, t] = /^t=(\d+),/.exec(headers['x-service-signature'])!
    expect(
      Stripe.webhooks.constructEvent(body, headers['x-service-signature'], endpoint.secret, 300, undefined, Number(t)),
    ).toEqual(event)
  })
  test('only endpoints of the business that subscribe to the type and are not deleted receive an event (2.12)', async () => {
    const [shop, other] = [await business(), await business()]
    const all = await endpointOf(shop)
    const narrow = await endpointOf(shop, 'ok', { event_types: ['message.bounced'] })
    const deleted = await endpointOf(shop)
    const foreign = await endpointOf(other)
    expect((await shop.call('DELETE', `/api/v1/webhook-endpoints/${deleted.id}`)).status).toBe(204)
    await push(shop)
    await arrivals(all, 1)
    for (const each of [shop, other]) await queueIdle(db, each)
    for (const endpoint of [narrow, deleted, foreign]) expect(await deliveriesTo(endpoint)).toEqual([])
  })
})

describe('a failed delivery is retried (6.4)', () => {
  test('with the same id and body and a new timestamp, until a success, which is recorded', async () => {
    const shop = await business()
    const endpoint = await endpointOf(shop, 'fail')
    await push(shop)
    const [first] = await arrivals(endpoint, 1)
    await simulator.setReceiverBehaviour(endpoint.receiver, 'ok')
    await until(
      'the failure to be recorded',
      async () => (await stateOf(shop, endpoint)).last_error === 'http_status 500',
    )
    await advance(10)
    const [, second] = await arrivals(endpoint, 2)
    expect([second.body, second.headers['x-service-delivery']]).toEqual([
      first.body,
      first.headers['x-service-delivery'],
    ])
    expect(second.headers['x-service-signature']).not.toBe(first.headers['x-service-signature'])
    await until('the success', async () => (await stateOf(shop, endpoint)).last_success_at)
    await advance(86_400)
    expect(await deliveriesTo(endpoint)).toHaveLength(2)
    const log = await shop.call('GET', `/api/v1/webhook-endpoints/${endpoint.id}/deliveries`)
    expect(log.json.items).toEqual([
      expect.objectContaining({
        state: 'delivered',
        next_attempt_at: null,
        attempts: [
          expect.objectContaining({ status_code: 500, error: 'http_status' }),
          expect.objectContaining({ status_code: 204, error: null }),
        ],
      }),
    ])
  })
  test('up to eight attempts, then one failure is counted', async () => {
    const shop = await business()
    const endpoint = await endpointOf(shop, 'fail')
    await push(shop)
    for (let attempt = 1; attempt <= 8; attempt++) {
      await arrivals(endpoint, attempt)
      await queueIdle(db, shop)
      await advance(13 * 3_600)
    }
    await until('the count', async () => (await stateOf(shop, endpoint)).consecutive_failures === 1)
    expect(await deliveriesTo(endpoint)).toHaveLength(8)
  })
  for (const [behaviour, statusCode] of [
    ['gone', 410],
    ['redirect', 302],
  ] as const)
    test(`every response that is not 2xx is a failure and is retried: ${statusCode} (6.4)`, async () => {
      const shop = await business()
      const endpoint = await endpointOf(shop, behaviour)
      await push(shop)
      const state = await until('the first attempt to be recorded', async () => {
        const { consecutive_failures, last_error } = await stateOf(shop, endpoint)
        return last_error === null ? null : { consecutive_failures, last_error }
      })
      expect(state).toEqual({ consecutive_failures: 0, last_error: `http_status ${statusCode}` })
      await advance(10)
      const [first, second] = await arrivals(endpoint, 2)
      expect(second.body).toBe(first.body)
    })
  test('40 concurrent failures disable the endpoint once, with notices at 10, 18 and 20 failures and emails to the owner', async () => {
    const owner = `owner+${randomUUID()}@example.com`
    const shop = await business({ contact_email: owner })
    const endpoint = await endpointOf(shop, 'fail')
    await Promise.all(Array.from({ length: 40 }, () => push(shop)))
    await arrivals(endpoint, 40)
    // Longer than the longest retry delay, so that the last attempts of all 40 happen together.
    const disabled = await until('the endpoint to be disabled', async () => {
      await advance(13 * 3_600)
      const state = await stateOf(shop, endpoint)
      return state.disabled ? state : null
    })
    expect(disabled.consecutive_failures).toBe(20)
    await queueIdle(db, shop)
    expect((await stateOf(shop, endpoint)).consecutive_failures).toBe(20)
    const notices = (await operator('GET', '/notices')).json.items.filter(
      (notice: { business_id: string }) => notice.business_id === shop.id,
    )
    const summaries = notices.map(({ kind, detail }: { kind: string; detail: object }) => ({ kind, ...detail }))
    expect(
      summaries.toSorted((one: Notice, two: Notice) => one.consecutive_failures - two.consecutive_failures),
    ).toEqual([
      { kind: 'webhook_endpoint_failing', endpoint_id: endpoint.id, consecutive_failures: 10 },
      { kind: 'webhook_endpoint_failing', endpoint_id: endpoint.id, consecutive_failures: 18 },
      { kind: 'webhook_endpoint_disabled', endpoint_id: endpoint.id, consecutive_failures: 20 },
    ])

    const emails = await until('the emails to the owner', async () => {
      const items = await simulator.outbox({ to: owner })
      return items.length === 3 ? items : null
    })
    expect(new Set(emails.map(({ subject }) => subject))).toEqual(
      new Set(['Events do not reach your webhook endpoint', 'Your webhook endpoint was disabled']),
    )

    const before = (await deliveriesTo(endpoint)).length
    const undelivered = await push(shop)
    await until(
      'the email',
      async () => (await shop.call('GET', `/api/v1/messages/${undelivered.id}`)).json.delivery.delivered,
    )
    await queueIdle(db, shop)
    expect(await deliveriesTo(endpoint)).toHaveLength(before)

    await simulator.setReceiverBehaviour(endpoint.receiver, 'ok')
    const enabled = await shop.call('POST', `/api/v1/webhook-endpoints/${endpoint.id}/enable`)
    expect(enabled.json).toMatchObject({ disabled: false, consecutive_failures: 0 })
    const log = await shop.call('GET', `/api/v1/events?message_id=${undelivered.id}`)
    expect(log.json.items).toEqual([expect.objectContaining({ type: 'message.delivered' })])
    const again = await shop.call('POST', `/api/v1/events/${log.json.items[0].id}/redeliver`)
    expect(again.json).toEqual({ deliveries: 1 })
    const items = await arrivals(endpoint, before + 1)
    expect(JSON.parse(items.at(-1).body)).toEqual(log.json.items[0])
  })
  test('a receiver that hangs does not delay another (6.4)', async () => {
    const shop = await business()
    const [, good] = [await endpointOf(shop, 'hang'), await endpointOf(shop)]
    for (let count = 0; count < 30; count++) await push(shop)
    await arrivals(good, 30)
  })
})

describe('endpoints (2.12)', () => {
  test('after a rotation both secrets verify for 24 hours, then only the new one', async () => {
    const shop = await business()
    const endpoint = await endpointOf(shop)
    const rotated = (await shop.call('POST', `/api/v1/webhook-endpoints/${endpoint.id}/rotate-secret`)).json
    expect(rotated.secret).not.toBe(endpoint.secret)
    await push(shop)
    const [both] = await arrivals(endpoint, 1)
    const verifies = ({ headers, body }: { headers: Record<string, string>; body: string }, secret: string) => {
      const header = headers['x-service-signature']!
      try {
        return Boolean(
          Stripe.webhooks.constructEvent(body, header, secret, 300, undefined, Number(/\d+/.exec(header)![0])),
        )
      } catch {
        return false
      }
    }
    expect([endpoint.secret, rotated.secret].map((secret) => verifies(both, secret))).toEqual([true, true])
    await advance(86_401)
    await push(shop)
    const [, late] = await arrivals(endpoint, 2)
    expect([endpoint.secret, rotated.secret].map((secret) => verifies(late, secret))).toEqual([false, true])
  })
  test('at most 10 are created by 30 concurrent requests', async () => {
    const shop = await business()
    const { url } = await simulator.receiver('ok')
    const responses = await Promise.all(
      Array.from({ length: 30 }, () => shop.call('POST', '/api/v1/webhook-endpoints', { body: { url } })),
    )
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(10)
    expect(new Set(responses.map(({ json }) => json.error_code))).toEqual(
      new Set([undefined, 'webhook_endpoint.limit_reached']),
    )
  })
  for (const behaviour of ['ok', 'fail', 'gone', 'redirect'])
    test(`a test delivery does not change the health of the endpoint: ${behaviour}`, async () => {
      const shop = await business()
      const endpoint = await endpointOf(shop, behaviour)
      const before = await stateOf(shop, endpoint)
      const response = await shop.call('POST', `/api/v1/webhook-endpoints/${endpoint.id}/test`)
      expect(response.json).toMatchObject({
        delivered: behaviour === 'ok',
        error: behaviour === 'ok' ? null : 'http_status',
      })
      expect(await stateOf(shop, endpoint)).toEqual(before)
      expect((await shop.call('GET', '/api/v1/events')).json.items).toEqual([])
    })
  test('the url is trimmed, may use any port except those of SMTP, and description may be null (2.12)', async () => {
    const shop = await business()
    const create = (body: object) => shop.call('POST', '/api/v1/webhook-endpoints', { body })
    const { status, json } = await create({ url: ' \thttps://93.184.216.34:444/hook\n', description: null })
    expect([status, json.url, json.description]).toEqual([201, 'https://93.184.216.34:444/hook', null])
    for (const port of [25, 465, 587])
      expect((await create({ url: `https://93.184.216.34:${port}/` })).json.detail[0]).toMatchObject({
        type: 'value_error',
        loc: ['body', 'url'],
      })
  })
  for (const url of [
    'https://127.0.0.1/',
    'https://localhost/',
    'https://[::1]/',
    'http://example.com/',
    'https://10.0.0.1:8443/',
  ])
    test(`${url} is refused and nothing is stored (2.12)`, async () => {
      const shop = await business()
      const response = await shop.call('POST', '/api/v1/webhook-endpoints', { body: { url } })
      expect([response.status, response.json.detail[0].loc]).toEqual([422, ['body', 'url']])
      expect((await shop.call('GET', '/api/v1/webhook-endpoints')).json.items).toEqual([])
    })
})
