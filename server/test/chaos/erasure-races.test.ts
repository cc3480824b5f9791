import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { statement } from '../../src/db/statement.ts'
import type { Shop } from '../support/client.ts'
import { seeded } from '../support/seeded.ts'
import { tally } from '../support/tally.ts'
import { createTestService } from '../support/test-service.ts'
import { createTraceScan } from '../support/traces.ts'

// Of one business an eighth of the connections may erase at a time. With fewer than there are lanes, erasures would queue and no
// longer race.
const { business, db, logged, operator, simulator } = await createTestService({ poolSize: 160 })
const scan = await createTraceScan(db)

const seed = 20261115
const races = 500
const lanes = 20

type Person = { email: string; phone: string }
let people = 0
/** Somebody nobody has written to, whose address is found wherever it is left. */
const person = (): Person => ({
  email: `raced+${people}@simulator.example`,
  phone: `+44770092${1000 + people++}`,
})
async function shopFor(): Promise<Shop> {
  const shop = await business({ sms: 'on', rate_limit_per_second: 10_000, sms_warmup_cap: 1_000_000 })
  await operator('POST', `/businesses/${shop.id}/credits`, { amount: 5_000 })
  return shop
}
/** As a client does that is told to come again: with the same key. A busy machine takes its time to open so many connections. */
async function post(shop: Shop, path: string, body?: object) {
  const request = { headers: { 'Idempotency-Key': randomUUID() }, ...(body && { body }) }
  for (;;) {
    const answer = await shop.call('POST', path, request)
    if (answer.status !== 503) return answer
  }
}
async function push(shop: Shop, { email, phone }: Person, over: object = {}): Promise<string> {
  const body = { recipient_email: email, recipient_phone: phone, subject: 'S', body: 'B', ...over }
  const { status, json } = await post(shop, '/api/v1/messages', body)
  expect(status, JSON.stringify(json)).toBe(201)
  return json.id
}
/** How many messages went, and when the erasure was answered. */
async function erase(shop: Shop, { email }: Person): Promise<{ messages: number; at: number }> {
  const path = `/api/v1/recipients/${encodeURIComponent(email)}/erase`
  const { status, json } = await post(shop, path)
  expect(status, JSON.stringify(json)).toBe(200)
  return { messages: json.deleted.messages, at: Date.now() }
}
/** Five hundred, in lanes that run side by side, each with chances of its own. */
async function raceAll(race: (who: Person, draw: () => number) => Promise<void>): Promise<void> {
  const everybody = Array.from({ length: races }, person)
  await Promise.all(
    Array.from({ length: lanes }, async (_, lane) => {
      const draw = seeded(seed + lane)
      for (let place = lane; place < races; place += lanes) await race(everybody[place]!, draw)
    }),
  )
}
const leftOf = statement<{ businessId: string }, { email: string; messages: number }>(
  'erasure_races.left',
  `select r.email, count(m.id)::integer as messages
     from recipients r left join messages m on m.business_id = r.business_id and m.recipient_id = r.id
    where r.business_id = $businessId
    group by r.email`,
)
const left = (shop: Shop) => db.all(leftOf, shop)
const told = (what: string, seen: Map<string, number>): void =>
  void process.stdout.write(`chaos: erase against ${what}, seed ${seed}, ${JSON.stringify(Object.fromEntries(seen))}\n`)

test('500 races of an erasure against pushes: wholly before or wholly after', async () => {
  const shop = await shopFor()
  const pushed = 3
  const ends = new Map<string, number>()
  await raceAll(async (who, draw) => {
    const pushes = Array.from({ length: pushed }, () =>
      sleep(draw() * 10).then(() => push(shop, who, { kind: 'updateable', notify: false, subject: String(draw()) })),
    )
    const erased = await sleep(draw() * 60).then(() => erase(shop, who))
    await Promise.all(pushes)
    ends.set(who.email, erased.messages)
  })
  const after = new Map((await left(shop)).map(({ email, messages }) => [email, messages]))
  told('push', tally([...ends.values()].map((messages) => `${messages} before`)))
  const wrong = [...ends].filter(([email, messages]) => (after.get(email) ?? 0) !== pushed - messages)
  expect(wrong, 'every message is either erased or there').toEqual([])
  expect(
    [...after.values()].filter((messages) => messages === 0),
    'nobody is left without a message',
  ).toEqual([])
  expect(new Set(ends.values()).size, 'each came first at times').toBeGreaterThan(2)
  for (const email of after.keys()) await erase(shop, { email, phone: '' })
}, 120_000)

test('500 races of an erasure against sending: nothing is sent after it, and the books add up', async () => {
  const shop = await shopFor()
  const ends: string[] = []
  const lastMoment = new Map<string, number>()
  await raceAll(async (who, draw) => {
    if (draw() < 0.5) await simulator.scriptPaid('sms', who.phone, 'refuse')
    await push(shop, who)
    await sleep(draw() ** 2 * 40)
    const { messages, at } = await erase(shop, who)
    expect(messages).toBe(1)
    lastMoment.set(who.email, at).set(who.phone, at)
  })
  await sleep(1_000)
  const attempts = (await simulator.attempts()).filter(({ to }) => lastMoment.has(to))
  const counts = tally(attempts.map(({ channel, to }) => `${channel} ${to}`))
  for (const [to, count] of counts) ends.push(`${to.split(' ')[0]} ${count}`)
  told('send', tally(ends))
  expect(
    [...counts.values()].filter((count) => count > 1),
    'I2: no send twice',
  ).toEqual([])
  // One that was handed over just before may arrive a moment after the answer.
  const late = attempts.filter(({ to, at }) => Date.parse(at) > lastMoment.get(to)! + 1_000)
  expect(late).toEqual([])
  expect(await left(shop)).toEqual([])
  // Nobody is left to ask what became of a text, but each that was taken is paid for, and no other.
  const taken = (await simulator.outbox({ channel: 'sms' })).filter(({ to }) => lastMoment.has(to))
  expect((await shop.call('GET', '/api/v1/credits')).json.balance).toBe(5_000 - taken.length)
  // How many erasures came first is the machine's affair; on a busy one nearly all sends are handed over before.
  expect(counts.size, 'sends came first at times').toBeGreaterThan(5)
}, 120_000)

