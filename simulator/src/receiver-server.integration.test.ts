import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { startSimulator } from './simulator.ts'
import { createClient } from './test-client.ts'
import { deliver, trusting } from './test-delivery.ts'

const simulator = await startSimulator({ port: 0 })
const client = createClient(simulator)
afterAll(simulator.stop)
beforeEach(() => client.post('/reset', {}))

const statusOf = async (...args: Parameters<typeof deliver>) => {
  const response = await deliver(...args)
  return typeof response === 'string' ? response : response.status
}
const statusesOf = async (id: string) => (await client.deliveries(id)).map(({ answered }) => answered)
const untilDelivered = async (id: string) => {
  while ((await client.deliveries(id)).length === 0) await wait(5)
}

for (const [behaviour, status, headers] of [
  ['ok', 204, {}],
  ['fail', 500, { 'content-length': '0' }],
  ['redirect', 302, { 'content-length': '0', location: expect.stringMatching(/^\/[-0-9a-f]{36}\/redirected$/) }],
  ['gone', 410, { 'content-length': '0' }],
] as const)
  test(`${behaviour} → ${status}, and the delivery is recorded unchanged`, async () => {
    const { id, url } = await client.receiver(behaviour)
    const before = new Date().toISOString()
    const sent = { 'Content-Type': 'application/json', 'X-Service-Event': 'ping', 'X-Service-Signature': 't=1,v1=ab' }
    const body = ['{ "text": "caf', Buffer.of(0xc3), Buffer.of(0xa9), ' \\u00e9" }\n'].map((part) => Buffer.from(part))
    const response = await deliver(simulator, url, { headers: sent, body })

    const always = { date: expect.any(String), connection: 'keep-alive', 'keep-alive': 'timeout=5' }
    expect(response).toEqual({ status, headers: { ...always, ...headers }, body: '' })
    const [delivery, ...others] = await client.deliveries(id)
    expect([delivery, others]).toEqual([
      {
        headers: {
          'content-type': 'application/json',
          'x-service-event': 'ping',
          'x-service-signature': 't=1,v1=ab',
          host: `127.0.0.1:${simulator.receivers.port}`,
          connection: 'keep-alive',
          'transfer-encoding': 'chunked',
        },
        body: '{ "text": "café \\u00e9" }\n',
        at: expect.any(String),
        answered: status,
      },
      [],
    ])
    expect(delivery!.at >= before && delivery!.at <= new Date().toISOString()).toBe(true)
  })

test('hang → the delivery is recorded without a response, also after a change of behaviour, until a reset', async () => {
  const { id, url } = await client.receiver('hang')
  const first = deliver(simulator, url)
  await untilDelivered(id)
  await client.patch(`/receivers/${id}`, { behaviour: 'ok' })
  expect(await statusOf(simulator, url)).toBe(204)
  expect(await statusesOf(id)).toEqual([null, 204])
  expect(await Promise.race([first, wait(50, 'waits')])).toBe('waits')

  await client.post('/reset', {})
  expect(await first).toBe('ECONNRESET')
})

test('hang → the delivery remains recorded after the client disconnects', async () => {
  const { id, url } = await client.receiver('hang')
  const abort = new AbortController()
  const delivery = deliver(simulator, url, { signal: abort.signal })
  await untilDelivered(id)
  abort.abort()
  expect(await delivery).toBe('ABORT_ERR')
  expect(await statusesOf(id)).toEqual([null])
})

test('a redirect records one delivery, and following it with any method records another', async () => {
  const { id, url } = await client.receiver('redirect')
  expect(await statusOf(simulator, url)).toBe(302)
  expect(await statusesOf(id)).toEqual([302])
  for (const method of ['GET', 'POST']) expect(await statusOf(simulator, `${url}/redirected`, { method })).toBe(204)
  expect(await statusesOf(id)).toEqual([302, 204, 204])
})

for (const method of ['GET', 'HEAD', 'PUT', 'DELETE'])
  test(`only POST counts as a delivery: ${method} → 405`, async () => {
    const { id, url } = await client.receiver('ok')
    const response = await deliver(simulator, url, { method })
    expect(response).toMatchObject({ status: 405, headers: { allow: 'POST' } })
    expect(await client.deliveries(id)).toEqual([])
  })

