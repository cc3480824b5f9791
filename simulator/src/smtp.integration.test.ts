import { createTransport } from 'nodemailer'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { Behaviour } from './scripts.ts'
import { startSimulator } from './simulator.ts'
import { createClient } from './test-client.ts'

const simulator = await startSimulator({ port: 0 })
const client = createClient(simulator)
afterAll(simulator.stop)
beforeEach(() => client.post('/reset', {}))

const script = (behaviour: Behaviour, more: { to?: string; times?: number } = {}) =>
  client.post('/script', { channel: 'email', to: 'ada@example.com', behaviour, ...more })

for (const [behaviour, reply, accepted] of [
  ['accept', '250 2.0.0', true],
  ['refuse', '550 5.1.1', false],
  ['throttle', '451 4.7.1', false],
  ['unavailable', '421 4.3.2', false],
  ['hang', 'timeout', false],
  ['accept_then_hang', 'timeout', true],
  ['accept_then_close', 'closed', true],
  ['accept_then_500', '554 5.3.0', true],
] as const)
  test(`${behaviour} → reply ${reply}, accepted ${accepted}`, async () => {
    await script(behaviour)
    expect(await client.send({ to: 'ada@example.com' })).toBe(reply)
    expect(await client.attempts()).toMatchObject([{ to: 'ada@example.com', subject: 'Hello', accepted }])
    expect(await client.outbox()).toHaveLength(accepted ? 1 : 0)
  })

test('times counts down over real submissions: throttle twice, then accepted once', async () => {
  await script('throttle', { times: 2 })
  const replies = [
    await client.send({ to: 'ada@example.com' }),
    await client.send({ to: 'ADA@example.com' }),
    await client.send({ to: 'ada@example.com' }),
  ]
  expect(replies).toEqual(['451 4.7.1', '451 4.7.1', '250 2.0.0'])
  expect((await client.attempts()).map(({ accepted }) => accepted)).toEqual([false, false, true])
  expect(await client.outbox()).toHaveLength(1)
})

test('an outbox item has the fields of the contract and its reports', async () => {
  await client.send({
    from: { name: 'Käse & Co', address: 'shop@example.com' },
    to: 'ada@example.com',
    subject: 'Dein Käse ist unterwegs 🧀 und diese Betreffzeile ist so lang, dass sie gefaltet werden muss',
    text: 'Alles hier: http://127.0.0.1:3000/inbox/abc.',
    html: '<p>Alles <a href="http://127.0.0.1:3000/inbox/abc">hier</a></p>',
    headers: { 'X-Tidings-Message': 'msg_1', 'List-Unsubscribe': '<http://127.0.0.1:3000/unsubscribe/abc>' },
  })
  const [item] = await client.outbox()
  expect(item).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    channel: 'email',
    to: 'ada@example.com',
    from: 'Käse & Co <shop@example.com>',
    subject: 'Dein Käse ist unterwegs 🧀 und diese Betreffzeile ist so lang, dass sie gefaltet werden muss',
    text: 'Alles hier: http://127.0.0.1:3000/inbox/abc.',
    html: '<p>Alles <a href="http://127.0.0.1:3000/inbox/abc">hier</a></p>',
    link: 'http://127.0.0.1:3000/inbox/abc',
    unsubscribe_url: 'http://127.0.0.1:3000/unsubscribe/abc',
    headers: expect.objectContaining({ to: 'ada@example.com', 'x-tidings-message': 'msg_1' }),
    template: null,
    parameters: null,
    at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    reported: [],
  })
  expect(await client.attempts()).toEqual([{ ...item, accepted: true }])
})

test('an email with two recipients is two submissions', async () => {
  expect(await client.send({ to: ['ada@example.com', 'bob@example.com'] })).toBe('250 2.0.0')
  const items = await client.outbox()
  expect(items.map(({ to }) => to)).toEqual(['ada@example.com', 'bob@example.com'])
  expect(new Set(items.map(({ id }) => id)).size).toBe(2)
})

test('the first recipient with a script decides the SMTP reply for all recipients', async () => {
  await script('refuse', { to: 'bob@example.com' })
  expect(await client.send({ to: ['ada@example.com', 'bob@example.com'] })).toBe('550 5.1.1')
  expect(await client.outbox()).toEqual([])
  expect(await client.attempts()).toMatchObject([
    { to: 'ada@example.com', accepted: false },
    { to: 'bob@example.com', accepted: false },
  ])
})

for (const [behaviour, lastReply] of [
  ['unavailable', '421 4.3.2 Not accepting mail, closing the connection'],
  ['accept_then_close', '354 End data with <CR><LF>.<CR><LF>'],
] as const)
  test(`${behaviour}: the server closes the connection after the reply ${lastReply}`, async () => {
    await script(behaviour)
    expect((await client.sendRaw('ada@example.com', 'Hi\r\n.\r\n')).at(-1)).toBe(lastReply)
  })

test('a client that disconnects during an email has submitted nothing', async () => {
  await client.sendRaw('ada@example.com', 'Subject: Half of\r\n', true)
  expect(await client.send({ to: 'bob@example.com' })).toBe('250 2.0.0')
  expect(await client.attempts()).toMatchObject([{ to: 'bob@example.com' }])
})

test('any credentials are accepted', async () => {
  const transport = createTransport({
    host: '127.0.0.1',
    port: simulator.smtpPort,
    auth: { user: 'tidings', pass: 'any' },
  })
  const { response } = await transport.sendMail({ from: 'a@example.com', to: 'ada@example.com', text: 'Hi' })
  expect(response).toBe('250 2.0.0 Accepted')
})
