import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { signBody } from './cloud-api.ts'
import { startSimulator } from './simulator.ts'
import { clientOf } from './test-client.ts'
import { startTestService, type TestService, type Treat } from './test-service.ts'
import { signForm } from './twilio.ts'

const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

async function startPair(treat?: Treat) {
  const simulator = await startSimulator({ port: 0 })
  const service = await startTestService(treat)
  stops.push(simulator.stop, service.stop)
  simulator.connect(service.callbacks)
  const client = clientOf(simulator)
  const send = {
    sms: (to: string) => client.text({ To: to, StatusCallback: `${service.url}/status/nudge-1?a=b` }),
    whatsapp: (to: string) => client.whatsapp({ to, biz_opaque_callback_data: 'nudge-1' }),
  }
  return { simulator, client, service, send }
}

/** What the service was told, a word for each callback. */
const told = (service: TestService): string[] =>
  service.calls.map(({ headers, body }) => {
    if (headers['content-type'] !== 'application/json') return wordsOfForm(new URLSearchParams(body))
    const { statuses, messages } = JSON.parse(body).entry[0].changes[0].value
    if (statuses === undefined) return `${messages[0].text.body} in reply to ${messages[0].context?.id ?? 'nothing'}`
    const [{ status, errors }] = statuses
    return errors === undefined ? status : `${status} ${errors[0].code}`
  })

function wordsOfForm(form: URLSearchParams): string {
  return (
    form.get('Body') ?? [form.get('MessageStatus'), form.get('ErrorCode')].filter((word) => word !== null).join(' ')
  )
}

/** Long enough for a report that must not come to have come. */
const aWhile = () => wait(400)

for (const [to, sms, whatsapp] of [
  ['+447700900123', ['sent', 'delivered'], ['sent', 'delivered']],
  ['+447700900002', ['failed 30008'], ['failed 131000']],
  ['+447700900003', [], []],
  ['+447700900004', [], []],
  ['+447700900005', ['sent', 'delivered'], ['failed 131026']],
  ['+447700900006', ['sent', 'delivered'], []],
] as const)
  for (const [channel, expected] of Object.entries({ sms, whatsapp }) as ['sms' | 'whatsapp', readonly string[]][])
    test(`in mode auto ${channel} to ${to} is reported soon: ${expected.join(', ') || 'nothing'}`, async () => {
      const { service, send } = await startPair()
      await send[channel](to)
      await vi.waitFor(() => expect(told(service)).toHaveLength(expected.length), 5_000)
      await aWhile()
      expect(told(service)).toEqual(expected)
    })

test('007 answers STOP by itself once after it got something, on the same channel', async () => {
  const { client, service, send } = await startPair()
  await send.sms('+447700900007')
  await vi.waitFor(() => expect(told(service)).toEqual(['sent', 'delivered', 'STOP']), 5_000)
  await send.whatsapp('+447700900007')
  const [, message] = await client.outbox()
  await vi.waitFor(() => expect(told(service)).toHaveLength(6), 5_000)
  await aWhile()
  expect(told(service).slice(3)).toEqual(['sent', 'delivered', `STOP in reply to ${message!.id}`])
})

test('whatsapp not_on_whatsapp as a script: failed with 131026, and nothing before it', async () => {
  const { client, service, send } = await startPair()
  await client.post('/script', { channel: 'whatsapp', to: '+447700900123', behaviour: 'not_on_whatsapp' })
  await send.whatsapp('+447700900123')
  await vi.waitFor(async () => expect(await client.outbox()).toMatchObject([{ reported: ['not_on_whatsapp'] }]), 5_000)
  await aWhile()
  expect(told(service)).toEqual(['failed 131026'])
})

const unreported = ['accept_then_hang', 'accept_then_close', 'accept_then_500', 'refuse', 'hang']
for (const [channel, behaviours] of [
  ['sms', unreported],
  ['whatsapp', [...unreported, 'refuse_not_on_whatsapp']],
] as const)
  for (const behaviour of behaviours)
    test(`${channel} ${behaviour}: nothing is reported by itself`, async () => {
      const { client, service, send } = await startPair()
      await client.post('/script', { channel, to: '+447700900123', behaviour })
      await send[channel]('+447700900123')
      await aWhile()
      expect(service.calls).toEqual([])
    })

