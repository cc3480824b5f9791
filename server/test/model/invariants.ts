/** What must be true after any sequence, checked in the database and through the API. */
import { statement } from '../../src/db/statement.ts'
import { parseId } from '../../src/ids.ts'
import {
  isExpired,
  isInProgress,
  isPending,
  type Message,
  type Nudge,
  operations,
  type Paid,
  pushedOn,
  type Shop,
} from './model.ts'
import { checkOrphans } from './orphans.ts'
import { backwards } from './requests.ts'
import { expectEqual, expectReplay, outcome } from './responses.ts'
import { dayOf, type Run, send } from './run.ts'

type NudgeRow = {
  message_id: string
  channel: string
  state: string
  skipped_reason: string | null
  error_code: string | null
  attempts: number
  delivered: boolean
  read: boolean
  bounced: string | null
  complained: boolean
  charges: number
  refunds: number
  net: number
  job: boolean
}
const nudgesOf = statement<{ businessId: string }, NudgeRow>(
  'model.nudges',
  `select n.message_id, n.channel, n.state, n.skipped_reason, n.error_code, n.attempts, n.delivered_at is not null as delivered,
          n.read_at is not null as read, n.bounce_type as bounced, n.complained_at is not null as complained,
          l.charges, l.refunds, l.net,
          exists (select from queue.job j where j.name like 'nudges.%' and j.id = n.id) as job
     from nudges n
    cross join lateral (
          select count(*) filter (where kind = 'charge')::integer as charges,
                 count(*) filter (where kind = 'refund')::integer as refunds,
                 coalesce(sum(delta), 0)::integer as net
            from credit_ledger where send_id = n.id) l
    where n.business_id = $businessId
    order by n.made`,
)
const eventsOf = statement<{ businessId: string }, { message_id: string; types: string[] }>(
  'model.events',
  `select message_id, array_agg(type order by type) as types
     from events
    where business_id = $businessId and message_id is not null and type <> 'whatsapp.inbound_message'
    group by message_id`,
)
const totalsOf = statement<
  { businessId: string },
  { messages: number; stored: number; pushed: number; ledger: number; balance: number }
>(
  'model.totals',
  `select (select count(*) from messages where business_id = $businessId)::integer as messages,
          coalesce(c.stored, 0)::integer as stored,
          case when c.day = (clock_now() at time zone 'UTC')::date then c.pushed else 0 end as pushed,
          (select coalesce(sum(delta), 0) from credit_ledger where business_id = $businessId)::integer as ledger,
          (select balance from credit_balances where business_id = $businessId) as balance
     from (select) one left join message_counts c on c.business_id = $businessId`,
)
const balancesOf = statement<{ businessIds: string[] }, { balance: number }>(
  'model.balances',
  `select balance from credit_balances where business_id = any($businessIds::uuid[]) order by array_position($businessIds::uuid[], business_id)`,
)

export async function checkInvariants(run: Run): Promise<void> {
  const { db } = run.service
  await replayEverything(run)
  await checkSubmissions(run)
  await checkOrphans(run)
  await Promise.all(
    run.shops.map(async ({ model, business }) => {
      const [nudges, events, totals, credits, list] = await Promise.all([
        db.all(nudgesOf, business),
        db.all(eventsOf, business),
        db.one(totalsOf, business),
        business.call('GET', '/api/v1/credits'),
        business.call('GET', '/api/v1/messages?limit=100'),
      ])
      expectEqual('balance (2.9)', outcome(credits), { status: 200, body: { ...credits.json, balance: model.balance } })
      if (list.status !== 200) throw new Error(`the list returned ${list.status} ${list.text}`)
      expectEqual('counts of messages, quotas and the ledger (I1, I3)', totals, {
        messages: model.messages.length,
        stored: model.messages.length,
        pushed: pushedOn(model, dayOf(run)),
        ledger: model.balance,
        balance: model.balance,
      })
      checkNudges(model, nudges)
      const published = new Map(events.map((row) => [row.message_id, row.types]))
      const views = new Map<string, View>(list.json.items.map((item: View) => [item.id, item]))
      expectEqual('every message is listed (2.5)', views.size, model.messages.length)
      for (const message of model.messages) {
        expectEqual(
          'published events of a message (I4)',
          published.get(parseId('msg', message.id)!) ?? [],
          message.events.toSorted(),
        )
        checkView(message, views.get(message.id))
        checkDelivery(message, views.get(message.id)!.delivery)
      }
      // The list has no bodies, and reading every message would take longer than the sequence.
      const last = model.messages.at(-1)
      if (last === undefined) return
      const { json } = await business.call('GET', `/api/v1/messages/${last.id}`)
      expectEqual('message body (I1)', json.body, last.body)
    }),
  )
}