test('500 races of an erasure against a report: the report is answered and nothing comes back', async () => {
  const shop = await shopFor()
  await simulator.reports('manual')
  await raceAll(async (who, draw) => {
    const id = await push(shop, who, { channels: ['email'] })
    const mail = await simulator.mailOf(id)
    await Promise.all([
      sleep(draw() * 8).then(() => simulator.report(mail.id, draw() < 0.5 ? 'delivered' : 'complained')),
      sleep(draw() * 8).then(() => erase(shop, who)),
    ])
  })
  await simulator.reports('auto')
  expect(await left(shop)).toEqual([])
}, 180_000)

test('500 races of an erasure against a webhook retry: none arrives after it, and health is as it was', async () => {
  const shop = await shopFor()
  await operator('PATCH', `/businesses/${shop.id}`, { sending_paused: true })
  const receiver = await simulator.receiver('fail')
  const { id } = (await shop.call('POST', '/api/v1/webhook-endpoints', { body: { url: receiver.url } })).json
  const lastMoment = new Map<string, number>()
  await raceAll(async (who, draw) => {
    // A gate refuses the email, which is told at once; the receiver fails, and it is tried again in five seconds.
    await push(shop, who)
    await sleep(draw() * 100)
    await db.all(makeDue, shop)
    await sleep(draw() * 500)
    lastMoment.set(who.email, (await erase(shop, who)).at)
  })
  await simulator.behave(receiver.id, 'ok')
  await operator('POST', '/clock/advance', { seconds: 48 * 3_600 })
  await sleep(1_000)
  const deliveries = await simulator.deliveries(receiver.id)
  const seen = deliveries.map(({ body, at }) => ({
    email: JSON.parse(body).data.recipient_email as string,
    at: Date.parse(at),
  }))
  const attempts = [...tally(seen.map(({ email }) => email)).values()]
  told('webhook retry', tally(attempts.map((count) => `${count} attempts`)))
  expect(seen.filter(({ email, at }) => at > lastMoment.get(email)! + 1_000)).toEqual([])
  const retried = attempts.filter((count) => count > 1).length
  expect(retried, 'both came first at times').toBeGreaterThan(5)
  expect(retried).toBeLessThan(races)
  const { items } = (await shop.call('GET', '/api/v1/webhook-endpoints')).json
  expect(items).toEqual([expect.objectContaining({ id, consecutive_failures: 0, disabled: false })])
}, 180_000)

test('500 races of an erasure against a redelivery: no delivery is left without its event', async () => {
  const shop = await shopFor()
  await operator('PATCH', `/businesses/${shop.id}`, { sending_paused: true })
  const receiver = await simulator.receiver('ok')
  await shop.call('POST', '/api/v1/webhook-endpoints', { body: { url: receiver.url } })
  const answers: number[] = []
  await raceAll(async (who, draw) => {
    const message = await push(shop, who)
    const [event] = (await shop.call('GET', `/api/v1/events?message_id=${message}`)).json.items
    const [redelivered] = await Promise.all([
      sleep(draw() * 60).then(() => shop.call('POST', `/api/v1/events/${event.id}/redeliver`)),
      sleep(draw() * 8).then(() => erase(shop, who)),
    ])
    answers.push(redelivered.status)
  })
  told('redelivery', tally(answers.map(String)))
  expect(new Set(answers), 'each came first at times').toEqual(new Set([200, 404]))
  expect(await db.all(orphans)).toEqual([])
}, 120_000)
const orphans = statement<null, { id: string }>(
  'erasure_races.orphans',
  `select id from webhook_deliveries d where not exists (select from events e where e.business_id = d.business_id and e.id = d.event_id)`,
)
const makeDue = statement<{ businessId: string }>(
  'erasure_races.make_due',
  `update webhook_deliveries set due_at = clock_now() where id in (
     select id from webhook_deliveries where business_id = $businessId and state = 'waiting' order by id for update skip locked)`,
)

test('after all of these races nobody is left anywhere, and the money adds up', async () => {
  expect(await scan(['raced+', '44770092'])).toEqual([])
  expect(logged()).not.toContain('raced')
  expect(await db.all(brokenBooks)).toEqual([])
  expect(await db.all(jobsLeft)).toEqual([])
})
const brokenBooks = statement<null, { business_id: string }>(
  'erasure_races.broken_books',
  `select c.business_id
     from credit_balances c
    where c.balance <> (select coalesce(sum(l.delta), 0) from credit_ledger l where l.business_id = c.business_id)
       or exists (select from credit_ledger l where l.business_id = c.business_id and l.send_id is not null
                   group by l.send_id having sum(l.delta) > 0)`,
)
const jobsLeft = statement<null, { name: string }>('erasure_races.jobs_left', `select name from queue.job`)
