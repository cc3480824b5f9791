import { createHmac } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { startSimulator } from './simulator.ts'
import { createClient, hangTimeout } from './test-client.ts'
import { type Respond, startTestService, type TestService } from './test-service.ts'

const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

async function startPair(respond?: Respond) {
  const { simulator, client } = await startUnconnected()
  const service = await startService(respond)
  simulator.connect(service.callbacks)
  return { simulator, client, service }
}

async function startUnconnected() {
  const simulator = await startSimulator({ port: 0 })
  stops.push(simulator.stop)
  return { simulator, client: createClient(simulator) }
}

async function startService(respond?: Respond, port?: number): Promise<TestService> {
  const service = await startTestService(respond, port)
  stops.push(service.stop)
  return service
}

/** Responds with each of these in turn, and then with 200. */
const inTurn =
  (...responses: (number | 'hang' | 'close')[]): Respond =>
  () => {
    const response = responses.shift() ?? 200
    return typeof response === 'number' ? { status: response } : response
  }

const received = (service: TestService): string[] =>
  service
    .reports()
    .map(({ 'event-data': { recipient, event, severity } }) => `${recipient} ${event}${severity ? ` ${severity}` : ''}`)

/** Long enough for an unexpected report to arrive. */
const waitBriefly = () => wait(400)

for (const [to, reported, events] of [
  ['ada@example.com', ['delivered'], ['delivered']],
  ['bounced+1@simulator.example', ['bounced'], ['failed permanent']],
  ['complained+1@simulator.example', ['delivered', 'complained'], ['delivered', 'complained']],
] as const)
  test(`in mode auto an email to ${to} is reported soon: ${reported.join(', ')}`, async () => {
    const { client, service } = await startPair()
    expect(await client.send({ to })).toBe('250 2.0.0')
    await vi.waitFor(async () => expect(await client.outbox()).toMatchObject([{ reported }]), hangTimeout)
    await waitBriefly()
    expect(received(service)).toEqual(events.map((event) => `${to} ${event}`))
  })

test('a callback is a signed POST of JSON with the variables of the email', async () => {
  const { client, service } = await startPair()
  const variables = { send: 'snd_01JCV0000000000000000000', business: 'biz_01JCV0000000000000000000' }
  await client.send({ to: 'ada@example.com', headers: { 'X-Mailgun-Variables': JSON.stringify(variables) } })
  await vi.waitFor(() => expect(service.calls).toHaveLength(1), hangTimeout)

  const [{ method, path, headers }] = service.calls as [TestService['calls'][0]]
  expect([method, path, headers['content-type']]).toEqual(['POST', '/callbacks/email', 'application/json'])
  const [{ signature, 'event-data': event }] = service.reports() as [ReturnType<TestService['reports']>[0]]
  expect(event).toMatchObject({ event: 'delivered', recipient: 'ada@example.com', 'user-variables': variables })
  expect(signature).toEqual({
    timestamp: expect.stringMatching(/^\d{10}$/),
    token: expect.stringMatching(/^[0-9a-f]{50}$/),
    signature: createHmac('sha256', 'signing-key')
      .update(signature.timestamp + signature.token)
      .digest('hex'),
  })
})

for (const behaviour of ['accept_then_hang', 'accept_then_close', 'accept_then_500'] as const)
  test(`${behaviour}: the provider has accepted the email, so it is reported`, async () => {
    const { client, service } = await startPair()
    await client.post('/script', { channel: 'email', to: 'ada@example.com', behaviour })
    await client.send({ to: 'ada@example.com' })
    await vi.waitFor(() => expect(received(service)).toEqual(['ada@example.com delivered']), hangTimeout)
  })

for (const behaviour of ['refuse', 'throttle', 'unavailable', 'hang'] as const)
  test(`${behaviour}: an email that was not accepted is not reported`, async () => {
    const { client, service } = await startPair()
    await client.post('/script', { channel: 'email', to: 'ada@example.com', behaviour })
    await client.send({ to: 'ada@example.com' })
    await waitBriefly()
    expect(service.calls).toEqual([])
  })

test('unknown+ is accepted without a reply and not reported automatically, but can be reported manually', async () => {
  const { client, service } = await startPair()
  expect(await client.send({ to: 'unknown+1@simulator.example' })).toBe('closed')
  await waitBriefly()
  expect(service.calls).toEqual([])

  const [mail] = await client.outbox()
  expect(await client.post('/report', { id: mail!.id, status: 'delivered' })).toEqual({ status: 200, body: {} })
  expect(received(service)).toEqual(['unknown+1@simulator.example delivered'])
})