export async function checkBalances({ service, shops }: Run): Promise<void> {
  const businessIds = shops.map(({ business }) => business.businessId)
  const rows = await service.db.all(balancesOf, { businessIds })
  expectEqual(
    'balances (I3)',
    rows.map(({ balance }) => balance),
    shops.map(({ model }) => model.balance),
  )
}

/** The providers received exactly the submissions of the model, in the same order. */
async function checkSubmissions({ service, submitted }: Run): Promise<void> {
  const received = (await service.simulator.attempts()).filter(isNudge)
  expectEqual(
    'submissions (I2, I7)',
    received.map(({ channel, to, accepted }) => ({ channel, to, accepted })),
    submitted.map(({ channel, to, accepted }) => ({ channel, to, accepted })),
  )
  const nudges = submitted.filter(({ accepted }) => accepted).map(({ owned }) => owned.nudge)
  expectEqual('a provider accepts each send at most once (I2)', new Set(nudges).size, nudges.length)
}

/** An automatic reply to an inbound message has no template and is not a nudge. */
const isNudge = ({ channel, template }: { channel: string; template: string | null }): boolean =>
  channel !== 'whatsapp' || template !== null

/** Repeats every request whose key has not expired. Runs before the other checks, because a replay must change nothing. */
async function replayEverything(run: Run): Promise<void> {
  await Promise.all(
    run.shops.flatMap(({ model }, shop) =>
      operations.flatMap((operation) =>
        [...model.keys[operation]]
          .filter(([, stored]) => !isExpired(model, stored))
          .map(async ([key, stored]) =>
            expectReplay(
              `${operation} ${key} (I6)`,
              await send(run, shop, stored.path, key, backwards(stored.body)),
              stored,
            ),
          ),
      ),
    ),
  )
}

type View = Record<string, unknown> & { id: string; delivery: Delivery }

function checkView(message: Message, view: View | undefined): void {
  const { id, recipient_email, subject, kind, status, reference, order_status, scheduled_for, created_at } =
    view ?? ({} as Partial<View>)
  expectEqual(
    'message (I1)',
    { id, recipient_email, subject, kind, status, reference, order_status, scheduled_for, created_at },
    {
      id: message.id,
      recipient_email: message.email,
      subject: message.subject,
      kind: message.kind,
      status: message.status,
      reference: message.reference,
      order_status: message.orderStatus,
      scheduled_for: scheduledFor(message),
      created_at: message.createdAt,
    },
  )
}

/** The earliest `send_at` of the nudges that still wait for it (2.4). */
const scheduledFor = ({ nudges }: Message): string | null =>
  nudges
    .filter(({ state, attempts }) => state === 'waiting' && attempts === 0)
    .flatMap(({ sendAt }) => sendAt ?? [])
    .toSorted()[0] ?? null

type PaidView = { state: string; skipped_reason: string | null; error_code: string | null; credits: number }
type Delivery = Record<Paid, PaidView | null> & {
  delivered: boolean
  opened: boolean
  bounced: boolean
  complained: boolean
  not_sent: { reason: string } | null
  failed: { reason: string } | null
}

