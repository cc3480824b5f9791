import { afterAll, beforeEach, expect, test } from 'vitest'
import { startSimulator } from './simulator.ts'
import { createClient } from './test-client.ts'

const simulator = await startSimulator({ port: 0 })
const client = createClient(simulator)
afterAll(simulator.stop)
beforeEach(() => client.post('/reset', {}))

const to = '+447700900123'
const submit = { sms: () => client.text({ To: to }), whatsapp: () => client.whatsapp({ to }) }

for (const [behaviour, accepted, sms, whatsapp] of [
  ['accept', true, { status: 201, body: { status: 'queued' } }, { status: 200, body: { messages: [{}] } }],
  ['refuse', false, { status: 400, body: { code: 21211 } }, { status: 400, body: { error: { code: 131009 } } }],
  ['throttle', false, { status: 429, body: { code: 20429 } }, { status: 429, body: { error: { code: 130429 } } }],
  ['unavailable', false, { status: 503, body: { code: 20503 } }, { status: 503, body: { error: { code: 2 } } }],
  ['hang', false, 'timeout', 'timeout'],
  ['accept_then_hang', true, 'timeout', 'timeout'],
  ['accept_then_close', true, 'closed', 'closed'],
  ['accept_then_500', true, { status: 500, body: { code: 20500 } }, { status: 500, body: { error: { code: 131000 } } }],
] as const)
  for (const [channel, expected] of Object.entries({ sms, whatsapp }) as ['sms' | 'whatsapp', typeof sms][])
    test(`${channel} ${behaviour}: the response is ${JSON.stringify(expected)}, accepted ${accepted}`, async () => {
      await client.post('/script', { channel, to, behaviour, times: 1 })
      const response = await submit[channel]()
      if (typeof expected === 'string') expect(response).toBe(expected)
      else expect(response).toMatchObject(expected)
      expect(await client.attempts()).toMatchObject([{ channel, to, accepted }])
      expect(await client.outbox()).toHaveLength(accepted ? 1 : 0)

      expect(await submit[channel]()).toMatchObject({ status: channel === 'sms' ? 201 : 200 })
    })

test('whatsapp not_on_whatsapp: the platform accepts the message', async () => {
  await client.post('/script', { channel: 'whatsapp', to, behaviour: 'not_on_whatsapp' })
  expect([await submit.whatsapp(), await client.outbox()]).toMatchObject([{ status: 200 }, [{ to }]])
})

test('whatsapp refuse_not_on_whatsapp: the response itself refuses with 131026, and the outbox stays empty', async () => {
  await client.post('/script', { channel: 'whatsapp', to, behaviour: 'refuse_not_on_whatsapp', times: 1 })
  expect(await submit.whatsapp()).toMatchObject({
    status: 400,
    body: { error: { code: 131026, message: '(#131026) Message undeliverable', type: 'OAuthException' } },
  })
  expect(await client.attempts()).toMatchObject([{ channel: 'whatsapp', to, accepted: false }])
  expect(await client.outbox()).toEqual([])

  expect(await submit.whatsapp()).toMatchObject({ status: 200 })
})

for (const [number, sms, whatsapp] of [
  ['+447700900003', { status: 400 }, { status: 400 }],
  ['+447700900004', 'closed', 'closed'],
  ['+447700900005', { status: 201 }, { status: 200 }],
] as const)
  test(`the persona of ${number} applies without a script, and a script overrides it`, async () => {
    const both = async () => [await client.text({ To: number }), await client.whatsapp({ to: number })]
    expect(await both()).toMatchObject([sms, whatsapp])
    for (const channel of ['sms', 'whatsapp'])
      await client.post('/script', { channel, to: number, behaviour: 'throttle', times: 1 })
    expect(await both()).toMatchObject([{ status: 429 }, { status: 429 }])
    expect(await both()).toMatchObject([sms, whatsapp])
  })

test('a script applies to one channel of a number', async () => {
  await client.post('/script', { channel: 'whatsapp', to, behaviour: 'refuse' })
  expect([await submit.sms(), await submit.whatsapp()]).toMatchObject([{ status: 201 }, { status: 400 }])
})