test('an unknown receiver → 404', async () => {
  const origin = `https://127.0.0.1:${simulator.receivers.port}`
  for (const path of ['', '/', '/unknown', '/redirected', '/unknown/redirected'])
    expect([path, await statusOf(simulator, origin + path)]).toEqual([path, 404])
})

test('a path below a receiver is unknown, and a query is ignored', async () => {
  const { id, url } = await client.receiver('ok')
  expect([await statusOf(simulator, `${url}/below`), await statusOf(simulator, `${url}?shop=1`)]).toEqual([404, 204])
  expect(await statusesOf(id)).toEqual([204])
})

test('a client that disconnects during its request has delivered nothing', async () => {
  const { id, url } = await client.receiver('ok')
  const abort = new AbortController()
  const body = [Buffer.from('half of')]
  // The length is larger than the body, so the request stays incomplete.
  const delivery = deliver(simulator, url, { headers: { 'content-length': '100' }, body, signal: abort.signal })
  await wait(50)
  abort.abort()
  expect(await delivery).toBe('ABORT_ERR')
  expect([await statusOf(simulator, url), await statusesOf(id)]).toEqual([204, [204]])
})

test('many deliveries use one connection', async () => {
  const { id, url } = await client.receiver('fail')
  const agent = trusting(simulator.receivers.certificateAuthority)
  const ports = new Set<number | undefined>()
  agent.on('free', (socket) => ports.add(socket.localPort))
  for (let number = 0; number < 20; number += 1) await deliver(simulator, url, { agent })
  expect([ports.size, (await client.deliveries(id)).length]).toEqual([1, 20])
})

test('a client must trust the authority of the running simulator', async () => {
  const { id, url } = await client.receiver('ok')
  const another = await startSimulator({ port: 0 })
  await another.stop()
  const untrusted = trusting(another.receivers.certificateAuthority)
  expect(await deliver(simulator, url, { agent: untrusted })).toBe('UNABLE_TO_VERIFY_LEAF_SIGNATURE')
  expect(await client.deliveries(id)).toEqual([])
})

test('POST /receivers without a body or a behaviour creates a receiver with behaviour ok', async () => {
  for (const body of [undefined, '{}']) {
    const response = await fetch(`${simulator.url}/receivers`, { method: 'POST', ...(body && { body }) })
    const { id, url }: { id: string; url: string } = JSON.parse(await response.text())
    expect([response.status, url]).toEqual([201, `https://127.0.0.1:${simulator.receivers.port}/${id}`])
    expect([await statusOf(simulator, url), await statusesOf(id)]).toEqual([204, [204]])
  }
})

test('PATCH changes the behaviour for later deliveries of this receiver only', async () => {
  const [one, other] = [await client.receiver('ok'), await client.receiver('ok')]
  await deliver(simulator, one.url)
  expect(await client.patch(`/receivers/${one.id}`, { behaviour: 'gone' })).toEqual({
    status: 200,
    body: { behaviour: 'gone' },
  })
  await deliver(simulator, one.url)
  await deliver(simulator, other.url)
  expect([await statusesOf(one.id), await statusesOf(other.id)]).toEqual([[204, 410], [204]])
})

const choices = 'behaviour must be one of ok, fail, hang, redirect, gone'
for (const [method, body, error] of [
  ['post', { behaviour: 'explode' }, choices],
  ['post', { behavior: 'ok' }, 'Unknown field behavior'],
  ['post', ['ok'], 'The body must be a JSON object'],
  ['patch', { behaviour: 'explode' }, choices],
  ['patch', {}, choices],
  ['patch', { behaviour: 'ok', id: 'a' }, 'Unknown field id'],
] as const)
  test(`unknown values are refused with 422: ${method} ${JSON.stringify(body)}`, async () => {
    const { id } = await client.receiver('ok')
    const path = method === 'post' ? '/receivers' : `/receivers/${id}`
    expect(await client[method](path, body)).toEqual({ status: 422, body: { error } })
  })

test('a reset clears receivers and deliveries', async () => {
  const { id, url } = await client.receiver('ok')
  await deliver(simulator, url)
  await client.post('/reset', {})
  const unknown = { status: 404, body: { error: `There is no receiver ${id}` } }
  expect(await client.get(`/receivers/${id}/deliveries`)).toEqual(unknown)
  expect(await client.patch(`/receivers/${id}`, { behaviour: 'ok' })).toEqual(unknown)
  expect(await statusOf(simulator, url)).toBe(404)
  expect(await client.page('/')).not.toContain('Webhooks')
})