/** The newest pending email decides, otherwise the newest email. A delivery is never taken back (2.4). */
function checkDelivery({ nudges, opened }: Message, view: Delivery): void {
  const emails = nudges.filter(({ channel }) => channel === 'email')
  const email = emails.findLast(isPending) ?? emails.at(-1)
  const isSentSince = ({ state, submitted }: Nudge): boolean =>
    (state === 'accepted' || state === 'delivered') && submitted !== null && submitted.call >= (email?.ended ?? 0)
  const wasNotSent = (email?.state === 'skipped' || email?.state === 'cancelled') && !emails.some(isSentSince)
  expectEqual(
    'delivery (2.4)',
    {
      delivered: view.delivered,
      opened: view.opened,
      bounced: view.bounced,
      complained: view.complained,
      not_sent: view.not_sent?.reason ?? null,
      failed: view.failed?.reason ?? null,
      sms: view.sms && pick(view.sms),
      whatsapp: view.whatsapp && pick(view.whatsapp),
    },
    {
      delivered: emails.some(({ delivered }) => delivered),
      opened: opened !== null,
      bounced: emails.some(({ bounced }) => bounced !== null),
      complained: emails.some(({ complained }) => complained),
      not_sent: wasNotSent ? email.reason : null,
      failed: email?.state === 'failed' ? email.error : null,
      sms: paidView(nudges, 'sms'),
      whatsapp: paidView(nudges, 'whatsapp'),
    },
  )
}

const pick = ({ state, skipped_reason: reason, error_code: error, credits }: PaidView) => ({
  state,
  reason,
  error,
  credits,
})
/** The newest send, and why the newest nudge was skipped. A send counts as queued until it has an outcome (3.3). */
function paidView(nudges: Nudge[], channel: Paid) {
  const own = nudges.filter((nudge) => nudge.channel === channel)
  const made = own.findLast(({ state }) => state !== 'skipped' && state !== 'cancelled')
  if (own.length === 0) return null
  const reason = own.at(-1)!.reason
  if (made === undefined) return { state: null, reason, error: null, credits: 0 }
  return { state: isInProgress(made) ? 'queued' : made.state, reason, error: made.error, credits: made.charge }
}

/** States that keep the charge, because the message may have been sent. */
const chargedStates = ['accepted', 'delivered', 'read', 'failed']

function checkNudges(model: Shop, rows: NudgeRow[]): void {
  for (const { channel, state, charges, refunds, net, job } of rows) {
    expectEqual('at most one charge and one refund per send (I3)', charges <= 1 && refunds <= charges, true)
    if (state === 'cancelled' || state === 'rejected') expectEqual(`${state} nets zero (I3)`, net, 0)
    if (chargedStates.includes(state)) expectEqual(`${state} nets the charge (I3)`, net, channel === 'email' ? 0 : -1)
    if (state === 'waiting' || state === 'skipped') expectEqual(`${state}: no job`, job, false)
  }
  const stored = Map.groupBy(rows, (row) => row.message_id)
  for (const message of model.messages) {
    const expected = message.nudges.map((nudge) => ({
      channel: nudge.channel,
      state: nudge.state,
      skipped_reason: nudge.reason,
      error_code: nudge.error,
      attempts: nudge.attempts,
      delivered: nudge.delivered,
      read: nudge.read,
      bounced: nudge.bounced,
      complained: nudge.complained,
      net: -nudge.charge || 0,
      job: nudge.job,
    }))
    const own = (stored.get(parseId('msg', message.id)!) ?? []).map(
      ({ message_id: _id, charges: _charges, refunds: _refunds, ...row }) => row,
    )
    expectEqual('the nudges of a message', byChannel(own), byChannel(expected))
  }
}

/** Sorts by channel and preserves the order within a channel. */
const byChannel = <T extends { channel: string }>(nudges: T[]): T[] =>
  nudges.toSorted((left, right) => left.channel.localeCompare(right.channel))