for (const [channel, statuses, words] of [
  ['sms', ['sent', 'failed', 'undelivered', 'delivered'], ['sent', 'failed 30008', 'undelivered 30003', 'delivered']],
  [
    'whatsapp',
    ['sent', 'delivered', 'read', 'failed', 'not_on_whatsapp'],
    ['sent', 'delivered', 'read', 'failed 131000', 'failed 131026'],
  ],
] as const)
  test(`in mode manual ${channel} is reported as POST /report asks: ${statuses.join(', ')}`, async () => {
    const { client, service, send } = await startPair()
    await client.post('/reports', { mode: 'manual' })
    await send[channel]('+447700900123')
    await aWhile()
    const [item] = await client.outbox()
    for (const status of statuses)
      expect(await client.post('/report', { id: item!.id, status })).toEqual({ status: 200, body: {} })
    expect(told(service)).toEqual(words)
    expect(await client.outbox()).toMatchObject([{ reported: statuses }])
  })

for (const [channel, status, possible] of [
  ['sms', 'read', 'sent, delivered, undelivered, failed'],
  ['sms', 'bounced', 'sent, delivered, undelivered, failed'],
  ['whatsapp', 'undelivered', 'sent, delivered, read, failed, not_on_whatsapp'],
] as const)
  test(`POST /report ${status} of ${channel} → 422, since its provider has no such word`, async () => {
    const { client, send } = await startPair()
    await send[channel]('+447700900123')
    const [item] = await client.outbox()
    expect(await client.post('/report', { id: item!.id, status })).toEqual({
      status: 422,
      body: { error: `status must be one of ${possible} for ${channel}` },
    })
  })

test('a text without a StatusCallback is never reported: POST /report → 422', async () => {
  const { client, service } = await startPair()
  await client.text({})
  await aWhile()
  const [item] = await client.outbox()
  expect(await client.post('/report', { id: item!.id, status: 'delivered' })).toEqual({
    status: 422,
    body: { error: 'Its sender gave no StatusCallback, so nothing is reported of it' },
  })
  expect(service.calls).toEqual([])
})

test('a status callback of a text goes to the address the sender gave, signed over it', async () => {
  const { client, service, send } = await startPair()
  await send.sms('+447700900123')
  await vi.waitFor(() => expect(service.calls).toHaveLength(2), 5_000)
  const [item] = await client.outbox()
  for (const { method, path, headers, body } of service.calls) {
    const form = new URLSearchParams(body)
    expect([method, path, headers['content-type'], form.get('MessageSid')]).toEqual([
      'POST',
      '/status/nudge-1?a=b',
      'application/x-www-form-urlencoded; charset=UTF-8',
      item!.id,
    ])
    expect(headers['x-twilio-signature']).toBe(signForm(service.url + path, form, 'auth-token'))
  }
})

test('a webhook of WhatsApp goes to the connected address, signed over its body, with the data of the sender', async () => {
  const { client, service, send } = await startPair()
  await send.whatsapp('+447700900123')
  await vi.waitFor(() => expect(service.calls).toHaveLength(2), 5_000)
  const [item] = await client.outbox()
  for (const { method, path, headers, body } of service.calls) {
    expect([method, path, headers['content-type']]).toEqual(['POST', '/callbacks/whatsapp', 'application/json'])
    expect(headers['x-hub-signature-256']).toBe(signBody(body, 'app-secret'))
    expect(JSON.parse(body).entry[0].changes[0].value).toMatchObject({
      metadata: { phone_number_id: '1234' },
      statuses: [{ id: item!.id, recipient_id: '447700900123', biz_opaque_callback_data: 'nudge-1' }],
    })
  }
})

for (const channel of ['sms', 'whatsapp'] as const)
  test(`a report of ${channel} that is not taken is tried again, word for word, and the next one waits`, async () => {
    const answers = [500, 404]
    const { client, service, send } = await startPair(() => ({ status: answers.shift() ?? 200 }))
    await send[channel]('+447700900123')
    await vi.waitFor(
      async () => expect(await client.outbox()).toMatchObject([{ reported: ['sent', 'delivered'] }]),
      5_000,
    )
    expect(told(service)).toEqual(['sent', 'sent', 'sent', 'delivered'])
    expect(new Set(service.calls.slice(0, 3).map(({ body }) => body)).size).toBe(1)
  })

test('while only the mail side is connected, reports of the other channels wait', async () => {
  const simulator = await startSimulator({ port: 0 })
  const service = await startTestService()
  stops.push(simulator.stop, service.stop)
  const client = clientOf(simulator)
  simulator.connect({ email: service.callbacks.email })
  await client.whatsapp({})
  await client.text({ StatusCallback: `${service.url}/status/1` })
  await aWhile()
  const [message] = await client.outbox()
  expect([service.calls, await client.post('/report', { id: message!.id, status: 'read' })]).toEqual([
    [],
    { status: 502, body: { error: 'No service is connected yet: the report waits for it' } },
  ])

  simulator.connect(service.callbacks)
  await vi.waitFor(
    () => expect(told(service).toSorted()).toEqual(['delivered', 'delivered', 'read', 'sent', 'sent']),
    5_000,
  )
})
