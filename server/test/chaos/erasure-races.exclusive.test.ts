import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { statement } from '../../src/db/statement.ts'
import type { Shop } from '../support/client.ts'
import { seededRandom } from '../support/seeded-random.ts'
import { until } from '../support/simulator-client.ts'
import { tally } from '../support/tally.ts'
import { createTestService } from '../support/test-service.ts'
import { createTraceScan } from '../support/traces.ts'

// An eighth of the connections may erase for one business at a time. With fewer of them than concurrent races, erasures would
// queue up and not race.
const { business, db, logged, operator, restart, simulator } = await createTestService({ poolSize: 160 })
const scan = await createTraceScan(db)

const seed = 20261115
const pushRaces = 500
const races = 150
const concurrency = 20

type Person = { email: string; phone: string }
let people = 0
/** A new recipient, whose address the trace scan recognises. */
const person = (): Person => ({
  email: `raced+${people}@simulator.example`,
  phone: `+44770092${1000 + people++}`,
})
async function shopFor(): Promise<Shop> {
  const shop = await business({
    sms: 'on',
    rate_limit_per_second: 10_000,
    sms_warmup_cap: 1_000_000,
    sms_per_prefix_per_hour: 1_000_000,
  })
  await operator('POST', `/businesses/${shop.id}/credits`, { amount: 5_000 })
  return shop
}
/** Repeats a request with the same key while the response is 503, because a busy machine is slow to open all connections. */
async function post(shop: Shop, path: string, body?: object) {
  const request = { headers: { 'Idempotency-Key': randomUUID() }, ...(body && { body }) }
  for (;;) {
    const response = await shop.call('POST', path, request)
    if (response.status !== 503) return response
  }
}
async function push(shop: Shop, { email, phone }: Person, over: object = {}): Promise<string> {
  const body = { recipient_email: email, recipient_phone: phone, subject: 'S', body: 'B', ...over }
  const { status, json } = await post(shop, '/api/v1/messages', body)
  expect(status, JSON.stringify(json)).toBe(201)
  return json.id
}
/** Returns how many messages were erased, and when the erasure was acknowledged. */
async function erase(shop: Shop, { email }: Person): Promise<{ messages: number; at: number }> {
  const path = `/api/v1/recipients/${encodeURIComponent(email)}/erase`
  const { status, json } = await post(shop, path)
  expect(status, JSON.stringify(json)).toBe(200)
  return { messages: json.deleted.messages, at: Date.now() }
}
/** Runs all races in concurrent streams, each with its own random numbers. */
async function raceAll(count: number, race: (who: Person, draw: () => number) => Promise<void>): Promise<void> {
  const recipients = Array.from({ length: count }, person)
  await Promise.all(
    Array.from({ length: concurrency }, async (_, stream) => {
      const draw = seededRandom(seed + stream)
      for (let index = stream; index < count; index += concurrency) await race(recipients[index]!, draw)
    }),
  )
}
const remainingOfBusiness = statement<{ businessId: string }, { email: string; messages: number }>(
  'erasure_races.remaining',
  `select r.email, count(m.id)::integer as messages
     from recipients r left join messages m on m.business_id = r.business_id and m.recipient_id = r.id
    where r.business_id = $businessId
    group by r.email`,
)
const remaining = (shop: Shop) => db.all(remainingOfBusiness, shop)
const print = (opponent: string, counts: Map<string, number>): void =>
  void process.stdout.write(
    `chaos: erase against ${opponent}, seed ${seed}, ${JSON.stringify(Object.fromEntries(counts))}\n`,
  )

