import { getEventListeners } from 'node:events'
import { type Attempt, TidingsConnectionError, TidingsError, TidingsTimeoutError } from '@tidings/client'
import { expect, test } from 'vitest'
import { apiKey, cut, cutInBody, failed, json, noResponse, type Reply, startScriptedServer } from './scripted-server.ts'

const request = { recipient_email: 'ada@example.com', subject: 'Shipped', body: 'On its way.' }
const html: Reply = (response) => void response.writeHead(200).end('<html>')
const stored = json(201, { id: 'msg_1' })

for (const [what, failure] of [
  ['a connection that is cut', cut],
  ['a response that is cut', cutInBody],
  ['a 500', failed(500, 'common.internal_error')],
  ['a 503', failed(503, 'common.unavailable', { 'Retry-After': '0' })],
  ['a 429', failed(429, 'common.rate_limited', { 'Retry-After': '0' })],
  ['a running request', failed(409, 'idempotency.request_in_progress')],
  ['a page of a proxy instead of JSON', html],
] as const)
  test(`after ${what} the push is repeated with the same key and body (4.1)`, async () => {
    const { requests, client } = await startScriptedServer(failure, stored)
    expect(await client().messages.push(request)).toEqual({ id: 'msg_1' })
    expect(requests).toHaveLength(2)
    expect(requests[0]!.headers['idempotency-key']).toMatch(/^[\da-f-]{36}$/)
    expect(requests[1]).toEqual({ ...requests[0], headers: expect.anything() })
    expect(requests[1]!.headers['idempotency-key']).toBe(requests[0]!.headers['idempotency-key'])
  })

test('two calls have two keys, and a key that is given is used', async () => {
  const { requests, client } = await startScriptedServer(stored)
  await client().messages.push(request)
  await client().messages.push(request)
  await client().messages.push(request, { idempotencyKey: 'A-1-shipped' })
  const keys = requests.map(({ headers }) => headers['idempotency-key'])
  expect(new Set(keys).size).toBe(3)
  expect(keys[2]).toBe('A-1-shipped')
})

test('a call that is not safe is repeated after a 429 and not after a 503 or a cut connection', async () => {
  const limited = failed(429, 'common.rate_limited', { 'Retry-After': '0' })
  const { requests, client } = await startScriptedServer(
    limited,
    json(201, { key: 'td_new' }),
    failed(503, 'common.unavailable'),
    cut,
  )
  expect(await client().keys.create()).toEqual({ key: 'td_new' })
  await expect(client().keys.create()).rejects.toMatchObject({ status: 503, attempts: 1, isOutcomeUnknown: true })
  await expect(client().keys.create()).rejects.toBeInstanceOf(TidingsConnectionError)
  expect(requests).toHaveLength(4)
})

test('Retry-After is waited for', async () => {
  const { client } = await startScriptedServer(failed(503, 'common.unavailable', { 'Retry-After': '1' }), stored)
  const started = performance.now()
  await client().messages.push(request)
  expect(performance.now() - started).toBeGreaterThanOrEqual(995)
})

test('a Retry-After beyond the timeout ends the call at once and is in the error', async () => {
  const { requests, client } = await startScriptedServer(
    failed(429, 'quota.messages_per_day', { 'Retry-After': '7200' }),
  )
  await expect(client().messages.push(request)).rejects.toMatchObject({
    code: 'quota.messages_per_day',
    retryAfter: 7_200,
    attempts: 1,
    isOutcomeUnknown: false,
  })
  expect(requests).toHaveLength(1)
})

test('after the last retry the error has the attempts and the key', async () => {
  const { requests, client } = await startScriptedServer(cut)
  const error: unknown = await client({ maxRetries: 2 })
    .messages.push(request, { idempotencyKey: 'A-1-shipped' })
    .catch((caught: unknown) => caught)
  expect(error).toBeInstanceOf(TidingsConnectionError)
  expect(error).toMatchObject({ attempts: 3, idempotencyKey: 'A-1-shipped', isOutcomeUnknown: true })
  expect(requests).toHaveLength(3)
})

test('a refusal after an attempt without a response is still an unknown outcome', async () => {
  const { client } = await startScriptedServer(cut, failed(401, 'business.invalid_api_key'))
  await expect(client().messages.push(request)).rejects.toMatchObject({
    status: 401,
    attempts: 2,
    isOutcomeUnknown: true,
  })
})

