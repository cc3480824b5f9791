import { expect, test } from 'vitest'
import { phoneChannels } from './channels.ts'
import { signBody } from './cloud-api.ts'
import { startSimulator } from './simulator.ts'
import { createClient } from './test-client.ts'
import { startPair } from './test-pair.ts'
import { signForm } from './twilio.ts'

const { client, service, simulator, response } = await startPair()

const from = '+447700900123'
const onSms = { channel: 'sms', from, text: 'STOP' }
const onWhatsApp = { channel: 'whatsapp', from, text: 'Where is it? 📦' }

test('an inbound SMS is a signed form sent to the inbound address', async () => {
  await client.text({})
  const [sent] = await client.outbox()
  for (const inbound of [onSms, { ...onSms, in_reply_to: sent!.id }])
    expect(await client.post('/inbound', inbound)).toEqual({ status: 200, body: {} })

  expect(service.calls).toHaveLength(2)
  for (const { path, headers, body } of service.calls) {
    const form = new URLSearchParams(body)
    expect(path).toBe('/inbound/sms?shop=1')
    expect(headers['x-twilio-signature']).toBe(signForm(service.callbacks.sms.url, form, 'auth-token'))
    expect(Object.fromEntries(form)).toMatchObject({ From: from, To: '+447700900999', Body: 'STOP', NumMedia: '0' })
  }
  expect(new Set(service.calls.map(({ body }) => new URLSearchParams(body).get('MessageSid'))).size).toBe(2)
})

test('an inbound WhatsApp message is a signed webhook, with a context when it is a reply', async () => {
  await client.whatsapp({})
  const [sent] = await client.outbox()
  for (const inbound of [onWhatsApp, { ...onWhatsApp, in_reply_to: sent!.id }])
    expect(await client.post('/inbound', inbound)).toEqual({ status: 200, body: {} })

  const values = service.calls.map(({ headers, body }) => {
    expect(headers['x-hub-signature-256']).toBe(signBody(body, 'app-secret'))
    return JSON.parse(body).entry[0].changes[0].value as { messages: [{ context?: object }] }
  })
  for (const value of values)
    expect(value).toMatchObject({
      metadata: { phone_number_id: '1234' },
      contacts: [{ wa_id: '447700900123' }],
      messages: [{ from: '447700900123', type: 'text', text: { body: 'Where is it? 📦' } }],
    })
  expect(values.map(({ messages: [{ context }] }) => context)).toEqual([
    undefined,
    { from: '447700900000', id: sent!.id },
  ])
})

for (const [rule, sentTo, senders] of [
  ['the latest sender to the number', ['+447700900123', '+447700900124'], ['first', '1']],
  ['the latest sender to any number', ['+447700900124', '+447700900125'], ['second', '2']],
  ['the default sender of development', [], ['+447700900000', '100000000000001']],
] as const)
  test(`without in_reply_to an inbound message is addressed to ${rule}`, async () => {
    for (const [index, to] of sentTo.entries()) {
      await client.text({ To: to, From: ['first', 'second'][index]! })
      await fetch(`${simulator.providersUrl}/v24.0/${index + 1}/messages`, {
        method: 'POST',
        headers: { authorization: 'Bearer token' },
        body: JSON.stringify({ messaging_product: 'whatsapp', to, type: 'text', text: { body: 'Hi' } }),
      })
    }
    await client.post('/inbound', onSms)
    await client.post('/inbound', onWhatsApp)
    const [text, message] = service.calls
    expect([
      new URLSearchParams(text!.body).get('To'),
      JSON.parse(message!.body).entry[0].changes[0].value.metadata.phone_number_id,
    ]).toEqual(senders)
  })

test('a message that the service does not accept → 502, and it is retried until accepted', async () => {
  response.status = 500
  expect(await client.post('/inbound', onSms)).toEqual({
    status: 502,
    body: { error: 'The service responded with 500', status: 500 },
  })
  response.status = 200
  await expect.poll(() => service.calls.length).toBe(2)
  expect(service.calls[1]!.body).toBe(service.calls[0]!.body)
})

test('a message before a service is connected → 502, and it is sent after connecting', async () => {
  const unconnected = await startSimulator({ port: 0 })
  expect(await createClient(unconnected).post('/inbound', onSms)).toEqual({
    status: 502,
    body: { error: 'No service is connected yet: the message will be sent when one is' },
  })
  unconnected.connect(service.callbacks)
  await expect.poll(() => service.calls.length).toBe(1)
  await unconnected.stop()
})

for (const [body, refused, error] of [
  [{ ...onSms, channel: 'email' }, 422, `channel must be one of ${phoneChannels.join(', ')}`],
  [{ ...onSms, from: '07700 900123' }, 422, 'from must be a number such as +447700900123'],
  [{ ...onSms, text: '' }, 422, 'text must be a non-empty string'],
  [{ channel: 'sms', from }, 422, 'text must be a non-empty string'],
  [{ ...onSms, in_reply_to: 1 }, 422, 'in_reply_to must be the id of an item of the outbox'],
  [{ ...onSms, in_reply_to: 'gone' }, 404, 'The outbox has no item gone'],
  [{ ...onSms, reply_to: 'a' }, 422, 'Unknown field reply_to'],
  [[], 422, 'The body must be a JSON object'],
] as const)
  test(`POST /inbound ${JSON.stringify(body)} → ${refused}`, async () => {
    expect(await client.post('/inbound', body)).toEqual({ status: refused, body: { error } })
    expect(service.calls).toEqual([])
  })

test('in_reply_to must be an item that the number received on that channel, else 422', async () => {
  await client.text({ To: '+447700900124' })
  await client.whatsapp({})
  for (const { id } of await client.outbox())
    expect(await client.post('/inbound', { ...onSms, in_reply_to: id })).toEqual({
      status: 422,
      body: { error: 'in_reply_to must be an item that +447700900123 received by sms' },
    })
  expect(service.calls).toEqual([])
})