test('a script overrides the behaviour of a persona but not its reports', async () => {
  const { client, service } = await startPair()
  const to = 'bounced+1@simulator.example'
  await client.post('/script', { channel: 'email', to, behaviour: 'refuse', times: 1 })
  await client.post('/script', { channel: 'email', to: 'unknown+1@simulator.example', behaviour: 'accept_then_500' })
  const replies = [await client.send({ to }), await client.send({ to: 'unknown+1@simulator.example' })]
  expect(replies).toEqual(['550 5.1.1', '554 5.3.0'])
  await waitBriefly()
  expect(service.calls).toEqual([])

  expect(await client.send({ to })).toBe('250 2.0.0')
  await vi.waitFor(() => expect(received(service)).toEqual([`${to} failed permanent`]), hangTimeout)
})

test('in mode manual only POST /report sends reports', async () => {
  const { client, service } = await startPair()
  expect(await client.post('/reports', { mode: 'manual' })).toEqual({ status: 200, body: { mode: 'manual' } })
  await client.send({ to: 'ada@example.com' })
  await waitBriefly()
  expect(service.calls).toEqual([])

  const [mail] = await client.outbox()
  for (const status of ['delivered', 'failed', 'bounced', 'complained'])
    expect(await client.post('/report', { id: mail!.id, status })).toEqual({ status: 200, body: {} })
  expect(received(service)).toEqual([
    'ada@example.com delivered',
    'ada@example.com failed temporary',
    'ada@example.com failed permanent',
    'ada@example.com complained',
  ])
  expect(await client.outbox()).toMatchObject([{ reported: ['delivered', 'failed', 'bounced', 'complained'] }])
})

test('a report without a 2xx response is retried with the same event and a new signature', async () => {
  const { client, service } = await startPair(inTurn(500, 404))
  await client.send({ to: 'ada@example.com' })
  await vi.waitFor(async () => expect(await client.outbox()).toMatchObject([{ reported: ['delivered'] }]), hangTimeout)

  const reports = service.reports()
  expect(new Set(reports.map((report) => report['event-data'].id)).size).toBe(1)
  expect(new Set(reports.map(({ signature }) => signature.token)).size).toBe(3)
  expect(reports).toHaveLength(3)
})

test('a report that is rejected with 406 is not retried', async () => {
  const { client, service } = await startPair(inTurn(406))
  await client.send({ to: 'ada@example.com' })
  await vi.waitFor(() => expect(service.calls).toHaveLength(1), hangTimeout)
  await waitBriefly()
  expect(service.calls).toHaveLength(1)
  expect(await client.outbox()).toMatchObject([{ reported: [] }])
})

test('no report is lost when the service restarts', async () => {
  const { simulator, client } = await startUnconnected()
  const before = await startTestService()
  simulator.connect(before.callbacks)
  await client.send({ to: 'ada@example.com' })
  await vi.waitFor(() => expect(before.calls).toHaveLength(1), hangTimeout)
  await before.stop()

  await client.send({ to: 'bob@example.com' })
  await waitBriefly()
  const after = await startService(undefined, Number(new URL(before.url).port))
  await vi.waitFor(() => expect(received(after)).toEqual(['bob@example.com delivered']), hangTimeout)
})

test('a report without a response within 5 seconds is retried', async () => {
  const { client, service } = await startPair(inTurn('hang'))
  await client.send({ to: 'ada@example.com' })
  await vi.waitFor(async () => expect(await client.outbox()).toMatchObject([{ reported: ['delivered'] }]), hangTimeout)
  expect(service.calls).toHaveLength(2)
})

test('reports wait until a service is connected', async () => {
  const { simulator, client } = await startUnconnected()
  await client.send({ to: 'ada@example.com' })
  await client.send({ to: 'bob@example.com' })
  const [ada] = await client.outbox()
  expect(await client.post('/report', { id: ada!.id, status: 'complained' })).toEqual({
    status: 502,
    body: { error: 'No service is connected yet: the report will be sent when one is' },
  })
  await waitBriefly()

  const service = await startService()
  simulator.connect(service.callbacks)
  await vi.waitFor(() => expect(service.calls).toHaveLength(3), hangTimeout)
  expect(received(service).toSorted()).toEqual([
    'ada@example.com complained',
    'ada@example.com delivered',
    'bob@example.com delivered',
  ])
})

for (const [response, body] of [
  [500, { error: 'The service responded with 500', status: 500 }],
  ['close', { error: 'The service did not respond: the report will be retried' }],
] as const)
  test(`POST /report when the service responds with ${response} → 502, and the report is retried`, async () => {
    const { client, service } = await startPair(inTurn(response))
    await client.post('/reports', { mode: 'manual' })
    await client.send({ to: 'ada@example.com' })
    const [mail] = await client.outbox()
    expect(await client.post('/report', { id: mail!.id, status: 'bounced' })).toEqual({ status: 502, body })
    await vi.waitFor(async () => expect(await client.outbox()).toMatchObject([{ reported: ['bounced'] }]), hangTimeout)
    expect(service.calls).toHaveLength(2)
  })

