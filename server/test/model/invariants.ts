/** What must hold after any sequence, asked of the database and of the interface (proof, section 0). */
import { statement } from '../../src/db/statement.ts'
import { parseId } from '../../src/ids.ts'
import { outcome, replayed, same } from './answers.ts'
import {
  isForgotten,
  isLive,
  isUnderWay,
  type Message,
  type Nudge,
  operations,
  type Paid,
  pushedOn,
  type Shop,
} from './model.ts'
import { backwards } from './requests.ts'
import { dayOf, type Run, send } from './run.ts'
import { checkStrays } from './strays.ts'

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
  const { db } = run.world
  await replayEverything(run)
  await checkSubmissions(run)
  await checkStrays(run)
  await Promise.all(
    run.shops.map(async ({ model, service }) => {
      const [nudges, events, totals, credits, list] = await Promise.all([
        db.all(nudgesOf, service),
        db.all(eventsOf, service),
        db.one(totalsOf, service),
        service.call('GET', '/api/v1/credits'),
        service.call('GET', '/api/v1/messages?limit=100'),
      ])
      same('2.9 balance', outcome(credits), { status: 200, body: { ...credits.json, balance: model.balance } })
      if (list.status !== 200) throw new Error(`2.5 list was answered ${list.status} ${list.text}`)
      same('I1 one message a push that created, the quotas’ counts, I3 sum(ledger) = balance', totals, {
        messages: model.messages.length,
        stored: model.messages.length,
        pushed: pushedOn(model, dayOf(run)),
        ledger: model.balance,
        balance: model.balance,
      })
      checkNudges(model, nudges)
      const told = new Map(events.map((row) => [row.message_id, row.types]))
      const views = new Map<string, View>(list.json.items.map((item: View) => [item.id, item]))
      same('2.5 as many are listed as there are', views.size, model.messages.length)
      for (const message of model.messages) {
        same('I4 what was told of a message', told.get(parseId('msg', message.id)!) ?? [], message.told.toSorted())
        checkView(message, views.get(message.id))
        checkDelivery(message, views.get(message.id)!.delivery)
      }
      // A list has no bodies, and to read all messages one by one would take longer than the sequence.
      const last = model.messages.at(-1)
      if (last === undefined) return
      const { json } = await service.call('GET', `/api/v1/messages/${last.id}`)
      same('I1 the body as it is read', json.body, last.body)
    }),
  )
}

export async function checkBalances({ world, shops }: Run): Promise<void> {
  const businessIds = shops.map(({ service }) => service.businessId)
  const rows = await world.db.all(balancesOf, { businessIds })
  same(
    'I3 balances',
    rows.map(({ balance }) => balance),
    shops.map(({ model }) => model.balance),
  )
}

/** I2, I7: the providers saw what the model says, in that order and nothing else. */
async function checkSubmissions({ world, submitted }: Run): Promise<void> {
  const seen = (await world.simulator.attempts()).filter(isNudge)
  same(
    'I2, I7 what the providers saw',
    seen.map(({ channel, to, accepted }) => ({ channel, to, accepted })),
    submitted.map(({ channel, to, accepted }) => ({ channel, to, accepted })),
  )
  const taken = submitted.filter(({ accepted }) => accepted).map(({ sent }) => sent.nudge)
  same('I2 a provider takes each send at most once', new Set(taken).size, taken.length)
}

/** An answer to somebody who wrote back is no nudge: it has no template. */
const isNudge = ({ channel, template }: { channel: string; template: string | null }): boolean =>
  channel !== 'whatsapp' || template !== null

/** I6: every key spent and not forgotten, once more. Nothing may come of it, which is why this goes first. */
async function replayEverything(run: Run): Promise<void> {
  await Promise.all(
    run.shops.flatMap(({ model }, shop) =>
      operations.flatMap((operation) =>
        [...model.keys[operation]]
          .filter(([, spent]) => !isForgotten(model, spent))
          .map(async ([key, spent]) =>
            replayed(`I6 ${operation} ${key}`, await send(run, shop, spent.path, key, backwards(spent.body)), spent),
          ),
      ),
    ),
  )
}

type View = Record<string, unknown> & { id: string; delivery: Delivery }

function checkView(message: Message, view: View | undefined): void {
  const { id, recipient_email, subject, kind, status, reference, order_status, scheduled_for, created_at } =
    view ?? ({} as Partial<View>)
  same(
    'I1 the message as it is read',
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

/** When the first of those goes out that still wait for `send_at` (2.4). */
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

/** Of emails the one that is to go decides, else the newest; what once arrived has arrived (2.4). */
function checkDelivery({ nudges, opened }: Message, view: Delivery): void {
  const emails = nudges.filter(({ channel }) => channel === 'email')
  const email = emails.findLast(isLive) ?? emails.at(-1)
  const isSentSince = ({ state, submitted }: Nudge): boolean =>
    (state === 'accepted' || state === 'delivered') && submitted !== null && submitted.call >= (email?.ended ?? 0)
  const wasNotSent = (email?.state === 'skipped' || email?.state === 'cancelled') && !emails.some(isSentSince)
  same(
    '2.4 delivery',
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
/** The newest send, and why the newest nudge was skipped. Until there is an outcome a send is queued (3.3). */
function paidView(nudges: Nudge[], channel: Paid) {
  const own = nudges.filter((nudge) => nudge.channel === channel)
  const made = own.findLast(({ state }) => state !== 'skipped' && state !== 'cancelled')
  if (own.length === 0) return null
  const reason = own.at(-1)!.reason
  if (made === undefined) return { state: null, reason, error: null, credits: 0 }
  return { state: isUnderWay(made) ? 'queued' : made.state, reason, error: made.error, credits: made.charge }
}

/** Those that were paid for and may have gone keep their price (I3). */
const keepsItsPrice = ['accepted', 'delivered', 'read', 'failed']

function checkNudges(model: Shop, rows: NudgeRow[]): void {
  for (const { channel, state, charges, refunds, net, job } of rows) {
    same('I3 at most one charge and one refund a send', charges <= 1 && refunds <= charges, true)
    if (state === 'cancelled' || state === 'rejected') same(`I3 ${state} nets zero`, net, 0)
    if (keepsItsPrice.includes(state)) same(`I3 ${state} nets the charge`, net, channel === 'email' ? 0 : -1)
    if (state === 'waiting' || state === 'skipped') same(`${state}: no job`, job, false)
  }
  const stored = Map.groupBy(rows, (row) => row.message_id)
  for (const message of model.messages) {
    const due = message.nudges.map((nudge) => ({
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
    same('the nudges of a message', inOrder(own), inOrder(due))
  }
}

/** By channel, and of a channel as they were made. */
const inOrder = <T extends { channel: string }>(nudges: T[]): T[] =>
  nudges.toSorted((one, two) => one.channel.localeCompare(two.channel))
