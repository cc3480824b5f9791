import { createHmac, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { statement } from '../../src/db/statement.ts'
import { createDeriveKey } from '../../src/derive-key.ts'
import { parseId } from '../../src/ids.ts'
import { sealShown } from '../../src/inbox/seen-token.ts'
import { writeInboxSession } from '../../src/inbox-tokens/tokens.ts'
import type { Shop } from '../support/client.ts'
import { freshKey, openShop, pushMessage, shippedOrder } from '../support/messages.ts'
import { seeded } from '../support/seeded.ts'
import { until } from '../support/simulator-client.ts'
import { tally } from '../support/tally.ts'
import { createTestService } from '../support/test-service.ts'

const { business, call, config, db, operator, simulator } = await createTestService()
await operator('PUT', '/whatsapp-templates/shipped', { state: 'approved' })
const deriveKey = createDeriveKey(config.secretKey)

const seed = 20261115
const races = 1_000
const lanes = 20
const wave = 50
const patienceMilliseconds = 60_000

type Order = { id: string; email: string; to: string }
let people = 0
/** A recipient nobody has written to, with a number beyond those that have habits. */
const person = () => ({ email: `ada+${people}@simulator.example`, to: `+44770090${1000 + people++}` })

/** Its plan has lapsed, so that no email is in the way: paid messages go all the same. */
const shopFor = (): Promise<Shop> =>
  openShop({ business, operator }, 5_000, {
    sms: 'on',
    whatsapp: 'on',
    plan: 'lapsed',
    rate_limit_per_second: 10_000,
    sms_warmup_cap: 1_000_000,
  })
const messageTo = ({ email, to }: Pick<Order, 'email' | 'to'>, over: object) =>
  shippedOrder({ recipient_email: email, recipient_phone: to, channels: ['sms'], ...over })
const withFallback = { channels: ['whatsapp'], whatsapp_opt_in: {}, sms_if_whatsapp_fails: true }

async function push(shop: Shop, who: Pick<Order, 'email' | 'to'>): Promise<Order> {
  const { id } = await pushMessage(shop, messageTo(who, {}))
  return { ...who, id }
}
/** One for each race, a hundred a call. */
async function pushAll(shop: Shop, over: (race: number) => object): Promise<Order[]> {
  const pushed: Order[] = []
  for (let first = 0; first < races; first += 100) {
    const hundred = Array.from({ length: 100 }, person)
    const messages = hundred.map((who, place) => messageTo(who, over(first + place)))
    const { json } = await shop.call('POST', '/api/v1/messages/batch', { headers: freshKey(), body: { messages } })
    pushed.push(...hundred.map((who, place) => ({ ...who, id: json.results[place].result.id as string })))
  }
  return pushed
}
/** The orders one after another in each of the lanes, which run side by side, each with chances of its own. */
async function raceAll(orders: Order[], race: (order: Order, next: () => number) => Promise<void>): Promise<void> {
  await Promise.all(
    Array.from({ length: lanes }, async (_, lane) => {
      const next = seeded(seed + lane)
      for (let place = lane; place < orders.length; place += lanes) await race(orders[place]!, next)
    }),
  )
}
const inState = (shop: Shop, states: string[]) =>
  until(
    `everything ${states.join(' or ')}`,
    async () => (await db.one(countOthers, { businessId: shop.businessId, states }))!.count === 0,
    patienceMilliseconds,
  )
const ends = ['skipped', 'cancelled', 'delivered', 'failed', 'rejected']

/** How often each end was seen. Each must have come first at times, or nothing was raced. */
async function endsOf(what: string, shop: Shop): Promise<Map<string, number>> {
  await inState(shop, ends)
  const seen = tally((await db.all(endsOfBusiness, shop)).map(({ end }) => end))
  process.stdout.write(`chaos: ${what}, seed ${seed}, ${JSON.stringify(Object.fromEntries(seen))}\n`)
  return seen
}

test('1,000 races of retract against send: nothing sent and net zero, or one text and one charge', async () => {
  const shop = await shopFor()
  const orders = Array.from({ length: races }, () => ({ ...person(), id: '' }))
  await raceAll(orders, async (who, next) => {
    const { id } = await push(shop, who)
    await sleep(next() ** 2 * 50)
    const answer = await shop.call('POST', `/api/v1/messages/${id}/retract`, { headers: freshKey() })
    expect(answer.json).toEqual({ id, retracted: true, status: 'retracted' })
  })
  const seen = await endsOf('retract against send', shop)
  expect([...seen.keys()].toSorted()).toEqual(['sms cancelled 0 net 0', 'sms delivered 1 net -1 sms.delivered'])
  expect(Math.min(...seen.values())).toBeGreaterThan(5)
}, 120_000)

test('1,000 races of an open against its escalation: nothing sent or charged, or one text and one charge', async () => {
  const shop = await shopFor()
  const orders = await pushAll(shop, () => ({ escalate_if_unread_after_minutes: 5 }))
  const pages = new Map((await db.all(shownTo, shop)).map((row) => [row.message_id, row]))
  const next = seeded(seed)
  // A wave at a time: a thousand opens at once would keep the look-out for what is due waiting until all are done.
  for (let first = 0; first < races; first += wave) {
    const now = orders.slice(first, first + wave).map(({ id }) => parseId('msg', id)!)
    await db.all(makeDue, { messageIds: now })
    // The look-out comes by twice a second.
    await Promise.all(now.map((id) => sleep(next() * 1_000).then(() => open(pages.get(id)!))))
  }
  const seen = await endsOf('open against escalation', shop)
  expect([...seen.keys()].toSorted()).toEqual(['sms cancelled 0 net 0', 'sms delivered 1 net -1 sms.delivered'])
  expect(Math.min(...seen.values())).toBeGreaterThan(5)
  expect((await db.one(countOpened, shop))!.count).toBe(races)
}, 120_000)

test('1,000 races of a forced update against a held text that falls due: replaced and never charged, or both go', async () => {
  const shop = await shopFor()
  const inAnHour = new Date(Date.now() + 3_600_000).toISOString()
  const orders = await pushAll(shop, () => ({ kind: 'updateable', send_at: inAnHour }))
  const next = seeded(seed)
  for (let first = 0; first < races; first += wave) {
    const some = orders.slice(first, first + wave)
    await db.all(makeDue, { messageIds: some.map(({ id }) => parseId('msg', id)!) })
    await Promise.all(
      some.map(async (who) => {
        await sleep(next() * 1_000)
        const again = await pushMessage(shop, messageTo(who, { kind: 'updateable', notify: true }))
        expect([again.id, again.sms.credits]).toEqual([who.id, 1])
      }),
    )
  }
  const seen = await endsOf('forced update against a held text', shop)
  const [one, two] = ['sms.delivered', 'sms.delivered,sms.delivered']
  const [replaced, alone, both] = [
    `sms cancelled 0 net 0 ${one}`,
    `sms delivered 1 net -1 ${one}`,
    `sms delivered 1 net -1 ${two}`,
  ]
  expect([...seen.keys()].toSorted()).toEqual([replaced, alone, both])
  expect(seen.get(replaced)).toBe(seen.get(alone))
  expect(seen.get(alone)! + seen.get(both)! / 2).toBe(races)
  expect(Math.min(...seen.values())).toBeGreaterThan(5)
}, 120_000)

test('1,000 races of STOP against send: skipped and refunded, or one text and one charge', async () => {
  const shop = await shopFor()
  // Somebody who was never written to cannot answer.
  const orders = await pushAll(shop, () => ({}))
  await inState(shop, ends)
  await raceAll(orders, async (who, next) => {
    await push(shop, who)
    await sleep(next() * 300)
    await stopByText(who.to)
  })
  const seen = await endsOf('STOP against send', shop)
  const stopped = 'sms rejected stopped 0 net 0 sms.rejected'
  expect([...seen.keys()].toSorted()).toEqual(['sms delivered 1 net -1 sms.delivered', stopped])
  expect(seen.get(stopped)).toBeGreaterThan(5)
}, 120_000)

test('1,000 races of a report against another: each end is told once, and the late truth wins', async () => {
  const shop = await shopFor()
  await simulator.reports('manual')
  const orders = await pushAll(shop, () => ({}))
  await inState(shop, ['accepted', 'skipped'])
  const idOf = new Map((await simulator.outbox({ channel: 'sms' })).map(({ to, id }) => [to, id]))
  const expected = new Map<string, string[]>()
  await raceAll(orders, async ({ id, to }, next) => {
    const reports = [1, 2].map(() => (next() < 0.5 ? 'delivered' : 'undelivered'))
    await Promise.all(reports.map((status) => simulator.report(idOf.get(to), status)))
    expected.set(parseId('msg', id)!, reports)
  })
  await simulator.reports('auto')
  await endsOf('report against report', shop)
  const rows = await db.all(endsOfBusiness, shop)
  const wrong = rows.filter(({ message_id: id, end }) => !mayEnd(expected.get(id)!).includes(end))
  expect(wrong).toEqual([])
}, 120_000)

/** A failure is told where it came first; an arrival always is. */
function mayEnd(reports: string[]): string[] {
  const arrived = 'sms delivered 1 net -1 sms.delivered'
  if (!reports.includes('delivered')) return ['sms failed 1 net -1 sms.failed']
  return reports.includes('undelivered') ? [arrived, 'sms delivered 1 net -1 sms.delivered,sms.failed'] : [arrived]
}

test('1,000 races of the text instead against a resend: one text a message', async () => {
  const shop = await shopFor()
  await simulator.reports('manual')
  const orders = await pushAll(shop, () => withFallback)
  await inState(shop, ['accepted', 'skipped'])
  await simulator.reports('auto')
  const idOf = new Map((await simulator.outbox({ channel: 'whatsapp' })).map(({ to, id }) => [to, id]))
  const answers: string[] = []
  await raceAll(orders, async ({ id, to }, next) => {
    const [resent] = await Promise.all([
      sleep(next() * 6).then(() => shop.call('POST', `/api/v1/messages/${id}/sms`, { headers: freshKey() })),
      sleep(next() * 6).then(() => simulator.report(idOf.get(to), 'failed')),
    ])
    answers.push(resent.json.error_code ?? `queued ${resent.json.queued}`)
  })
  await endsOf('fallback against resend', shop)
  const seen = tally(answers)
  process.stdout.write(`chaos: resends were answered ${JSON.stringify(Object.fromEntries(seen))}\n`)
  expect([...seen.keys()].toSorted()).toEqual(['queued true', 'sms.already_sent'])
  const texts = tally((await simulator.attempts({ channel: 'sms' })).map(({ to }) => to))
  expect(orders.filter(({ to }) => texts.get(to) !== 1)).toEqual([])
}, 120_000)

test('after all of these races the books add up, and the provider saw what was marked for it, once', async () => {
  expect(await db.all(brokenBooks), 'I3: ledger and balance').toEqual([])
  expect(await db.all(brokenSends), 'I3: charges and refunds of a send').toEqual([])
  expect(await db.all(submittedAnyway), 'I7: submitted though it was called off or stopped').toEqual([])
  const seen = tally((await simulator.attempts()).map(({ channel, to }) => `${channel} ${to}`))
  const marked = new Map((await db.all(markedSubmissions)).map(({ whom, count }) => [whom, count]))
  expect(seen, 'I2: the provider saw each send once').toEqual(marked)
})

/** As the page says that somebody has read it. */
async function open({
  business_id: businessId,
  recipient_id: recipientId,
  shard,
  message_id: id,
  updated_at,
}: ShownRow) {
  const pass = { shard, businessId, recipientId, expiresAt: new Date(Date.now() + 86_400_000) }
  const shown = sealShown(deriveKey, pass, [{ id, updatedAt: updated_at }])
  const { status } = await call('POST', '/inbox/open', {
    raw: new URLSearchParams({ shown }).toString(),
    headers: {
      Cookie: `__Host-inbox=${writeInboxSession(deriveKey, pass)}`,
      'Content-Type': 'application/x-www-form-urlencoded',
    },
  })
  expect(status).toBe(303)
}

/** As the carrier hands it over. */
async function stopByText(from: string): Promise<void> {
  const path = '/callbacks/sms/twilio/inbound'
  const said = { Body: 'STOP', From: from, MessageSid: randomUUID(), To: '+447700900000' }
  const signed = config.publicUrl + path + Object.entries(said).flat().join('')
  const { status } = await call('POST', path, {
    raw: new URLSearchParams(said).toString(),
    headers: {
      'Content-Type': 'application/x-www-form-urlencoded',
      // In development one secret serves for every provider.
      'X-Twilio-Signature': createHmac('sha1', config.emailProvider!.secret).update(signed).digest('base64'),
    },
  })
  expect(status).toBe(200)
}

const countOthers = statement<{ businessId: string; states: string[] }, { count: number }>(
  'races.count_others',
  `select count(*)::integer as count from nudges where business_id = $businessId and channel <> 'email' and state <> all($states::text[])`,
)
const countOpened = statement<{ businessId: string }, { count: number }>(
  'races.count_opened',
  `select count(opened_at)::integer as count from messages where business_id = $businessId`,
)
const makeDue = statement<{ messageIds: string[] }>(
  'races.make_due',
  `update nudges set due_at = clock_now(), escalates_at = clock_now() where message_id = any($messageIds::uuid[]) and state = 'waiting'`,
)
type ShownRow = { business_id: string; recipient_id: string; shard: string; message_id: string; updated_at: Date }
const shownTo = statement<{ businessId: string }, ShownRow>(
  'races.shown_to',
  `select m.business_id, m.recipient_id, b.shard, m.id as message_id, m.updated_at
     from messages m join businesses b on b.id = m.business_id where m.business_id = $businessId`,
)
/** A paid send in words: its channel, its end, how often it was submitted, what it cost and what was told of its channel. */
const endsOfBusiness = statement<{ businessId: string }, { message_id: string; end: string }>(
  'races.ends',
  `select n.message_id,
          concat_ws(' ', n.channel, n.state, n.skipped_reason, n.attempts, 'net',
                    (select coalesce(sum(l.delta), 0) from credit_ledger l where l.send_id = n.id),
                    (select string_agg(e.type, ',' order by e.type) from events e
                      where e.message_id = n.message_id and e.type like n.channel || '.%')) as end
     from nudges n
    where n.business_id = $businessId and n.channel <> 'email' and n.state <> 'skipped'
    order by n.made`,
)
const brokenBooks = statement<null, { business_id: string; balance: number; sum: number }>(
  'races.broken_books',
  `select c.business_id, c.balance, sum(l.delta)::integer as sum
     from credit_balances c join credit_ledger l using (business_id)
    group by c.business_id, c.balance
   having c.balance < 0 or c.balance <> sum(l.delta)`,
)
const brokenSends = statement<null, { id: string; state: string; charges: number; refunds: number; net: number }>(
  'races.broken_sends',
  `select n.id, n.state, count(*) filter (where l.kind = 'charge')::integer as charges,
          count(*) filter (where l.kind = 'refund')::integer as refunds, coalesce(sum(l.delta), 0)::integer as net
     from nudges n left join credit_ledger l on l.send_id = n.id
    where n.channel <> 'email'
    group by n.id, n.business_id
   having count(*) filter (where l.kind = 'charge') > 1 or count(*) filter (where l.kind = 'refund') > 1
       or coalesce(sum(l.delta), 0) <> case when n.state in ('accepted', 'delivered', 'read', 'failed') then 0 - n.price else 0 end`,
)
const submittedAnyway = statement<null, { id: string; state: string; attempts: number }>(
  'races.submitted_anyway',
  `select id, state, attempts from nudges
    where channel <> 'email' and attempts > 0 and (state in ('cancelled', 'skipped') or skipped_reason is not null)`,
)
const markedSubmissions = statement<null, { whom: string; count: number }>(
  'races.marked_submissions',
  `select n.channel || ' ' || r.phone as whom, sum(n.attempts)::integer as count
     from nudges n
     join messages m on m.business_id = n.business_id and m.id = n.message_id
     join recipients r on r.business_id = m.business_id and r.id = m.recipient_id
    where n.attempts > 0
    group by 1`,
)
