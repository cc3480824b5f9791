import { createHmac, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { statement } from '../../src/db/statement.ts'
import { emailIdentity } from '../../src/email.ts'
import { parseId } from '../../src/ids.ts'
import { inboundLockName, recipientLockName } from '../../src/recipients/lock.ts'
import { createInboxClient, form, hiddenOn, type Visit } from '../spec/6-inbox-client.ts'
import type { ApiResponse, Shop } from '../support/client.ts'
import { acquireLock, countLockWaiters, nameLock } from '../support/locks.ts'
import { freshKey, openShop, pushMessage, shippedOrder } from '../support/messages.ts'
import { until } from '../support/simulator-client.ts'
import { startStopwatch } from '../support/stopwatch.ts'
import { createTestService } from '../support/test-service.ts'

const testService = await createTestService()
const { business, call, config, db, operator, simulator } = testService
const readers = createInboxClient(testService)
const quarterOfPool = Math.floor(config.poolSize / 4)
// In development all providers use the same secret.
const { secret } = config.emailProvider!

/** A customer whose text was sent, with the ids and tokens of every request that changes their data. */
type Fixture = {
  shop: Shop
  businessId: string
  email: string
  phone: string
  messageId: string
  nudgeId: string
  visit: Visit
  proof: string
  unsubscribe: string
}

let people = 0
async function createFixture(): Promise<Fixture> {
  const shop = await openShop({ business, operator }, 100, { sms: 'on', countries: ['GB'] })
  const [email, phone] = [`locked${people}@simulator.example`, `+44770090${2000 + people++}`]
  const { id } = await pushMessage(
    shop,
    shippedOrder({ recipient_email: email, recipient_phone: phone, channels: ['sms'] }),
  )
  const nudge = await until('the text', () => db.one(sentText, { messageId: parseId('msg', id)! }))
  const customer = await readers.customerOf(shop, { recipient_email: email })
  const visit = await readers.enter(customer)
  return {
    shop,
    businessId: customer.target.businessId,
    email,
    phone,
    messageId: id,
    nudgeId: nudge.id,
    visit,
    proof: hiddenOn(await readers.read(visit, '/settings'), 'proof'),
    unsubscribe: customer.unsubscribe,
  }
}
const sentText = statement<{ messageId: string }, { id: string }>(
  'bulkheads.sent_text',
  `select id from nudges where message_id = $messageId and channel = 'sms' and state in ('accepted', 'delivered')`,
)

/** Locks a part of the fixture, so that requests that need it wait until the lock is released. */
type TakeLock = (fixture: Fixture) => ReturnType<typeof acquireLock>
const messageLock = statement<{ messageId: string }>(
  'bulkheads.lock_message',
  `select 1 from messages where id = $messageId for update`,
)
const nudgeLock = statement<{ nudgeId: string }>(
  'bulkheads.lock_nudge',
  `select 1 from nudges where id = $nudgeId for update`,
)
const lockAddress: TakeLock = ({ businessId, email }) =>
  acquireLock(db, nameLock, { name: recipientLockName(businessId, emailIdentity(email)) })
const lockSender: TakeLock = ({ phone }) => acquireLock(db, nameLock, { name: inboundLockName(phone) })
const lockMessage: TakeLock = ({ messageId }) => acquireLock(db, messageLock, { messageId: parseId('msg', messageId)! })
const lockNudge: TakeLock = (fixture) => acquireLock(db, nudgeLock, fixture)

const pathTo = ({ email }: Fixture, action: string): string =>
  `/api/v1/recipients/${encodeURIComponent(email)}/${action}`
const update = ({ email }: Fixture): object => ({ ...shippedOrder({ recipient_email: email }), notify: false })
const postTwilioCallback = (path: string, fields: Record<string, string>): Promise<ApiResponse> =>
  call('POST', path, {
    raw: new URLSearchParams(fields).toString(),
    headers: {
      'Content-Type': form,
      'X-Twilio-Signature': createHmac('sha1', secret)
        .update(config.publicUrl + path + Object.entries(fields).flat().join(''))
        .digest('base64'),
    },
  })

/** How long a request waits, and the time by which all 40 must be refused. */
const waits = {
  short: { title: 'two seconds', maxMilliseconds: 2_800 },
  // An erasure, of which few run at once. And a STOP: Twilio does not repeat a callback that failed, and waits 15 seconds for the
  // response.
  long: { title: 'ten seconds', maxMilliseconds: 14_000 },
}

const cases: [
  description: string,
  takeLock: TakeLock,
  status: number,
  attempt: (fixture: Fixture, n: number) => Promise<ApiResponse>,
  wait?: keyof typeof waits,
][] = [
  [
    'a change of number',
    lockAddress,
    200,
    (fixture) => fixture.shop.call('PUT', pathTo(fixture, 'phone'), { body: fixture }),
  ],
  [
    'a push',
    lockAddress,
    201,
    (fixture) => fixture.shop.call('POST', '/api/v1/messages', { headers: freshKey(), body: update(fixture) }),
  ],
  [
    'a batch',
    lockAddress,
    200,
    (fixture, n) =>
      fixture.shop.call('POST', '/api/v1/messages/batch', {
        headers: freshKey(),
        body: { messages: [{ ...update(fixture), recipient_email: `other${n}@example.com` }, update(fixture)] },
      }),
  ],
  [
    'an erasure of WhatsApp history',
    lockAddress,
    200,
    (fixture) => fixture.shop.call('POST', pathTo(fixture, 'whatsapp/erase'), { headers: freshKey() }),
    'long',
  ],
  [
    'a retraction',
    lockMessage,
    200,
    ({ shop, messageId }) => shop.call('POST', `/api/v1/messages/${messageId}/retract`, { headers: freshKey() }),
  ],
  [
    'a resend',
    lockMessage,
    409,
    ({ shop, messageId }) => shop.call('POST', `/api/v1/messages/${messageId}/sms`, { headers: freshKey() }),
  ],
  [
    'a stop in the inbox',
    lockAddress,
    303,
    ({ visit, proof }) => readers.submitIn(visit, '/settings/texts', { proof }),
  ],
  ['an unsubscription', lockAddress, 200, ({ unsubscribe }) => call('POST', unsubscribe)],
  [
    'a provider’s report',
    lockNudge,
    200,
    ({ nudgeId }) =>
      postTwilioCallback(`/callbacks/sms/twilio/status/${nudgeId}`, { MessageSid: 'SM1', MessageStatus: 'delivered' }),
  ],
  [
    'a STOP',
    lockSender,
    200,
    ({ phone }) =>
      postTwilioCallback('/callbacks/sms/twilio/inbound', {
        Body: 'STOP',
        From: phone,
        MessageSid: randomUUID(),
        To: '+447700900000',
      }),
    'long',
  ],
]

/** Sends requests of another business at a steady rate and measures each of them. */
async function sendSteadily(shop: Shop, isOver: () => boolean): Promise<{ status: number; milliseconds: number }[]> {
  const responses: { status: number; milliseconds: number }[] = []
  const own = await pushMessage(shop, { ...shippedOrder({ recipient_email: 'bystander@example.com' }), notify: false })
  const timed = async (request: Promise<ApiResponse>): Promise<void> => {
    const stopwatch = startStopwatch()
    const { status } = await request
    responses.push({ status, milliseconds: stopwatch.milliseconds() })
  }
  for (let n = 0; !isOver(); n++) {
    const body = { recipient_email: `bystander${n}@example.com`, subject: 'Your order', body: 'Soon.', notify: false }
    await Promise.all([
      timed(shop.call('POST', '/api/v1/messages', { headers: freshKey(), body })),
      timed(shop.call('POST', `/api/v1/messages/${own.id}/retract`, { headers: freshKey() })),
      timed(shop.call('GET', '/api/v1/messages?limit=5')),
      timed(call('GET', '/readyz')),
      sleep(20),
    ])
  }
  return responses
}

/** A business whose calls go through the same batcher as those of the given one. The end of its id decides. */
async function businessInSameBatcher(businessId: string): Promise<Shop> {
  const batcherOf = (id: string): number => Number.parseInt(id.slice(-4), 16) % 2
  for (;;) {
    const shop = await business()
    if (batcherOf(parseId('biz', shop.id)!) === batcherOf(businessId)) return shop
  }
}

for (const [description, takeLock, status, attempt, wait = 'short'] of cases)
  test(`40 times ${description} behind a lock: 503 after ${waits[wait].title}, at most a quarter of the connections, no delay for other callers`, async () => {
    const fixture = await createFixture()
    const bystander = await businessInSameBatcher(fixture.businessId)
    const { release } = await takeLock(fixture)
    let isOver = false
    const bystanderCalls = sendSteadily(bystander, () => isOver)
    const stopwatch = startStopwatch()
    const responseMilliseconds: number[] = []
    const attempts = Promise.all(
      Array.from({ length: 40 }, async (_, n) => {
        const response = await attempt(fixture, n)
        responseMilliseconds.push(stopwatch.milliseconds())
        return response
      }),
    )
    const waiting: number[] = []
    while (responseMilliseconds.length < 40) {
      waiting.push(await countLockWaiters(db))
      await sleep(20)
    }
    const responses = await attempts
    isOver = true
    const bystanderResponses = await bystanderCalls
    await release()

    expect(
      responses.map((response) => [response.status, response.headers['retry-after']]),
      responses.at(-1)!.text,
    ).toEqual(responses.map(() => [503, '1']))
    expect(responseMilliseconds.at(-1)).toBeLessThan(waits[wait].maxMilliseconds)
    expect(Math.max(...waiting), 'connections that wait for a lock').toBeLessThanOrEqual(quarterOfPool)
    expect(Math.max(...waiting), 'at least one waits').toBeGreaterThan(0)
    expect(bystanderResponses.filter((one) => one.status >= 300)).toEqual([])
    const times = bystanderResponses.map(({ milliseconds }) => milliseconds).toSorted((one, two) => one - two)
    expect(times[Math.floor(times.length * 0.99)]).toBeLessThan(500)
    expect((await attempt(fixture, 40)).status, 'after the release').toBe(status)
  })

test('erasures behind a lock that lasts longer than a push waits are carried out', async () => {
  const fixture = await createFixture()
  const { release } = await lockAddress(fixture)
  const erasures = Array.from({ length: 5 }, () =>
    fixture.shop.call('POST', pathTo(fixture, 'erase'), { headers: freshKey() }),
  )
  await sleep(3_000)
  await release()
  expect((await Promise.all(erasures)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
})

test('an inbox request behind a lock gets 503 with a page in the language of the reader', async () => {
  const fixture = await createFixture()
  const { visit, proof } = fixture
  await lockAddress(fixture)
  const response = await readers.submitIn(visit, '/settings/texts', { proof }, { 'Accept-Language': 'nl' })
  expect([response.status, response.headers['content-type'], response.headers['retry-after']]).toEqual([
    503,
    'text/html; charset=utf-8',
    '1',
  ])
  expect(response.text).toContain('Probeer het zo meteen opnieuw')
})

test('an email whose nudge is locked while its result is recorded does not delay other results', async () => {
  const [shop, other] = [await business(), await business()]
  const newEmail = (): object => shippedOrder({ recipient_email: `email${people++}@simulator.example` })
  const first = await pushMessage(shop, newEmail())
  const emailLock = statement<{ messageId: string }>(
    'bulkheads.lock_email',
    `select 1 from nudges where message_id = $messageId for update`,
  )
  const { release } = await acquireLock(db, emailLock, { messageId: parseId('msg', first.id)! })
  const stopwatch = startStopwatch()
  const second = await pushMessage(other, newEmail())
  await until('the other email', async () => {
    const { json } = await other.call('GET', `/api/v1/messages/${second.id}`)
    return json.delivery.delivered
  })
  expect(stopwatch.milliseconds()).toBeLessThan(3_000)
  await release()
  await simulator.waitForEmail(first.id)
})

test('an erasure is throttled by its work, not by the time it waited for a lock', async () => {
  const fixture = await createFixture()
  const { release } = await lockMessage(fixture)
  const erasure = fixture.shop.call('POST', pathTo(fixture, 'erase'), { headers: freshKey() })
  await until('the erasure to wait', async () => (await countLockWaiters(db)) > 0)
  await sleep(1_200)
  await release()
  const stopwatch = startStopwatch()
  expect((await erasure).status).toBe(200)
  expect(stopwatch.milliseconds()).toBeLessThan(1_200)
})
