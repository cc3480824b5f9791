import { readFileSync } from 'node:fs'
import type { Database } from '../../src/db/database.ts'
import { type Statement, statement } from '../../src/db/statement.ts'
import type { Mode } from '../../src/mode.ts'
import type { SupervisedDeployment } from './deployment.ts'
import type { History } from './history.ts'
import type { Receiver } from './load/shops.ts'
import { canaryNumber, canaryWord } from './people.ts'

/** What the database contains after everything has ended. */
type Rows = {
  messages: MessageRow[]
  nudges: NudgeRow[]
  ledger: LedgerRow[]
  balances: BalanceRow[]
  counts: CountRow[]
  events: EventRow[]
  deliveries: DeliveryRow[]
  outbox: OutboxRow[]
  memberActs: MemberActRow[]
  figures: FigureRow[]
  /** Changes that no worker has added to the figures. */
  unadded: number
}
export type MessageRow = {
  id: string
  business_id: string
  email: string
  subject: string
  opened: boolean
  is_retracted: boolean
}
export type NudgeRow = {
  id: string
  message_id: string
  push_id: string
  mode: Mode
  channel: string
  state: string
  skipped_reason: string | null
  error_code: string | null
  attempts: number
  /** The numbers of the attempts whose problem is stored. */
  stored_attempts: number[]
  price: number
  phone: string | null
  delivered: boolean
  read: boolean
  bounced: boolean
  complained: boolean
  opened_in_time: boolean
}
export type LedgerRow = { business_id: string; send_id: string | null; kind: string; delta: number }
export type BalanceRow = { business_id: string; balance: number }
/** How many messages of a business are counted as stored. */
export type CountRow = { business_id: string; stored: number }
export type EventRow = { id: string; message_id: string | null; type: string }
export type DeliveryRow = { event_id: string; state: string }
/** An act of a member in the audit log. `target` is the message; null for an act on a recipient. */
export type MemberActRow = { action: string; target: string | null; business_id: string }
/** Without the figures of pushes, which leave no row each, and without what was deleted. */
export type FigureRow = {
  business_id: string
  subject: string
  channel: string
  state: string
  reason: string
  mark: string
  count: number
}
/** What a test side would have sent. */
export type OutboxRow = { nudge_id: string }

/** One submission that reached a provider. `nudgeId` is null except for an email, whose Message-ID contains it. */
export type Attempt = { channel: string; to: string; nudgeId: string | null; accepted: boolean; at: number }
/** A webhook that reached its receiver. */
export type Arrival = {
  receiver: string
  eventId: string
  body: string
  at: number
  signature: string
  /** The secret that the merchant has for this endpoint. */
  secret: string
}
/** A row of a table or a line of a log that contains a canary of an erased recipient. */
export type Leftover = { location: string; text: string }

export type Evidence = {
  history: Pick<History, 'all'>
  rows: Rows
  attempts: Attempt[]
  arrivals: Arrival[]
  leftovers: Leftover[]
}

/** To be called once nothing is in progress any more. */
export async function collectEvidence(
  deployment: SupervisedDeployment,
  history: History,
  receivers: Receiver[],
): Promise<Evidence> {
  const { db, simulator } = deployment
  const [messages, nudges, ledger, balances, counts, events, deliveries, outbox, memberActs, figures, changes] =
    await Promise.all([
      db.all(allMessages),
      db.all(allNudges),
      db.all(allLedger),
      db.all(allBalances),
      db.all(allCounts),
      db.all(allEvents),
      db.all(allDeliveries),
      db.all(allOutbox),
      db.all(allMemberActs),
      db.all(allFigures),
      db.all(countUnadded),
    ])
  const attempts = await Promise.all(['email', 'sms', 'whatsapp'].map((channel) => simulator.attempts({ channel })))
  const arrivals = await Promise.all(
    receivers.map(async ({ id: receiver, secret }) =>
      (await simulator.deliveries(receiver)).map(
        ({ headers, body, at }): Arrival => ({
          receiver,
          eventId: headers['x-service-delivery'],
          body,
          at: Date.parse(at),
          signature: headers['x-service-signature'],
          secret,
        }),
      ),
    ),
  )
  return {
    history,
    rows: {
      messages,
      nudges,
      ledger,
      balances,
      counts,
      events,
      deliveries,
      outbox,
      memberActs,
      figures,
      unadded: changes[0]!.count,
    },
    attempts: attempts.flat().map(
      ({ channel, to, headers, accepted, at }): Attempt => ({
        channel,
        to,
        nudgeId: /^<([0-9a-f-]{36})@/.exec(headers?.['message-id'] ?? '')?.[1] ?? null,
        accepted,
        at: Date.parse(at),
      }),
    ),
    arrivals: arrivals.flat(),
    leftovers: [...(await leftoversInTables(db)), ...leftoversInLogs(deployment.logFiles)],
  }
}