test('a reset drops waiting reports and sets the mode to auto', async () => {
  const { client, service } = await startPair(() => ({ status: 500 }))
  await client.send({ to: 'ada@example.com' })
  await vi.waitFor(() => expect(service.calls).toHaveLength(1), hangTimeout)
  await client.post('/reports', { mode: 'manual' })
  await client.post('/reset', {})
  await waitBriefly()
  expect(service.calls).toHaveLength(1)

  await client.send({ to: 'bob@example.com' })
  await vi.waitFor(() => expect(received(service).at(-1)).toEqual('bob@example.com delivered'), hangTimeout)
})

test('a reset drops the reports that follow one in flight', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { client, service } = await startPair(async () => {
    await released
    return { status: 200 }
  })
  await client.send({ to: 'complained+1@simulator.example' })
  await vi.waitFor(() => expect(service.calls).toHaveLength(1), hangTimeout)
  await client.post('/reset', {})
  release()
  await waitBriefly()
  expect(received(service)).toEqual(['complained+1@simulator.example delivered'])
})

test('a reset drops the reports that wait for a connection', async () => {
  const { simulator, client } = await startUnconnected()
  await client.send({ to: 'ada@example.com' })
  await waitBriefly()
  await client.post('/reset', {})
  const service = await startService()
  simulator.connect(service.callbacks)
  await waitBriefly()
  expect(service.calls).toEqual([])
})

test('many reports share at most 50 connections, and none is lost', async () => {
  const { simulator, client } = await startUnconnected()
  const recipients = Array.from({ length: 300 }, (_, number) => `ada${number}@example.com`)
  // One email to all of them: each recipient is a separate submission.
  expect(await client.send({ to: recipients }, hangTimeout)).toBe('250 2.0.0')
  await waitBriefly()
  const service = await startService()
  simulator.connect(service.callbacks)
  // Listing the outbox parses 300 emails, so it is polled only after all reports have arrived.
  await vi.waitFor(() => expect(service.calls).toHaveLength(300), hangTimeout)
  await vi.waitFor(
    async () => expect((await client.outbox()).every(({ reported }) => reported.length === 1)).toBe(true),
    hangTimeout,
  )

  expect(received(service).toSorted()).toEqual(recipients.map((to) => `${to} delivered`).toSorted())
  expect(new Set(service.calls.map(({ port }) => port)).size).toBeLessThanOrEqual(50)
})

for (const [body, status, error] of [
  [{ id: 'gone', status: 'delivered' }, 404, 'The outbox has no item gone'],
  [
    { id: 'gone', status: 'opened' },
    422,
    'status must be one of sent, delivered, failed, undelivered, not_on_whatsapp, read, bounced, complained',
  ],
  [{ status: 'delivered' }, 422, 'id must be the id of an item of the outbox'],
  [{ id: 'gone', status: 'delivered', at: 1 }, 422, 'Unknown field at'],
  [[], 422, 'The body must be a JSON object'],
] as const)
  test(`POST /report ${JSON.stringify(body)} → ${status}`, async () => {
    const { client } = await startUnconnected()
    expect(await client.post('/report', body)).toEqual({ status, body: { error } })
  })

test('POST /report with status read for an email → 422, because no email provider reports it', async () => {
  const { client, service } = await startPair()
  await client.post('/reports', { mode: 'manual' })
  await client.send({ to: 'ada@example.com' })
  const [mail] = await client.outbox()
  expect(await client.post('/report', { id: mail!.id, status: 'read' })).toEqual({
    status: 422,
    body: { error: 'status must be one of delivered, failed, bounced, complained for email' },
  })
  expect(service.calls).toEqual([])
})

test('POST /report of a refused submission → 404, because it is not in the outbox', async () => {
  const { client } = await startPair()
  await client.post('/script', { channel: 'email', to: 'ada@example.com', behaviour: 'refuse' })
  await client.send({ to: 'ada@example.com' })
  const [attempt] = await client.attempts()
  expect(await client.post('/report', { id: attempt!.id, status: 'delivered' })).toMatchObject({ status: 404 })
})

for (const body of [{ mode: 'off' }, {}])
  test(`POST /reports ${JSON.stringify(body)} → 422`, async () => {
    const { client } = await startUnconnected()
    expect(await client.post('/reports', body)).toEqual({
      status: 422,
      body: { error: 'mode must be one of auto, manual' },
    })
  })