test('500 races of an erasure against pushes: every message is erased or stored completely', async () => {
  const shop = await shopFor()
  const pushed = 3
  const erasedMessages = new Map<string, number>()
  await raceAll(pushRaces, async (who, draw) => {
    const pushes = Array.from({ length: pushed }, () =>
      sleep(draw() * 10).then(() => push(shop, who, { kind: 'updateable', notify: false, subject: String(draw()) })),
    )
    const erased = await sleep(draw() * 60).then(() => erase(shop, who))
    await Promise.all(pushes)
    erasedMessages.set(who.email, erased.messages)
  })
  const after = new Map((await remaining(shop)).map(({ email, messages }) => [email, messages]))
  print('push', tally([...erasedMessages.values()].map((messages) => `${messages} before`)))
  const wrong = [...erasedMessages].filter(([email, messages]) => (after.get(email) ?? 0) !== pushed - messages)
  expect(wrong, 'every message is either erased or stored').toEqual([])
  expect(
    [...after.values()].filter((messages) => messages === 0),
    'no recipient without a message',
  ).toEqual([])
  expect(new Set(erasedMessages.values()).size, 'both orders occur').toBeGreaterThan(2)
  for (const email of after.keys()) await erase(shop, { email, phone: '' })
})

test('150 races of an erasure against sending: nothing is sent after the erasure, and the balance is correct', async () => {
  const shop = await shopFor()
  const labels: string[] = []
  const erasedAt = new Map<string, number>()
  await raceAll(races, async (who, draw) => {
    if (draw() < 0.5) await simulator.scriptPaid('sms', who.phone, 'refuse')
    await push(shop, who)
    await sleep(draw() ** 2 * 40)
    const { messages, at } = await erase(shop, who)
    expect(messages).toBe(1)
    erasedAt.set(who.email, at).set(who.phone, at)
  })
  // A submission of an erased nudge has no job any more, but the worker waits for it when it stops.
  await restart()
  const attempts = (await simulator.attempts()).filter(({ to }) => erasedAt.has(to))
  const counts = tally(attempts.map(({ channel, to }) => `${channel} ${to}`))
  for (const [to, count] of counts) labels.push(`${to.split(' ')[0]} ${count}`)
  print('send', tally(labels))
  expect(
    [...counts.values()].filter((count) => count > 1),
    'no send is submitted twice',
  ).toEqual([])
  // A nudge that was submitted just before the erasure may arrive a moment after it.
  const late = attempts.filter(({ to, at }) => Date.parse(at) > erasedAt.get(to)! + 1_000)
  expect(late).toEqual([])
  expect(await remaining(shop)).toEqual([])
  // The nudges are erased, but each accepted text is charged, and no other.
  const accepted = (await simulator.outbox({ channel: 'sms' })).filter(({ to }) => erasedAt.has(to))
  expect((await shop.call('GET', '/api/v1/credits')).json.balance).toBe(5_000 - accepted.length)
  // How many erasures come first depends on the machine; on a busy one nearly all nudges are submitted before.
  expect(counts.size, 'some sends came first').toBeGreaterThan(5)
})

test('150 races of an erasure against a report: the report is accepted and stores nothing of the recipient', async () => {
  const shop = await shopFor()
  await simulator.reports('manual')
  await raceAll(races, async (who, draw) => {
    const id = await push(shop, who, { channels: ['email'] })
    const email = await simulator.waitForEmail(id)
    await Promise.all([
      sleep(draw() * 8).then(() => simulator.report(email.id, draw() < 0.5 ? 'delivered' : 'complained')),
      sleep(draw() * 8).then(() => erase(shop, who)),
    ])
  })
  await simulator.reports('auto')
  expect(await remaining(shop)).toEqual([])
}, 180_000)

