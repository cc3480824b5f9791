/**
 * A shop's test of its integration, against the real service with a test key. It needs Node 24 and no package:
 *
 *   TIDINGS_URL=https://updates.example.com TIDINGS_TEST_KEY=td_test_… \
 *   RECEIVER_URL=https://shop.example/hooks/tidings DELIVERIES_URL=https://shop.example/hooks/received \
 *   node --test docs/guides/examples/test-mode.test.ts
 */
import assert from 'node:assert/strict'
import { createHmac, randomInt, randomUUID, timingSafeEqual } from 'node:crypto'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'

const [baseUrl, testKey, receiverUrl] = [setting('TIDINGS_URL'), setting('TIDINGS_TEST_KEY'), setting('RECEIVER_URL')]

/** The part that differs from shop to shop: the webhook requests that your receiver got, as header names in lower case and text. */
type Delivery = { headers: Record<string, string>; body: string }
async function receivedDeliveries(): Promise<Delivery[]> {
  const response = await fetch(setting('DELIVERIES_URL'))
  return ((await response.json()) as { items: Delivery[] }).items
}

type ChannelBlock = { queued: boolean; skipped_reason: string | null; escalates_at: string | null }
type PushResult = { id: string; email: { sending: boolean } | null; sms: ChannelBlock | null }
type Outbox = { items: { channel: string; to: string; text: string | null }[]; next_cursor: string | null }
type Event = { id: string; type: string; occurred_at: string; data: Record<string, unknown> }

const twoDays = 2 * 86_400
/** A new recipient in each run, because a number belongs to one recipient. Its end is none of the magic ones. */
const email = `ada-${randomUUID()}@shop.example`
const phone = `+44770090${randomInt(100, 1000)}9`
let endpoint: { id: string; secret: string }

before(async () => {
  endpoint = await call('POST', '/webhook-endpoints', { url: receiverUrl })
  await call('PUT', '/test/credits', { balance: 1_000 })
})
after(async () => {
  await call('DELETE', `/webhook-endpoints/${endpoint.id}`)
  await call('POST', `/recipients/${encodeURIComponent(email)}/erase`)
})

void test('a text follows an email that was not read for two days, and a signed webhook reports it', async () => {
  const order = { reference: 'A-1001', order_status: 'shipped', subject: 'Your order', body: 'It is on its way.' }
  const to = { recipient_email: email, recipient_phone: phone, channels: ['email', 'sms'] }
  const pushed: PushResult = await call('POST', '/messages', {
    ...order,
    ...to,
    escalate_if_unread_after_minutes: twoDays / 60,
  })
  assert.equal(pushed.email?.sending, true)
  assert.notEqual(pushed.sms?.escalates_at, null)
  await until('the email', async () => (await outboxOf(pushed.id, 'email')).length === 1)
  assert.deepEqual(await outboxOf(pushed.id, 'sms'), [])

  await advance(twoDays + 60)
  const [text] = await until('the text', async () => {
    const items = await outboxOf(pushed.id, 'sms')
    return items.length > 0 ? items : null
  })
  assert.equal(text?.to, phone)
  assert.match(text?.text ?? '', /A-1001/)

  const event = await until('the webhook', async () => {
    const deliveries = await receivedDeliveries()
    const signed = deliveries.filter(({ headers, body }) => isSigned(body, headers['x-service-signature'] ?? ''))
    const events = signed.map(({ body }) => JSON.parse(body) as Event)
    return events.find(({ type, data }) => type === 'sms.delivered' && data['message_id'] === pushed.id)
  })
  assert.equal(event.data['recipient_email'], email)
  const forged = (await receivedDeliveries()).map(({ headers, body }) =>
    isSigned(`${body} `, headers['x-service-signature'] ?? ''),
  )
  assert.ok(!forged.includes(true), 'a changed body has no valid signature')
})

void test('a text that was skipped because the credits were used up is resent after a refill', async () => {
  await call('PUT', '/test/credits', { balance: 0 })
  const order = { reference: 'A-1002', order_status: 'delayed', subject: 'Your order', body: 'It is late.' }
  const to = { recipient_email: email, recipient_phone: phone, channels: ['sms'] }
  const pushed: PushResult = await call('POST', '/messages', { ...order, ...to })
  assert.equal(pushed.sms?.skipped_reason, 'insufficient_credit')

  const refilled: { balance: number } = await call('PUT', '/test/credits', { balance: 10 })
  assert.equal(refilled.balance, 10)
  const resent: ChannelBlock = await call('POST', `/messages/${pushed.id}/sms`)
  assert.deepEqual([resent.queued, resent.skipped_reason], [true, null])
  await until('the text', async () => (await outboxOf(pushed.id, 'sms')).length === 1)
  const { balance } = await call<{ balance: number }>('GET', '/credits')
  assert.equal(balance, 9)
})

/** Moves the clock of this test side. What becomes due meanwhile is sent; other businesses are not affected. */
const advance = (seconds: number): Promise<{ now: string }> => call('POST', '/test/clock/advance', { seconds })

/** What the service would have sent for a message. */
async function outboxOf(messageId: string, channel: 'email' | 'sms' | 'whatsapp'): Promise<Outbox['items']> {
  const { items } = await call<Outbox>('GET', `/test/outbox?channel=${channel}&message_id=${messageId}`)
  return items
}

/** HMAC-SHA256 over the time, a dot and the raw body. The time is the real one, not that of the test side. */
function isSigned(rawBody: string, header: string): boolean {
  const [time, ...signatures] = header.split(',').map((part) => part.slice(part.indexOf('=') + 1))
  const expected = createHmac('sha256', endpoint.secret).update(`${time}.`).update(rawBody).digest('hex')
  const isEqual = (given: string): boolean =>
    given.length === expected.length && timingSafeEqual(Buffer.from(given, 'latin1'), Buffer.from(expected))
  return Math.abs(Date.now() / 1000 - Number(time)) <= 300 && signatures.some(isEqual)
}

/** Every request has a new idempotency key, so that a repeated run of this program is not a replay. */
async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const response = await fetch(`${baseUrl}/api/v1${path}`, {
    method,
    headers: {
      Authorization: `Bearer ${testKey}`,
      ...(method === 'POST' && { 'Idempotency-Key': randomUUID() }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  assert.ok(response.ok, `${method} ${path}: ${response.status} ${text}`)
  return JSON.parse(text || 'null') as T
}

/** Sending and webhooks take a moment: polls until the condition holds. */
async function until<T>(what: string, read: () => Promise<T | null | undefined | false>): Promise<T> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const value = await read()
    if (value !== null && value !== undefined && value !== false) return value
    await sleep(100)
  }
  throw new Error(`${what} did not arrive`)
}

function setting(name: string): string {
  const value = process.env[name]
  if (value === undefined) throw new Error(`${name} is not set`)
  return value
}