const common = { to, subject: null, unsubscribe_url: null, headers: null, html: null, reported: [] }

test('a text in the outbox has its text, link, sender and the id from the response', async () => {
  const response = await client.text({ To: to, Body: 'Shop: on its way http://127.0.0.1:3000/i/a1. Reply STOP' })
  const id = expect.stringMatching(/^SM[0-9a-f]{32}$/) as string
  expect(response).toMatchObject({ body: { sid: id, account_sid: 'AC1' } })
  expect(await client.outbox()).toEqual([
    {
      ...common,
      id: (response as { body: { sid: string } }).body.sid,
      channel: 'sms',
      from: '+447700900999',
      text: 'Shop: on its way http://127.0.0.1:3000/i/a1. Reply STOP',
      link: 'http://127.0.0.1:3000/i/a1',
      template: null,
      parameters: null,
      at: expect.any(String),
    },
  ])
})

test('a WhatsApp message in the outbox has its template and its parameters in order, and no text', async () => {
  const response = await client.whatsapp({ to: to.slice(1) })
  const id = expect.stringMatching(/^wamid\.[\w+/]+=*$/) as string
  expect(response).toMatchObject({ body: { messages: [{ id }] } })
  expect(await client.outbox()).toEqual([
    {
      ...common,
      id: (response as { body: { messages: [{ id: string }] } }).body.messages[0].id,
      channel: 'whatsapp',
      from: '1234',
      text: null,
      link: null,
      template: 'order_shipped',
      parameters: ['Shop', 'A-1001', 'abc'],
      at: expect.any(String),
    },
  ])
})

test('an invalid request is refused and counts as an attempt, whatever the script', async () => {
  await client.post('/script', { channel: 'sms', to, behaviour: 'hang', times: 1 })
  expect(await client.text({ To: to, Body: '' })).toMatchObject({ status: 400, body: { code: 21602 } })
  expect(await client.whatsapp({ to: 'Ada' })).toMatchObject({ status: 400, body: { error: { code: 131009 } } })
  expect(await client.whatsapp({ messaging_product: 'pigeon' })).toMatchObject({ body: { error: { code: 100 } } })
  expect(await client.attempts()).toMatchObject([
    { channel: 'sms', to, accepted: false },
    { channel: 'whatsapp', to: '+', accepted: false },
    { channel: 'whatsapp', to: '', accepted: false },
  ])
  expect(await submit.sms()).toBe('timeout')
})

test('any credentials are accepted; without them 401 in the format of the provider, and no attempt', async () => {
  expect([
    await client.text({}, { authorization: 'Bearer token' }),
    await client.whatsapp({}, { authorization: 'Basic YTpi' }),
    await client.attempts(),
  ]).toMatchObject([{ status: 401, body: { code: 20003 } }, { status: 401, body: { error: { code: 190 } } }, []])
})

for (const [method, path, status] of [
  ['GET', '/2010-04-01/Accounts/AC1/Messages.json', 405],
  ['POST', '/2010-04-01/Accounts/AC1/Messages', 404],
  ['POST', '/2010-04-01/Accounts/Messages.json', 404],
  ['POST', '/1234/messages', 404],
  ['POST', '/v21.0/1234/messages?a=b', 401],
  ['GET', '/outbox', 404],
] as const)
  test(`${method} ${path} at the providers → ${status}`, async () => {
    expect((await fetch(simulator.providersUrl + path, { method })).status).toBe(status)
  })

test('a client that disconnects during a request has submitted nothing', async () => {
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('To=%2B447700900123&'))
      setTimeout(() => controller.error(new Error('gone')), 50)
    },
  })
  const url = `${simulator.providersUrl}/2010-04-01/Accounts/AC1/Messages.json`
  const options = { method: 'POST', headers: { authorization: 'Basic YTpi' }, body, duplex: 'half' } as const
  await expect(fetch(url, options)).rejects.toThrow('fetch failed')
  expect(await client.attempts()).toEqual([])
})
