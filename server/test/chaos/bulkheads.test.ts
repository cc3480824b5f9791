import { createHmac, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { statement } from '../../src/db/statement.ts'
import { emailIdentity } from '../../src/email.ts'
import { parseId } from '../../src/ids.ts'
import { writeInboxSession } from '../../src/inbox-tokens/tokens.ts'
import { inboundName, recipientName } from '../../src/recipients/lock.ts'
import { createReaders, form, hiddenOn } from '../spec/6-inbox-reader.ts'
import type { Answer, Shop } from '../support/client.ts'
import { countWaiting, hold } from '../support/hold.ts'
import { freshKey, openShop, pushMessage, shippedOrder } from '../support/messages.ts'
import { until } from '../support/simulator-client.ts'
import { startStopwatch } from '../support/stopwatch.ts'
import { createTestService } from '../support/test-service.ts'

const world = await createTestService()
const { business, call, config, db, operator, simulator } = world
const readers = createReaders(world)
const quarter = Math.floor(config.poolSize / 4)
// In development one secret serves for every provider.
const { secret } = config.emailProvider!

/** A customer whose text was sent, and everything by which somebody may try to change their record. */
type Scene = {
  shop: Shop
  businessId: string
  email: string
  phone: string
  messageId: string
  nudgeId: string
  cookie: string
  proof: string
  unsubscribe: string
}

let people = 0
async function createScene(): Promise<Scene> {
  const shop = await openShop({ business, operator }, 100, { sms: 'on', countries: ['GB'] })
  const [email, phone] = [`held${people}@simulator.example`, `+44770090${2000 + people++}`]
  const { id } = await pushMessage(
    shop,
    shippedOrder({ recipient_email: email, recipient_phone: phone, channels: ['sms'] }),
  )
  const nudge = await until('the text', () => db.one(sentText, { messageId: parseId('msg', id)! }))
  const customer = await readers.customerOf(shop, { recipient_email: email })
  const pass = { ...customer.target, expiresAt: new Date(Date.now() + 86_400_000) }
  const cookie = `__Host-inbox=${writeInboxSession(readers.deriveKey, pass)}`
  return {
    shop,
    businessId: customer.target.businessId,
    email,
    phone,
    messageId: id,
    nudgeId: nudge.id,
    cookie,
    proof: hiddenOn(await readers.read(cookie, '/inbox/settings'), 'proof'),
    unsubscribe: customer.unsubscribe,
  }
}
const sentText = statement<{ messageId: string }, { id: string }>(
  'bulkheads.sent_text',
  `select id from nudges where message_id = $messageId and channel = 'sms' and state in ('accepted', 'delivered')`,
)

/** Holds something of the scene; calls that need it wait until it is released. */
type Holder = (scene: Scene) => ReturnType<typeof hold>
const lockName = statement<{ name: string }>(
  'bulkheads.hold_name',
  `select pg_advisory_xact_lock(('x' || left(encode(sha256(convert_to($name, 'UTF8')), 'hex'), 16))::bit(64)::bigint)`,
)
const lockMessage = statement<{ messageId: string }>(
  'bulkheads.hold_message',
  `select 1 from messages where id = $messageId for update`,
)
const lockNudge = statement<{ nudgeId: string }>(
  'bulkheads.hold_nudge',
  `select 1 from nudges where id = $nudgeId for update`,
)
const address: Holder = ({ businessId, email }) =>
  hold(db, lockName, { name: recipientName(businessId, emailIdentity(email)) })
const sender: Holder = ({ phone }) => hold(db, lockName, { name: inboundName(phone) })
const message: Holder = ({ messageId }) => hold(db, lockMessage, { messageId: parseId('msg', messageId)! })
const nudge: Holder = (scene) => hold(db, lockNudge, scene)

const pathTo = ({ email }: Scene, what: string): string => `/api/v1/recipients/${encodeURIComponent(email)}/${what}`
const update = ({ email }: Scene): object => ({ ...shippedOrder({ recipient_email: email }), notify: false })
const twilio = (path: string, said: Record<string, string>): Promise<Answer> =>
  call('POST', path, {
    raw: new URLSearchParams(said).toString(),
    headers: {
      'Content-Type': form,
      'X-Twilio-Signature': createHmac('sha1', secret)
        .update(config.publicUrl + path + Object.entries(said).flat().join(''))
        .digest('base64'),
    },
  })

const cases: [what: string, holdUp: Holder, status: number, attempt: (scene: Scene, n: number) => Promise<Answer>][] = [
  ['a change of number', address, 200, (scene) => scene.shop.call('PUT', pathTo(scene, 'phone'), { body: scene })],
  [
    'a push',
    address,
    201,
    (scene) => scene.shop.call('POST', '/api/v1/messages', { headers: freshKey(), body: update(scene) }),
  ],
  [
    'a batch',
    address,
    200,
    (scene, n) =>
      scene.shop.call('POST', '/api/v1/messages/batch', {
        headers: freshKey(),
        body: { messages: [{ ...update(scene), recipient_email: `other${n}@example.com` }, update(scene)] },
      }),
  ],
  [
    'an erasure of WhatsApp history',
    address,
    200,
    (scene) => scene.shop.call('POST', pathTo(scene, 'whatsapp/erase'), { headers: freshKey() }),
  ],
  [
    'a retraction',
    message,
    200,
    ({ shop, messageId }) => shop.call('POST', `/api/v1/messages/${messageId}/retract`, { headers: freshKey() }),
  ],
  [
    'a resend',
    message,
    409,
    ({ shop, messageId }) => shop.call('POST', `/api/v1/messages/${messageId}/sms`, { headers: freshKey() }),
  ],
  [
    'a stop in the inbox',
    address,
    303,
    ({ cookie, proof }) => readers.submit('/inbox/settings/texts', { proof }, { Cookie: cookie }),
  ],
  ['an unsubscription', address, 200, ({ unsubscribe }) => call('POST', unsubscribe)],
  [
    'a provider’s report',
    nudge,
    200,
    ({ nudgeId }) =>
      twilio(`/callbacks/sms/twilio/status/${nudgeId}`, { MessageSid: 'SM1', MessageStatus: 'delivered' }),
  ],
  [
    'a STOP',
    sender,
    200,
    ({ phone }) =>
      twilio('/callbacks/sms/twilio/inbound', {
        Body: 'STOP',
        From: phone,
        MessageSid: randomUUID(),
        To: '+447700900000',
      }),
  ],
]

/** What somebody else does meanwhile, at a steady rate, and how long each of it took. */
async function goOn(shop: Shop, isOver: () => boolean): Promise<{ status: number; milliseconds: number }[]> {
  const seen: { status: number; milliseconds: number }[] = []
  const own = await pushMessage(shop, { ...shippedOrder({ recipient_email: 'calm@example.com' }), notify: false })
  const timed = async (asked: Promise<Answer>): Promise<void> => {
    const stopwatch = startStopwatch()
    const { status } = await asked
    seen.push({ status, milliseconds: stopwatch.milliseconds() })
  }
  for (let n = 0; !isOver(); n++) {
    const body = { recipient_email: `calm${n}@example.com`, subject: 'Your order', body: 'Soon.', notify: false }
    await Promise.all([
      timed(shop.call('POST', '/api/v1/messages', { headers: freshKey(), body })),
      timed(shop.call('POST', `/api/v1/messages/${own.id}/retract`, { headers: freshKey() })),
      timed(shop.call('GET', '/api/v1/messages?limit=5')),
      timed(call('GET', '/readyz')),
      sleep(20),
    ])
  }
  return seen
}

/** Another business whose calls are joined with those of this one, as the end of its id decides. */
async function inSameLane(businessId: string): Promise<Shop> {
  const laneOf = (id: string): number => Number.parseInt(id.slice(-4), 16) % 2
  for (;;) {
    const shop = await business()
    if (laneOf(parseId('biz', shop.id)!) === laneOf(businessId)) return shop
  }
}

for (const [what, holdUp, status, attempt] of cases)
  test(`40 times ${what} that somebody holds up: 503 after two seconds, on a quarter of the connections, and nobody else notices`, async () => {
    const scene = await createScene()
    const calm = await inSameLane(scene.businessId)
    const { letGo } = await holdUp(scene)
    let isOver = false
    const others = goOn(calm, () => isOver)
    const stopwatch = startStopwatch()
    let lastAfter = 0
    const attempts = Promise.all(
      Array.from({ length: 40 }, async (_, n) => {
        const answer = await attempt(scene, n)
        lastAfter = stopwatch.milliseconds()
        return answer
      }),
    )
    const waiting: number[] = []
    while (stopwatch.milliseconds() < 1_500) {
      waiting.push(await countWaiting(db))
      await sleep(20)
    }
    const answers = await attempts
    isOver = true
    const seen = await others
    await letGo()

    expect(
      answers.map((answer) => [answer.status, answer.headers['retry-after']]),
      answers.at(-1)!.text,
    ).toEqual(answers.map(() => [503, '1']))
    expect(lastAfter).toBeLessThan(2_800)
    expect(Math.max(...waiting), 'connections that wait').toBeLessThanOrEqual(quarter)
    expect(Math.max(...waiting), 'somebody waits').toBeGreaterThan(0)
    expect(seen.filter((one) => one.status >= 300)).toEqual([])
    const times = seen.map(({ milliseconds }) => milliseconds).toSorted((one, two) => one - two)
    expect(times[Math.floor(times.length * 0.99)]).toBeLessThan(500)
    expect((await attempt(scene, 40)).status, 'once it is let go').toBe(status)
  }, 30_000)

test('a person whose inbox is held up is told so in their language', async () => {
  const { cookie, proof, ...scene } = await createScene()
  await address({ cookie, proof, ...scene })
  const headers = { Cookie: cookie, 'Accept-Language': 'nl' }
  const answer = await readers.submit('/inbox/settings/texts', { proof }, headers)
  expect([answer.status, answer.headers['content-type'], answer.headers['retry-after']]).toEqual([
    503,
    'text/html; charset=utf-8',
    '1',
  ])
  expect(answer.text).toContain('Probeer het zo meteen opnieuw')
}, 30_000)

test('a mail whose nudge is held when its answer is stored delays no other answer', async () => {
  const [shop, other] = [await business(), await business()]
  const mail = (): object => shippedOrder({ recipient_email: `mail${people++}@simulator.example` })
  const first = await pushMessage(shop, mail())
  const holder = statement<{ messageId: string }>(
    'bulkheads.hold_email',
    `select 1 from nudges where message_id = $messageId for update`,
  )
  const { letGo } = await hold(db, holder, { messageId: parseId('msg', first.id)! })
  const stopwatch = startStopwatch()
  const second = await pushMessage(other, mail())
  await until('the other mail', async () => {
    const { json } = await other.call('GET', `/api/v1/messages/${second.id}`)
    return json.delivery.delivered
  })
  expect(stopwatch.milliseconds()).toBeLessThan(3_000)
  await letGo()
  await simulator.mailOf(first.id)
}, 40_000)

test('an erasure that had to wait for a message does not keep others waiting for longer', async () => {
  const scene = await createScene()
  const { letGo } = await message(scene)
  const erasure = scene.shop.call('POST', pathTo(scene, 'erase'), { headers: freshKey() })
  await until('the erasure waits', async () => (await countWaiting(db)) > 0)
  await sleep(1_200)
  await letGo()
  const stopwatch = startStopwatch()
  expect((await erasure).status).toBe(200)
  expect(stopwatch.milliseconds()).toBeLessThan(1_200)
}, 30_000)