test('an attempt that hangs is replaced before the timeout of the call', async () => {
  const { requests, client } = await startScriptedServer(noResponse, stored)
  expect(await client({ timeout: 6_000 }).messages.push(request)).toEqual({ id: 'msg_1' })
  expect(requests).toHaveLength(2)
})

test('the timeout of a call ends all its attempts', async () => {
  const { client } = await startScriptedServer(noResponse)
  const started = performance.now()
  await expect(client().messages.push(request, { timeout: 300 })).rejects.toBeInstanceOf(TidingsTimeoutError)
  await expect(client({ timeout: 300 }).keys.create()).rejects.toMatchObject({
    name: 'TidingsTimeoutError',
    attempts: 1,
  })
  expect(performance.now() - started).toBeLessThan(5_000)
})

test('a signal ends a call that waits for a response', async () => {
  const { client } = await startScriptedServer(noResponse)
  const reason = new Error('the customer left')
  const controller = new AbortController()
  setTimeout(() => controller.abort(reason), 50)
  await expect(client().messages.push(request, { signal: controller.signal })).rejects.toBe(reason)
})

test('a signal ends a call that waits for its next attempt', async () => {
  const { requests, client } = await startScriptedServer(failed(503, 'common.unavailable', { 'Retry-After': '30' }))
  const reason = new Error('shutdown')
  const controller = new AbortController()
  const call = client({ onAttempt: () => setTimeout(() => controller.abort(reason), 20) })
  const started = performance.now()
  await expect(call.messages.push(request, { signal: controller.signal })).rejects.toBe(reason)
  expect(performance.now() - started).toBeLessThan(5_000)
  expect(requests).toHaveLength(1)
})

test('a signal that has aborted prevents the request', async () => {
  const { requests, client } = await startScriptedServer(stored)
  const signal = AbortSignal.abort(new Error('too late'))
  await expect(client().messages.push(request, { signal })).rejects.toThrow('too late')
  expect(requests).toEqual([])
})

test('calls leave no listener on a signal', async () => {
  const { client } = await startScriptedServer(failed(503, 'common.unavailable', { 'Retry-After': '0' }), stored)
  const { signal } = new AbortController()
  const during: number[] = []
  const headers = (): Record<string, string> => {
    setTimeout(() => during.push(getEventListeners(signal, 'abort').length))
    return {}
  }
  await client({ headers }).messages.push(request, { signal })
  expect(during).toEqual([1, 1])
  expect(getEventListeners(signal, 'abort')).toEqual([])
})

test('the hook sees every attempt, and its error changes nothing', async () => {
  const attempts: Attempt[] = []
  const { client } = await startScriptedServer(
    cut,
    failed(503, 'common.unavailable', { 'X-Request-Id': 'req_2', 'Retry-After': '0' }),
    json(201, { id: 'msg_1' }, { 'X-Request-Id': 'req_3' }),
  )
  const onAttempt = (attempt: Attempt): void => {
    attempts.push(attempt)
    throw new Error('the tracer failed')
  }
  await client({ onAttempt }).messages.push(request)
  const common = { operation: 'pushMessage', method: 'POST', durationMilliseconds: expect.any(Number) }
  expect(attempts).toEqual([
    {
      ...common,
      attempt: 1,
      status: null,
      requestId: null,
      error: expect.any(TidingsConnectionError),
      retryMilliseconds: expect.any(Number),
    },
    {
      ...common,
      attempt: 2,
      status: 503,
      requestId: 'req_2',
      error: expect.any(TidingsError),
      retryMilliseconds: expect.any(Number),
    },
    { ...common, attempt: 3, status: 201, requestId: 'req_3', error: null, retryMilliseconds: null },
  ])
})

test('headers are added to each attempt, and cannot replace the key', async () => {
  const { requests, client } = await startScriptedServer(cut, stored)
  const headers = ({ attempt }: { attempt: number }) => ({
    traceparent: `00-1-${attempt}-01`,
    authorization: 'Bearer other',
  })
  await client({ headers }).messages.push(request)
  expect(requests.map(({ headers: sent }) => [sent.traceparent, sent.authorization])).toEqual([
    ['00-1-1-01', `Bearer ${apiKey}`],
    ['00-1-2-01', `Bearer ${apiKey}`],
  ])
})
