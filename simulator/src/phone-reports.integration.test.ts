import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { signBody } from './cloud-api.ts'
import { startSimulator } from './simulator.ts'
import { createClient, hangTimeout } from './test-client.ts'
import { type Respond, startTestService, type TestService } from './test-service.ts'
import { signForm } from './twilio.ts'

const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

async function startPair(respond?: Respond) {
  const simulator = await startSimulator({ port: 0 })
  const service = await startTestService(respond)
  stops.push(simulator.stop, service.stop)
  simulator.connect(service.callbacks)
  const client = createClient(simulator)
  const send = {
    sms: (to: string) => client.text({ To: to, StatusCallback: `${service.url}/status/nudge-1?a=b` }),
    whatsapp: (to: string) => client.whatsapp({ to, biz_opaque_callback_data: 'nudge-1' }),
  }
  return { simulator, client, service, send }
}

/** A summary of each callback that the service received. */
const received = (service: TestService): string[] =>
  service.calls.map(({ headers, body }) => {
    if (headers['content-type'] !== 'application/json') return summaryOfForm(new URLSearchParams(body))
    const { statuses, messages } = JSON.parse(body).entry[0].changes[0].value
    if (statuses === undefined) return `${messages[0].text.body} in reply to ${messages[0].context?.id ?? 'nothing'}`
    const [{ status, errors }] = statuses
    return errors === undefined ? status : `${status} ${errors[0].code}`
  })

function summaryOfForm(form: URLSearchParams): string {
  return (
    form.get('Body') ?? [form.get('MessageStatus'), form.get('ErrorCode')].filter((part) => part !== null).join(' ')
  )
}

/** Long enough for an unexpected report to arrive. */
const waitBriefly = () => wait(400)

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
      await vi.waitFor(() => expect(received(service)).toHaveLength(expected.length), hangTimeout)
      await waitBriefly()
      expect(received(service)).toEqual(expected)
    })

test('007 replies STOP once to each message, on the same channel', async () => {
  const { client, service, send } = await startPair()
  await send.sms('+447700900007')
  await vi.waitFor(() => expect(received(service)).toEqual(['sent', 'delivered', 'STOP']), hangTimeout)
  await send.whatsapp('+447700900007')
  const [, message] = await client.outbox()
  await vi.waitFor(() => expect(received(service)).toHaveLength(6), hangTimeout)
  await waitBriefly()
  expect(received(service).slice(3)).toEqual(['sent', 'delivered', `STOP in reply to ${message!.id}`])
})

test('whatsapp not_on_whatsapp as a script: the only report is failed with 131026', async () => {
  const { client, service, send } = await startPair()
  await client.post('/script', { channel: 'whatsapp', to: '+447700900123', behaviour: 'not_on_whatsapp' })
  await send.whatsapp('+447700900123')
  await vi.waitFor(
    async () => expect(await client.outbox()).toMatchObject([{ reported: ['not_on_whatsapp'] }]),
    hangTimeout,
  )
  await waitBriefly()
  expect(received(service)).toEqual(['failed 131026'])
})

const unreported = ['accept_then_hang', 'accept_then_close', 'accept_then_500', 'refuse', 'hang']
for (const [channel, behaviours] of [
  ['sms', unreported],
  ['whatsapp', [...unreported, 'refuse_not_on_whatsapp']],
] as const)
  for (const behaviour of behaviours)
    test(`${channel} ${behaviour}: no report is sent automatically`, async () => {
      const { client, service, send } = await startPair()
      await client.post('/script', { channel, to: '+447700900123', behaviour })
      await send[channel]('+447700900123')
      await waitBriefly()
      expect(service.calls).toEqual([])
    })

for (const [channel, statuses, expected] of [
  ['sms', ['sent', 'failed', 'undelivered', 'delivered'], ['sent', 'failed 30008', 'undelivered 30003', 'delivered']],
  [
    'whatsapp',
    ['sent', 'delivered', 'read', 'failed', 'not_on_whatsapp'],
    ['sent', 'delivered', 'read', 'failed 131000', 'failed 131026'],
  ],
] as const)
  test(`in mode manual ${channel} is reported as POST /report requests: ${statuses.join(', ')}`, async () => {
    const { client, service, send } = await startPair()
    await client.post('/reports', { mode: 'manual' })
    await send[channel]('+447700900123')
    await waitBriefly()
    const [item] = await client.outbox()
    for (const status of statuses)
      expect(await client.post('/report', { id: item!.id, status })).toEqual({ status: 200, body: {} })
    expect(received(service)).toEqual(expected)
    expect(await client.outbox()).toMatchObject([{ reported: statuses }])
  })

for (const [channel, status, possible] of [
  ['sms', 'read', 'sent, delivered, undelivered, failed'],
  ['sms', 'bounced', 'sent, delivered, undelivered, failed'],
  ['whatsapp', 'undelivered', 'sent, delivered, read, failed, not_on_whatsapp'],
] as const)
  test(`POST /report ${status} of ${channel} → 422, because its provider has no such status`, async () => {
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
  await waitBriefly()
  const [item] = await client.outbox()
  expect(await client.post('/report', { id: item!.id, status: 'delivered' })).toEqual({
    status: 422,
    body: { error: 'Its sender gave no StatusCallback, so no report can be sent' },
  })
  expect(service.calls).toEqual([])
})

test('a status callback of a text is sent to the StatusCallback address and signed over it', async () => {
  const { client, service, send } = await startPair()
  await send.sms('+447700900123')
  await vi.waitFor(() => expect(service.calls).toHaveLength(2), hangTimeout)
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

test('a WhatsApp webhook is sent to the connected address, signed over its body, with the callback data', async () => {
  const { client, service, send } = await startPair()
  await send.whatsapp('+447700900123')
  await vi.waitFor(() => expect(service.calls).toHaveLength(2), hangTimeout)
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
  test(`a report of ${channel} that is not accepted is retried unchanged, and the next one waits`, async () => {
    const statuses = [500, 404]
    const { client, service, send } = await startPair(() => ({ status: statuses.shift() ?? 200 }))
    await send[channel]('+447700900123')
    await vi.waitFor(
      async () => expect(await client.outbox()).toMatchObject([{ reported: ['sent', 'delivered'] }]),
      hangTimeout,
    )
    expect(received(service)).toEqual(['sent', 'sent', 'sent', 'delivered'])
    expect(new Set(service.calls.slice(0, 3).map(({ body }) => body)).size).toBe(1)
  })

test('while only email is connected, reports of the other channels wait', async () => {
  const simulator = await startSimulator({ port: 0 })
  const service = await startTestService()
  stops.push(simulator.stop, service.stop)
  const client = createClient(simulator)
  simulator.connect({ email: service.callbacks.email })
  await client.whatsapp({})
  await client.text({ StatusCallback: `${service.url}/status/1` })
  await waitBriefly()
  const [message] = await client.outbox()
  expect([service.calls, await client.post('/report', { id: message!.id, status: 'read' })]).toEqual([
    [],
    { status: 502, body: { error: 'No service is connected yet: the report will be sent when one is' } },
  ])

  simulator.connect(service.callbacks)
  await vi.waitFor(
    () => expect(received(service).toSorted()).toEqual(['delivered', 'delivered', 'read', 'sent', 'sent']),
    hangTimeout,
  )
})