test('150 races of an erasure against a webhook retry: no retry arrives after it, and endpoint health does not change', async () => {
  const shop = await shopFor()
  await operator('PATCH', `/businesses/${shop.id}`, { sending_paused: true })
  const receiver = await simulator.receiver('fail')
  const { id } = (await shop.call('POST', '/api/v1/webhook-endpoints', { body: { url: receiver.url } })).json
  const erasedAt = new Map<string, number>()
  await raceAll(races, async (who, draw) => {
    // A gate refuses the email, which publishes an event at once. The receiver fails, so the delivery is retried in 5 seconds.
    await push(shop, who)
    await sleep(draw() * 100)
    await db.all(makeDue, shop)
    await sleep(draw() * 1_000)
    erasedAt.set(who.email, (await erase(shop, who)).at)
  })
  await simulator.setReceiverBehaviour(receiver.id, 'ok')
  await operator('POST', '/clock/advance', { seconds: 48 * 3_600 })
  await until('all deliveries to end', async () => (await db.one(deliveriesInProgress, shop))!.count === 0)
  const { items } = (await shop.call('GET', '/api/v1/webhook-endpoints')).json
  // A later event arrives after the attempts that were in progress.
  const last = { email: 'stored@simulator.example', phone: '+447700900123' }
  await push(shop, last)
  const arrivalsOf = async () =>
    (await simulator.deliveries(receiver.id)).map(({ body, at }) => ({
      email: JSON.parse(body).data.recipient_email as string,
      at: Date.parse(at),
    }))
  await until('a later event', async () => (await arrivalsOf()).some(({ email }) => email === last.email))
  const arrivals = (await arrivalsOf()).filter(({ email }) => erasedAt.has(email))
  const attempts = [...tally(arrivals.map(({ email }) => email)).values()]
  print('webhook retry', tally(attempts.map((count) => `${count} attempts`)))
  expect(arrivals.filter(({ email, at }) => at > erasedAt.get(email)! + 1_000)).toEqual([])
  const retried = attempts.filter((count) => count > 1).length
  expect(retried, 'both orders occur').toBeGreaterThan(5)
  expect(retried).toBeLessThan(races)
  expect(items).toEqual([expect.objectContaining({ id, consecutive_failures: 0, disabled: false })])
}, 180_000)

test('150 races of an erasure against a redelivery: no delivery without an event remains', async () => {
  const shop = await shopFor()
  await operator('PATCH', `/businesses/${shop.id}`, { sending_paused: true })
  const receiver = await simulator.receiver('ok')
  await shop.call('POST', '/api/v1/webhook-endpoints', { body: { url: receiver.url } })
  const statuses: number[] = []
  await raceAll(races, async (who, draw) => {
    const message = await push(shop, who)
    const [event] = (await shop.call('GET', `/api/v1/events?message_id=${message}`)).json.items
    const [redelivered] = await Promise.all([
      sleep(draw() * 250).then(() => shop.call('POST', `/api/v1/events/${event.id}/redeliver`)),
      sleep(draw() * 8).then(() => erase(shop, who)),
    ])
    statuses.push(redelivered.status)
  })
  print('redelivery', tally(statuses.map(String)))
  expect(new Set(statuses), 'both orders occur').toEqual(new Set([200, 404]))
  expect(await db.all(orphans)).toEqual([])
})
const orphans = statement<null, { id: string }>(
  'erasure_races.orphans',
  `select id from webhook_deliveries d where not exists (select from events e where e.business_id = d.business_id and e.id = d.event_id)`,
)
const deliveriesInProgress = statement<{ businessId: string }, { count: number }>(
  'erasure_races.deliveries_in_progress',
  `select (select count(*) from webhook_deliveries where business_id = $businessId and state in ('waiting', 'queued'))::integer
        + (select count(*) from queue.job where name = 'webhooks')::integer as count`,
)
const makeDue = statement<{ businessId: string }>(
  'erasure_races.make_due',
  `update webhook_deliveries set due_at = clock_now() where id in (
     select id from webhook_deliveries where business_id = $businessId and state = 'waiting' order by id for update skip locked)`,
)

test('after all races no trace of a recipient remains, and balances match the ledger', async () => {
  expect(await scan(['raced+', '44770092'])).toEqual([])
  expect(logged()).not.toContain('raced')
  expect(await db.all(wrongBalances)).toEqual([])
  await until('all jobs to end', async () => (await db.all(remainingJobs)).length === 0)
})
const wrongBalances = statement<null, { business_id: string }>(
  'erasure_races.wrong_balances',
  `select c.business_id
     from credit_balances c
    where c.balance <> (select coalesce(sum(l.delta), 0) from credit_ledger l where l.business_id = c.business_id)
       or exists (select from credit_ledger l where l.business_id = c.business_id and l.send_id is not null
                   group by l.send_id having sum(l.delta) > 0)`,
)
const remainingJobs = statement<null, { name: string }>('erasure_races.remaining_jobs', `select name from queue.job`)
