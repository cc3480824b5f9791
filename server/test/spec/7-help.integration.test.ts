import { Type } from 'typebox'
import { describe, expect, test } from 'vitest'
import { done } from '../../src/errors.ts'
import { composeKey, composeOperatorToken } from '../../src/keys/key-format.ts'
import { defineOperation } from '../../src/operation.ts'
import type { ApiResponse, Shop } from '../support/client.ts'
import { freshKey } from '../support/messages.ts'
import { createTestService } from '../support/test-service.ts'

const [entered, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
/** An operation that runs until the test releases it. */
const waiting = defineOperation({
  access: 'key',
  scope: 'messages:write',
  number: 104,
  name: 'probeWaiting',
  method: 'POST',
  path: '/api/v1/probe-waiting',
  tag: 'Messages',
  summary: 'Waits',
  description: 'Runs until the test releases it.',
  idempotent: true,
  batched: false,
  response: Type.Object({}),
  async handle(_, calls) {
    entered.resolve()
    await released.promise
    return calls.map(() => done({}))
  },
})
const { business, call, logged, operator, operatorToken, restart, sides } = await createTestService({
  role: 'api',
  operations: [waiting],
})
const message = { recipient_email: 'ada@simulator.example', subject: 'Your order', body: 'It is on its way.' }
const helpOf = ({ headers }: ApiResponse) => headers['tidings-help']
const withKey = (authorization: string) => call('GET', '/api/v1/credits', { headers: { Authorization: authorization } })

/** The log line of the request, which is written after its response. */
async function lineOf({ headers }: ApiResponse): Promise<Record<string, unknown>> {
  const id = String(headers['x-request-id'])
  for (;;) {
    const line = logged()
      .split('\n')
      .find((text) => text.includes(id))
    if (line !== undefined) return JSON.parse(line)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

/** The body is exactly the code, and the sentence is in the header and in the log line. */
async function expectHelp(response: ApiResponse, status: number, code: string, help: unknown): Promise<void> {
  expect([response.status, response.text, helpOf(response)]).toEqual([status, `{"error_code":"${code}"}`, help])
  const line = await lineOf(response)
  expect([line['error_code'], line['help']]).toEqual([code, helpOf(response)])
}

describe('validation errors (7)', () => {
  const push = async (options: Parameters<Shop['call']>[2]) =>
    (await business()).call('POST', '/api/v1/messages', { ...options, headers: { ...freshKey(), ...options?.headers } })
  const formType = { 'Content-Type': 'application/x-www-form-urlencoded' }
  for (const [name, options, help] of [
    [
      'the Content-Type of curl -d',
      { raw: JSON.stringify(message), headers: formType },
      'header.Content-Type: a JSON body needs application/json',
    ],
    [
      'the Content-Type of curl -d, and an empty Idempotency-Key',
      { raw: JSON.stringify(message), headers: { ...formType, 'Idempotency-Key': '' } },
      'header.Idempotency-Key: String should have at least 1 character; header.Content-Type: a JSON body needs application/json',
    ],
    [
      'broken JSON, with line and column',
      { raw: '{\n  "subject": secret\n}' },
      'body: JSON decode error: unexpected character at line 2, column 14',
    ],
    [
      'a missing field and an unknown channel',
      { body: { ...message, subject: undefined, channels: ['fax'] } },
      "body.subject: Field required; body.channels.0: Input should be 'email', 'sms' or 'whatsapp'",
    ],
    [
      'a rule that depends on the clock',
      { body: { ...message, send_at: '2020-01-01T00:00:00Z' } },
      'body.send_at: Input should be in the future',
    ],
    [
      'a number that is none, without the example number of the message',
      { body: { ...message, recipient_phone: '12' } },
      'body.recipient_phone: Value error, this cannot be a phone number',
    ],
  ] as const)
    test(name, async () => {
      const response = await push(options)
      expect([response.status, Object.keys(response.json)]).toEqual([422, ['error_code', 'detail']])
      expect(helpOf(response)).toBe(help)
      expect(await lineOf(response)).toMatchObject({ error_code: 'common.validation_failed', help })
    })
})

describe('paths and methods', () => {
  const nearest = (route: string) => `No operation or page has this path. The nearest is ${route}.`
  for (const [method, path, help] of [
    ['POST', '/messages', nearest('POST /api/v1/messages (pushMessage), with this prefix')],
    ['GET', '/api/v1/messages/', nearest('GET /api/v1/messages (listMessages), without the additional slash')],
    ['GET', '/api/v1//messages', nearest('GET /api/v1/messages (listMessages), without the additional slash')],
    ['GET', '/api/v1/Credits', nearest('GET /api/v1/credits (readCredits), in lower case')],
    ['GET', '/api/v1/message/msg_x', nearest('GET /api/v1/messages/{public_id} (readMessage)')],
    ['GET', '/readz', nearest('GET /readyz (readyz)')],
    ['GET', '/api/v1/nothing', undefined],
  ] as const)
    test(`${method} ${path}`, async () => expectHelp(await call(method, path), 404, 'common.not_found', help))

  test('a wrong method names the methods of the path and their operations', async () => {
    const help = 'This path has GET (listKeys) and POST (createKey).'
    await expectHelp(await call('PUT', '/api/v1/keys'), 405, 'common.method_not_allowed', help)
  })

  test('without OPERATOR_TOKEN, paths of the operator get no help, so that the interface looks as if it did not exist', async () => {
    await restart({ operatorToken: null })
    try {
      for (const path of ['/operator/v1/businesses', '/operator/v1/businesses/', '/businesses', '/operator/v1/nothing'])
        await expectHelp(await call('GET', path), 404, 'common.not_found', undefined)
    } finally {
      await restart()
    }
  })
})

describe('keys and tokens (5)', () => {
  const code = 'business.invalid_api_key'
  const key = composeKey('live', '00', Buffer.alloc(32, 7))
  const token = composeOperatorToken(Buffer.alloc(32, 7))
  const described = (help: string) => `Bearer error="invalid_token", error_description="${help}"`
  const missing = 'The request has no Authorization header: send Authorization: Bearer, a space and an API key.'
  test('no key: no error in WWW-Authenticate', async () => {
    const response = await call('GET', '/api/v1/credits')
    await expectHelp(response, 401, code, missing)
    expect(response.headers['www-authenticate']).toBe('Bearer')
  })
  test('another scheme: no error in WWW-Authenticate', async () => {
    const response = await withKey('Basic dXNlcjpwYXNz')
    await expectHelp(response, 401, code, 'The Authorization header does not begin with Bearer and a space.')
    expect(response.headers['www-authenticate']).toBe('Bearer')
  })
  for (const [name, authorization, help] of [
    ['no key after Bearer', 'Bearer', 'The Authorization header has no key after Bearer.'],
    [
      'the token of an operator',
      `Bearer ${token}`,
      'This is the token of an operator, and this path needs an API key of a business.',
    ],
    ['another form', 'Bearer sk_live_x', 'This is not an API key: one begins with td_live_ or td_test_.'],
    [
      'a key that is cut off',
      `Bearer ${key.slice(0, -2)}`,
      'The API key is incomplete or too long: one has 59 characters.',
    ],
    [
      'a mistyped key',
      `Bearer ${key.replace('live', 'test')}`,
      'The checksum of the API key does not match: the key is mistyped or cut off.',
    ],
    ['an unknown key', `Bearer ${key}`, 'The API key is well-formed, but it is unknown, expired or revoked.'],
  ] as const)
    test(name, async () => {
      const response = await withKey(authorization)
      await expectHelp(response, 401, code, help)
      expect(response.headers['www-authenticate']).toBe(described(help))
    })
  test('an API key on a path of the operator', async () => {
    const response = await call('GET', '/operator/v1/businesses', { key })
    const help = 'This is an API key of a business, and this path needs the token of an operator.'
    await expectHelp(response, 401, 'operator.invalid_token', help)
    expect(response.headers['www-authenticate']).toBe(described(help))
  })
  test('a role that does not permit the operation', async () => {
    const { token: support } = (await operator('POST', '/operators', { name: 'Sam', role: 'support' })).json
    const response = await call('POST', '/operator/v1/operators', { key: support, body: { name: 'x', role: 'admin' } })
    await expectHelp(response, 403, 'operator.not_permitted', 'This operation needs the role admin.')
  })
  test('a key without the scope', async () => {
    const shop = await business()
    const { key: limited } = (await shop.call('POST', '/api/v1/keys', { body: { scopes: ['credits', 'keys'] } })).json
    const response = await call('GET', '/api/v1/messages', { key: limited })
    const help = 'The key lacks the scope messages:read, which this operation needs.'
    await expectHelp(response, 403, 'business.key_not_permitted', help)
    const minted = await call('POST', '/api/v1/keys', { key: limited, body: { scopes: ['erasure'] } })
    const mintedHelp = 'A key cannot create a key with a scope that it lacks, or with a later expiry than its own.'
    await expectHelp(minted, 403, 'business.key_not_permitted', mintedHelp)
  })
  test('a live key on an operation of test sides', async () => {
    const response = await (await sides()).live.call('GET', '/api/v1/test/outbox')
    const help = 'This operation exists only on a test side: use the key that begins with td_test_.'
    await expectHelp(response, 403, 'test.live_key', help)
  })
})

describe('limits (8)', () => {
  test('a body that is too large: the limit in bytes', async () => {
    const headers = { 'Content-Type': 'application/json', 'Content-Length': String(3 * 1024 * 1024) }
    const sent = call('POST', '/api/v1/messages', { headers, raw: Buffer.alloc(3 * 1024 * 1024, 0x20) })
    await expectHelp(await sent, 413, 'request.too_large', 'A body may have at most 2097152 bytes here.')
  })
  test('the rate of a business', async () => {
    const slow = await business({ rate_limit_per_second: 1 })
    const responses = await Promise.all(Array.from({ length: 10 }, () => slow.call('GET', '/api/v1/credits')))
    const limited = responses.find(({ status }) => status === 429)!
    const help = 'The business may send 1 request per second, in bursts of twice as many.'
    await expectHelp(limited, 429, 'common.rate_limited', help)
  })
})

describe('idempotency keys (4.1)', () => {
  const firstAt =
    /^This Idempotency-Key was first used at (\d{4}-\d\d-\d\dT[\d:.]+Z), in a request with another (.*)\.$/
  const headers = { 'Idempotency-Key': 'k' }
  test('a reused key: the time of the first request, and what differs', async () => {
    const shop = await business()
    const first = await shop.call('POST', '/api/v1/messages', { headers, body: message })
    const response = await shop.call('POST', '/api/v1/messages', { headers, body: { ...message, subject: 'Other' } })
    await expectHelp(response, 409, 'idempotency.key_reused', expect.stringMatching(firstAt))
    const [, at, differing] = firstAt.exec(String(helpOf(response)))!
    expect(differing).toBe('body')
    expect(Math.abs(Date.parse(at!) - Date.parse(first.json.created_at))).toBeLessThan(60_000)
  })
  test('a key that was used for another message: the path differs', async () => {
    const shop = await business()
    const retract = (id: string) => shop.call('POST', `/api/v1/messages/${id}/retract`, { headers })
    await retract('msg_1')
    const response = await retract('msg_2')
    await expectHelp(
      response,
      409,
      'idempotency.key_reused',
      expect.stringMatching(/in a request with another path\.$/),
    )
  })
  test('an item of a batch has the same sentence in detail', async () => {
    const shop = await business()
    await shop.call('POST', '/api/v1/messages', { headers: { 'Idempotency-Key': 'batch#0' }, body: message })
    const body = { messages: [{ ...message, subject: 'Other' }, message] }
    const { json } = await shop.call('POST', '/api/v1/messages/batch', {
      headers: { 'Idempotency-Key': 'batch' },
      body,
    })
    expect(json.results[0]).toMatchObject({ ok: false, error_code: 'idempotency.key_reused' })
    expect(json.results[0].detail).toMatch(firstAt)
    expect([json.results[1].ok, json.results[1].detail]).toEqual([true, null])
  })
  test('the key of a grant: without a time, because grants are never purged', async () => {
    const { id } = await business()
    const grant = (amount: number) =>
      call('POST', `/operator/v1/businesses/${id}/credits`, {
        headers: { ...headers, Authorization: `Bearer ${operatorToken}` },
        body: { amount },
      })
    await grant(1)
    const help = 'An earlier request with this Idempotency-Key had another path or body.'
    await expectHelp(await grant(2), 409, 'idempotency.key_reused', help)
  })
  test('a request that is still running', async () => {
    const shop = await business()
    const send = () => shop.call('POST', '/api/v1/probe-waiting', { headers })
    const first = send()
    await entered.promise
    const help = 'The first request with this Idempotency-Key is still running: repeat this one in a few seconds.'
    await expectHelp(await send(), 409, 'idempotency.request_in_progress', help)
    released.resolve()
    expect((await first).status).toBe(200)
  })
})

test('a success and a refusal that its code explains have no help', async () => {
  const shop = await business()
  expect(helpOf(await shop.call('GET', '/api/v1/credits'))).toBeUndefined()
  await expectHelp(await shop.call('GET', '/api/v1/messages/x'), 404, 'message.not_found', undefined)
})

test('no help and no log line has input of the caller', async () => {
  const canary = 'canary-ada@example.com'
  const part = encodeURIComponent(canary)
  const shop = await business()
  const responses = await Promise.all([
    call('GET', `/messages/${part}`),
    call('GET', `/api/v1/message/${part}`),
    call('GET', `/api/v1/recipient/${part}/sms`),
    call('PUT', `/api/v1/messages/${part}`),
    withKey(`Bearer ${canary}`),
    withKey(`${canary} x`),
    withKey(`Bearer td_live_${canary}`),
    shop.call('GET', `/api/v1/messages?limit=${part}&${part}=%00`),
    shop.call('GET', `/api/v1/recipients/${encodeURIComponent('canary\0')}/sms`),
    shop.call('POST', '/api/v1/messages', { headers: { 'Idempotency-Key': canary.repeat(20) }, raw: `{"${canary}` }),
    shop.call('POST', '/api/v1/messages', { headers: { ...freshKey(), 'Content-Type': canary }, raw: canary }),
    shop.call('POST', '/api/v1/messages', {
      headers: freshKey(),
      body: {
        recipient_email: 'canary',
        kind: canary,
        channels: [canary],
        [canary]: '\0',
        whatsapp_opt_in: { [canary]: '\0' },
      },
    }),
  ])
  for (const response of responses) {
    expect([response.status >= 400, helpOf(response)]).toEqual([true, expect.any(String)])
    expect(String(helpOf(response))).not.toContain('canary')
    expect(JSON.stringify(await lineOf(response))).not.toContain('canary')
  }
  expect(logged()).not.toContain('canary')
})
