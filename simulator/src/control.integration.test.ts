import { afterAll, beforeEach, expect, test } from 'vitest'
import { channels } from './channels.ts'
import { startSimulator } from './simulator.ts'
import { createClient } from './test-client.ts'

const simulator = await startSimulator({ port: 0 })
const client = createClient(simulator)
afterAll(simulator.stop)
beforeEach(() => client.post('/reset', {}))

const refuseAda = { channel: 'email', to: 'ada@example.com', behaviour: 'refuse' }

test('channel, to and message_id filter the outbox and the attempts, separately and combined', async () => {
  await client.post('/script', { ...refuseAda, times: 1 })
  const send = (to: string, message: string) => client.send({ to, headers: { 'X-Tidings-Message': message } })
  await send('ada@example.com', 'msg_1')
  await send('ada@example.com', 'msg_1')
  await send('ada@example.com', 'msg_2')
  await send('bob@example.com', 'msg_2')

  for (const [query, accepted, attempts] of [
    ['', 3, 4],
    ['?channel=email', 3, 4],
    ['?to=ada@example.com', 2, 3],
    ['?to=%20ADA@Example.com', 2, 3],
    ['?to=unused@example.com', 0, 0],
    ['?message_id=msg_1', 1, 2],
    ['?message_id=msg_2', 2, 2],
    ['?channel=email&to=ada@example.com&message_id=msg_2', 1, 1],
  ] as const) {
    expect([query, await client.outbox(query)]).toEqual([query, expect.objectContaining({ length: accepted })])
    expect([query, await client.attempts(query)]).toEqual([query, expect.objectContaining({ length: attempts })])
  }
})

test('message_id finds texts and WhatsApp messages by the X-Tidings-Message header', async () => {
  await client.text({}, { 'x-tidings-message': 'msg_1' })
  await client.whatsapp({}, { 'x-tidings-message': 'msg_1' })
  await client.text({})
  await client.text({ To: '+447700900124' }, { 'x-tidings-message': 'msg_2' })

  for (const [query, accepted] of [
    ['?message_id=msg_1', 2],
    ['?channel=sms&message_id=msg_1', 1],
    ['?channel=whatsapp&message_id=msg_1', 1],
    ['?channel=whatsapp&message_id=msg_2', 0],
    ['?channel=sms&to=%2B447700900123', 2],
    ['?channel=sms&to=+447700900123', 2],
    ['?channel=email', 0],
  ] as const)
    expect([query, await client.outbox(query)]).toEqual([query, expect.objectContaining({ length: accepted })])
})

test('a reset clears emails, attempts and scripts', async () => {
  await client.send({ to: 'ada@example.com' })
  await client.post('/script', refuseAda)
  expect(await client.post('/reset', {})).toEqual({ status: 200, body: {} })
  expect([await client.outbox(), await client.attempts()]).toEqual([[], []])
  expect(await client.send({ to: 'ada@example.com' })).toBe('250 2.0.0')
})

test('POST /script returns the script that now applies', async () => {
  expect(await client.post('/script', refuseAda)).toEqual({ status: 200, body: { ...refuseAda, times: null } })
})

for (const [body, error] of [
  [{ ...refuseAda, behaviour: 'not_on_whatsapp' }, /^behaviour must be one of accept, .* for email$/],
  [{ ...refuseAda, behaviour: 'explode' }, /^behaviour must be/],
  [{ ...refuseAda, channel: 'fax' }, /^channel must be one of email, sms, whatsapp/],
  [{ ...refuseAda, to: 'ada' }, /^to must be an email address$/],
  [{ channel: 'email', behaviour: 'refuse' }, /^to must be an email address$/],
  [{ ...refuseAda, channel: 'sms' }, /^to must be a number such as \+447700900123$/],
  [{ ...refuseAda, channel: 'whatsapp', to: '447700900123' }, /^to must be a number/],
  [
    { channel: 'sms', to: '+447700900123', behaviour: 'not_on_whatsapp' },
    /^behaviour must be one of accept, .* for sms$/,
  ],
  [
    { channel: 'sms', to: '+447700900123', behaviour: 'refuse_not_on_whatsapp' },
    /^behaviour must be one of accept, .* for sms$/,
  ],
  [{ ...refuseAda, times: 0 }, /^times must be a whole number from 1$/],
  [{ ...refuseAda, times: '2' }, /^times must be/],
  [{ ...refuseAda, time: 2 }, /^Unknown field time$/],
  [[refuseAda], /^The body must be a JSON object$/],
] as const)
  test(`unknown values are refused with 422: ${JSON.stringify(body)}`, async () => {
    expect(await client.post('/script', body)).toEqual({ status: 422, body: { error: expect.stringMatching(error) } })
    expect(await client.send({ to: 'ada@example.com' })).toBe('250 2.0.0')
  })

test('invalid JSON is refused with 422', async () => {
  const response = await fetch(`${simulator.url}/script`, { method: 'POST', body: '{"channel":' })
  expect([response.status, await response.json()]).toEqual([422, { error: 'The body must be a JSON object' }])
})

for (const [path, error] of [
  ['/outbox?channel=fax', `channel must be one of ${channels.join(', ')}`],
  ['/attempts?message=msg_1', 'Unknown filter message: there are channel, to and message_id'],
] as const)
  test(`unknown values are refused with 422: ${path}`, async () => {
    expect(await client.get(path)).toEqual({ status: 422, body: { error } })
  })

for (const [bytes, status] of [
  [1024 * 1024, 422],
  [1024 * 1024 + 1, 413],
] as const)
  test(`request bodies over 1 MiB are refused: ${bytes} bytes → ${status}`, async () => {
    const response = await fetch(`${simulator.url}/script`, { method: 'POST', body: 'x'.repeat(bytes) })
    expect([response.status, await response.json()]).toEqual([status, { error: expect.any(String) }])
  })

for (const path of ['/nothing', '/outbox/', '/mail', '/mail/', '/mail/a/b', '/receivers/a/b', '/phones/'])
  test(`unknown path ${path} → 404 in JSON`, async () => {
    expect(await client.get(path)).toEqual({ status: 404, body: { error: `There is nothing at ${path}` } })
  })

for (const [method, path, allow] of [
  ['DELETE', '/outbox', 'GET'],
  ['GET', '/script', 'POST'],
  ['GET', '/open', 'POST'],
  ['GET', '/inbound', 'POST'],
  ['GET', '/phones/+447700900123', 'POST'],
  ['GET', '/receivers', 'POST'],
  ['PUT', '/receivers/a', 'PATCH'],
  ['POST', '/receivers/a/deliveries', 'GET'],
  ['PUT', '/mail/a', 'GET'],
] as const)
  test(`wrong method ${method} ${path} → 405 in JSON`, async () => {
    const response = await fetch(simulator.url + path, { method })
    expect([response.status, response.headers.get('allow'), await response.json()]).toEqual([
      405,
      allow,
      { error: `This path accepts ${allow}` },
    ])
  })