/** As text, and as the hexadecimal digits in which PostgreSQL prints bytes. */
const patterns = [canaryWord, Buffer.from(canaryWord).toString('hex'), canaryNumber.slice(1)]

async function leftoversInTables(db: Database): Promise<Leftover[]> {
  const found: Leftover[] = []
  for (const { name } of await db.all(allTables)) {
    const rows = await db.all(rowsLike(name))
    found.push(...rows.map(({ text }) => ({ location: name, text })))
  }
  return found
}

/** Not declared with `statement`, which rejects a repeated name: the tables are scanned once per run. */
const rowsLike = (table: string): Statement<null, { text: string }> => ({
  name: `scan ${table}`,
  text: `select one::text as text from ${table} one where one::text ~* '${patterns.join('|')}'`,
  bind: () => [],
})

function leftoversInLogs(files: string[]): Leftover[] {
  return files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => patterns.some((pattern) => line.includes(pattern)))
      .map((text) => ({ location: file, text })),
  )
}

const allMessages = statement<null, MessageRow>(
  'nemesis.messages',
  `select m.id, m.business_id, r.email, m.subject, m.opened_at is not null as opened, m.status = 'retracted' as is_retracted
     from messages m join recipients r on r.id = m.recipient_id and r.business_id = m.business_id`,
)
const allNudges = statement<null, NudgeRow>(
  'nemesis.nudges',
  `select n.id, n.message_id, n.push_id, b.mode, n.channel, n.state, n.skipped_reason, n.error_code, n.attempts, n.price, r.phone,
          array(select a.attempt from nudge_attempts a where a.nudge_id = n.id and a.source = 'submission' order by 1) as stored_attempts,
          n.delivered_at is not null as delivered, n.read_at is not null as read,
          n.bounced_at is not null as bounced, n.complained_at is not null as complained,
          coalesce(n.opened_in_time, false) as opened_in_time
     from nudges n
     join businesses b on b.id = n.business_id
     join messages m on m.id = n.message_id and m.business_id = n.business_id
     join recipients r on r.id = m.recipient_id and r.business_id = m.business_id`,
)
const allLedger = statement<null, LedgerRow>(
  'nemesis.ledger',
  'select business_id, send_id, kind, delta from credit_ledger',
)
const allBalances = statement<null, BalanceRow>('nemesis.balances', 'select business_id, balance from credit_balances')
const allCounts = statement<null, CountRow>(
  'nemesis.message_counts',
  'select business_id, stored::integer from message_counts',
)
const allEvents = statement<null, EventRow>('nemesis.events', 'select id, message_id, type from events')
const allDeliveries = statement<null, DeliveryRow>(
  'nemesis.deliveries',
  'select event_id, state from webhook_deliveries',
)
const allMemberActs = statement<null, MemberActRow>(
  'nemesis.member_acts',
  `select action, target, business_id from audit_log where actor_kind = 'member'`,
)
const allFigures = statement<null, FigureRow>(
  'nemesis.figures',
  `select business_id, subject, channel, state, reason, mark, (count - removed)::integer as count
     from figures where subject <> 'push' and count <> removed`,
)
export const countUnadded = statement<null, { count: number }>(
  'nemesis.count_unadded_figures',
  'select count(*)::integer as count from figure_changes',
)
/** Without the emails of the service itself, which belong to no message. */
const allOutbox = statement<null, OutboxRow>(
  'nemesis.outbox',
  'select nudge_id from test_outbox where message_id is not null',
)
const allTables = statement<null, { name: string }>(
  'nemesis.tables',
  `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'queue')`,
)
