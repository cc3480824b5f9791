import { createHmac, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { statement } from '../../src/db/statement.ts'
import { parseId } from '../../src/ids.ts'
import { writeSeenToken } from '../../src/inbox/seen-token.ts'
import { type MailboxSession, sessionPath, writeSession } from '../../src/inbox/session.ts'
import { createKeyring } from '../../src/keyring.ts'
import type { Shop } from '../support/client.ts'
import { freshKey, openShop, pushMessage, shippedOrder } from '../support/messages.ts'
import { seededRandom } from '../support/seeded-random.ts'
import { until } from '../support/simulator-client.ts'
import { tally } from '../support/tally.ts'
import { createTestService } from '../support/test-service.ts'

const { business, call, config, db, operator, simulator } = await createTestService()
await operator('PUT', '/whatsapp-templates/shipped', { state: 'approved' })
const keyring = createKeyring(config.secretKeys)

const seed = 20261115
/** A text that is sent although its message was retracted is the most expensive bug, so this race runs most often. */
const retractRaces = 1_000
const races = 300
const concurrency = 20
const wave = 50
const waitTimeoutMilliseconds = 60_000

type Order = { id: string; email: string; to: string }
let people = 0
/** A new recipient, with a number that has no scripted behaviour in the simulator. */
const person = () => ({ email: `ada+${people}@simulator.example`, to: `+44770090${1000 + people++}` })

/** The plan has lapsed, so no email is sent. Paid messages are still sent. */
const shopFor = (): Promise<Shop> =>
  openShop({ business, operator }, 5_000, {
    sms: 'on',
    whatsapp: 'on',
    plan: 'lapsed',
    rate_limit_per_second: 10_000,
    sms_warmup_cap: 1_000_000,
    sms_per_prefix_per_hour: 1_000_000,
  })
const messageTo = ({ email, to }: Pick<Order, 'email' | 'to'>, over: object) =>
  shippedOrder({ recipient_email: email, recipient_phone: to, channels: ['sms'], ...over })
const withFallback = { channels: ['whatsapp'], whatsapp_opt_in: {}, sms_if_whatsapp_fails: true }

async function push(shop: Shop, who: Pick<Order, 'email' | 'to'>): Promise<Order> {
  const { id } = await pushMessage(shop, messageTo(who, {}))
  return { ...who, id }
}
/** One order per race, 100 per batch. */
async function pushAll(shop: Shop, over: object): Promise<Order[]> {
  const pushed: Order[] = []
  for (let first = 0; first < races; first += 100) {
    const hundred = Array.from({ length: 100 }, person)
    const messages = hundred.map((who) => messageTo(who, over))
    const { json } = await shop.call('POST', '/api/v1/messages/batch', { headers: freshKey(), body: { messages } })
    pushed.push(...hundred.map((who, index) => ({ ...who, id: json.results[index].result.id as string })))
  }
  return pushed
}
/** Runs the races in concurrent streams, each with its own random numbers. */
async function raceAll(orders: Order[], race: (order: Order, next: () => number) => Promise<void>): Promise<void> {
  await Promise.all(
    Array.from({ length: concurrency }, async (_, stream) => {
      const next = seededRandom(seed + stream)
      for (let index = stream; index < orders.length; index += concurrency) await race(orders[index]!, next)
    }),
  )
}
const inState = (shop: Shop, states: string[]) =>
  until(
    `everything ${states.join(' or ')}`,
    async () => (await db.one(countOthers, { businessId: shop.businessId, states }))!.count === 0,
    waitTimeoutMilliseconds,
  )
const finalStates = ['skipped', 'cancelled', 'delivered', 'failed', 'rejected']

/** Counts the final states. Each must occur, otherwise the two sides did not race. */
async function countFinalStates(race: string, shop: Shop): Promise<Map<string, number>> {
  await inState(shop, finalStates)
  const seen = tally((await db.all(finalStatesOfBusiness, shop)).map(({ state }) => state))
  process.stdout.write(`chaos: ${race}, seed ${seed}, ${JSON.stringify(Object.fromEntries(seen))}\n`)
  return seen
}

test('1,000 races of retract against send: nothing sent and net zero, or one text and one charge', async () => {
  const shop = await shopFor()
  const orders = Array.from({ length: retractRaces }, () => ({ ...person(), id: '' }))
  await raceAll(orders, async (who, next) => {
    const { id } = await push(shop, who)
    await sleep(next() ** 2 * 50)
    const response = await shop.call('POST', `/api/v1/messages/${id}/retract`, { headers: freshKey() })
    expect(response.json).toEqual({ id, retracted: true, status: 'retracted' })
  })
  const seen = await countFinalStates('retract against send', shop)
  expect([...seen.keys()].toSorted()).toEqual(['sms cancelled 0 net 0', 'sms delivered 1 net -1 sms.delivered'])
  expect(Math.min(...seen.values())).toBeGreaterThan(5)
})

test('300 races of an open against its escalation: nothing sent or charged, or one text and one charge', async () => {
  const shop = await shopFor()
  const orders = await pushAll(shop, { escalate_if_unread_after_minutes: 5 })
  const pages = new Map((await db.all(shownTo, shop)).map((row) => [row.message_id, row]))
  const next = seededRandom(seed)
  // In waves: hundreds of opens at once would block the scheduler until all are done.
  for (let first = 0; first < races; first += wave) {
    const now = orders.slice(first, first + wave).map(({ id }) => parseId('msg', id)!)
    await db.all(makeDue, { messageIds: now })
    // The scheduler runs twice a second.
    await Promise.all(now.map((id) => sleep(next() * 1_000).then(() => open(pages.get(id)!))))
  }
  const seen = await countFinalStates('open against escalation', shop)
  expect([...seen.keys()].toSorted()).toEqual(['sms cancelled 0 net 0', 'sms delivered 1 net -1 sms.delivered'])
  expect(Math.min(...seen.values())).toBeGreaterThan(5)
  expect((await db.one(countOpened, shop))!.count).toBe(races)
})

test('300 races of a forced update against a scheduled text that becomes due: replaced and never charged, or both are sent', async () => {
  const shop = await shopFor()
  const inAnHour = new Date(Date.now() + 3_600_000).toISOString()
  const orders = await pushAll(shop, { kind: 'updateable', send_at: inAnHour })
  const next = seededRandom(seed)
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
  const seen = await countFinalStates('forced update against a scheduled text', shop)
  const [one, two] = ['sms.delivered', 'sms.delivered,sms.delivered']
  const [replaced, single, both] = [
    `sms cancelled 0 net 0 ${one}`,
    `sms delivered 1 net -1 ${one}`,
    `sms delivered 1 net -1 ${two}`,
  ]
  expect([...seen.keys()].toSorted()).toEqual([replaced, single, both])
  expect(seen.get(replaced)).toBe(seen.get(single))
  expect(seen.get(single)! + seen.get(both)! / 2).toBe(races)
  expect(Math.min(...seen.values())).toBeGreaterThan(5)
})

test('300 races of STOP against send: skipped and refunded, or one text and one charge', async () => {
  const shop = await shopFor()
  // STOP affects only a shop that has sent to the number before.
  const orders = await pushAll(shop, {})
  await inState(shop, finalStates)
  await raceAll(orders, async (who, next) => {
    // A text whose push comes after the STOP is neither charged nor stored.
    await Promise.all([push(shop, who), sleep(next() * 30).then(() => stopByText(who.to))])
  })
  const seen = await countFinalStates('STOP against send', shop)
  const stopped = 'sms rejected stopped 0 net 0 sms.rejected'
  expect([...seen.keys()].toSorted()).toEqual(['sms delivered 1 net -1 sms.delivered', stopped])
  expect(seen.get(stopped)).toBeGreaterThan(5)
})

test('300 races of two reports: each outcome is published once, and a later delivery overrides a failure', async () => {
  const shop = await shopFor()
  await simulator.reports('manual')
  const orders = await pushAll(shop, {})
  await inState(shop, ['accepted', 'skipped'])
  const idOf = new Map((await simulator.outbox({ channel: 'sms' })).map(({ to, id }) => [to, id]))
  const expected = new Map<string, string[]>()
  await raceAll(orders, async ({ id, to }, next) => {
    const reports = [1, 2].map(() => (next() < 0.5 ? 'delivered' : 'undelivered'))
    await Promise.all(reports.map((status) => simulator.report(idOf.get(to), status)))
    expected.set(parseId('msg', id)!, reports)
  })
  await simulator.reports('auto')
  await countFinalStates('report against report', shop)
  const rows = await db.all(finalStatesOfBusiness, shop)
  const wrong = rows.filter(({ message_id: id, state }) => !allowedStates(expected.get(id)!).includes(state))
  expect(wrong).toEqual([])
})

/** A failure is published only if it came first; a delivery always is. */
function allowedStates(reports: string[]): string[] {
  const delivered = 'sms delivered 1 net -1 sms.delivered'
  if (!reports.includes('delivered')) return ['sms failed 1 net -1 sms.failed']
  return reports.includes('undelivered') ? [delivered, 'sms delivered 1 net -1 sms.delivered,sms.failed'] : [delivered]
}

test('300 races of the SMS fallback against a resend: one text per message', async () => {
  const shop = await shopFor()
  await simulator.reports('manual')
  const orders = await pushAll(shop, withFallback)
  await inState(shop, ['accepted', 'skipped'])
  await simulator.reports('auto')
  const idOf = new Map((await simulator.outbox({ channel: 'whatsapp' })).map(({ to, id }) => [to, id]))
  const results: string[] = []
  await raceAll(orders, async ({ id, to }, next) => {
    const [resent] = await Promise.all([
      sleep(next() * 6).then(() => shop.call('POST', `/api/v1/messages/${id}/sms`, { headers: freshKey() })),
      sleep(next() * 6).then(() => simulator.report(idOf.get(to), 'failed')),
    ])
    results.push(resent.json.error_code ?? `queued ${resent.json.queued}`)
  })
  await countFinalStates('fallback against resend', shop)
  const seen = tally(results)
  process.stdout.write(`chaos: results of resends ${JSON.stringify(Object.fromEntries(seen))}\n`)
  expect([...seen.keys()].toSorted()).toEqual(['queued true', 'sms.already_sent'])
  const texts = tally((await simulator.attempts({ channel: 'sms' })).map(({ to }) => to))
  expect(orders.filter(({ to }) => texts.get(to) !== 1)).toEqual([])
})

test('after all races balances match the ledger, and the provider received each submission once', async () => {
  expect(await db.all(wrongBalances), 'ledger and balance (I3)').toEqual([])
  expect(await db.all(wrongCharges), 'charges and refunds of a send (I3)').toEqual([])
  expect(await db.all(submittedAnyway), 'submitted although cancelled or stopped (I7)').toEqual([])
  const seen = tally((await simulator.attempts()).map(({ channel, to }) => `${channel} ${to}`))
  const marked = new Map((await db.all(markedSubmissions)).map(({ target, count }) => [target, count]))
  expect(seen, 'the provider received each send once (I2)').toEqual(marked)
})

/** Sends the request by which the inbox page marks a message as read. */
async function open({
  business_id: businessId,
  recipient_id: recipientId,
  shard,
  message_id: id,
  updated_at,
}: ShownRow) {
  const expiresAt = new Date(Date.now() + 86_400_000)
  const ids = { shard, businessId, recipientId, messageId: null }
  const session: MailboxSession = { kind: 'mailbox', ...ids, epoch: 0, expiresAt }
  const shown = writeSeenToken(keyring, session, [{ id, updatedAt: updated_at }])
  const { status } = await call('POST', `${sessionPath(session)}/open`, {
    raw: new URLSearchParams({ shown }).toString(),
    headers: {
      Cookie: `__Secure-inbox=${writeSession(keyring, session)}`,
      'Content-Type': 'application/x-www-form-urlencoded',
    },
  })
  expect(status).toBe(303)
}

/** Sends the signed callback of the carrier. */
async function stopByText(from: string): Promise<void> {
  const path = '/callbacks/sms/twilio/inbound'
  const fields = { Body: 'STOP', From: from, MessageSid: randomUUID(), To: '+447700900000' }
  const signed = config.publicUrl + path + Object.entries(fields).flat().join('')
  const { status } = await call('POST', path, {
    raw: new URLSearchParams(fields).toString(),
    headers: {
      'Content-Type': 'application/x-www-form-urlencoded',
      // In development all providers use the same secret.
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
/** A paid send as text: channel, state, submissions, net cost and the events of its channel. */
const finalStatesOfBusiness = statement<{ businessId: string }, { message_id: string; state: string }>(
  'races.final_states',
  `select n.message_id,
          concat_ws(' ', n.channel, n.state, n.skipped_reason, n.attempts, 'net',
                    (select coalesce(sum(l.delta), 0) from credit_ledger l where l.send_id = n.id),
                    (select string_agg(e.type, ',' order by e.type) from events e
                      where e.message_id = n.message_id and e.type like n.channel || '.%')) as state
     from nudges n
    where n.business_id = $businessId and n.channel <> 'email' and n.state <> 'skipped'
    order by n.made`,
)
const wrongBalances = statement<null, { business_id: string; balance: number; sum: number }>(
  'races.wrong_balances',
  `select c.business_id, c.balance, sum(l.delta)::integer as sum
     from credit_balances c join credit_ledger l using (business_id)
    group by c.business_id, c.balance
   having c.balance < 0 or c.balance <> sum(l.delta)`,
)
const wrongCharges = statement<null, { id: string; state: string; charges: number; refunds: number; net: number }>(
  'races.wrong_charges',
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
const markedSubmissions = statement<null, { target: string; count: number }>(
  'races.marked_submissions',
  `select n.channel || ' ' || r.phone as target, sum(n.attempts)::integer as count
     from nudges n
     join messages m on m.business_id = n.business_id and m.id = n.message_id
     join recipients r on r.business_id = m.business_id and r.id = m.recipient_id
    where n.attempts > 0
    group by 1`,
)
