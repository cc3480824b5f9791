/** What must hold after any sequence, asked of the database and of the interface (proof, section 0). */
import type { Database } from '../../src/db/database.ts'
import { statement } from '../../src/db/statement.ts'
import { readId } from '../../src/ids.ts'
import { replayed, same } from './answers.ts'
import type { Message, Operation, Paid, Shop } from './model.ts'
import { backwards } from './requests.ts'
import { type Run, send } from './run.ts'

type NudgeRow = {
  message_id: string
  channel: string
  state: string
  charges: number
  refunds: number
  net: number
  job: boolean
}
const nudgesOf = statement<NudgeRow>(
  'model.nudges',
  `select n.message_id, n.channel, n.state, l.charges, l.refunds, l.net,
          exists (select from queue.job j where j.name like 'nudges.%' and j.id = n.id) as job
     from nudges n
    cross join lateral (
          select count(*) filter (where kind = 'charge')::integer as charges,
                 count(*) filter (where kind = 'refund')::integer as refunds,
                 coalesce(sum(delta), 0)::integer as net
            from credit_ledger where send_id = n.id) l
    where n.business_id = $1`,
)
const totalsOf = statement<{ messages: number; ledger: number; balance: number }>(
  'model.totals',
  `select (select count(*) from messages where business_id = $1)::integer as messages,
          (select coalesce(sum(delta), 0) from credit_ledger where business_id = $1)::integer as ledger,
          (select balance from credit_balances where business_id = $1) as balance`,
)
const strays = statement<{ jobs: number; entries: number }>(
  'model.strays',
  `select (select count(*) from queue.job j where j.name like 'nudges.%' and not exists (select from nudges n where n.id = j.id))::integer as jobs,
          (select count(*) from credit_ledger l
            where l.send_id is not null and not exists (select from nudges n where n.id = l.send_id))::integer as entries`,
)

export async function checkInvariants(db: Database, run: Run): Promise<void> {
  await replayEverything(run)
  await Promise.all(
    run.shops.map(async ({ model, service }) => {
      const businessId = readId('biz', service.id)
      const [nudges, totals, views] = await Promise.all([
        db.all(nudgesOf, [businessId]),
        db.one(totalsOf, [businessId]),
        Promise.all(model.messages.map(({ id }) => service.call('GET', `/api/v1/messages/${id}`))),
      ])
      same('I1 one message a push that created, I3 sum(ledger) = balance', totals, {
        messages: model.messages.length,
        ledger: model.balance,
        balance: model.balance,
      })
      views.forEach(({ json }, place) => {
        checkView(model.messages[place]!, json)
        checkDelivery(model.messages[place]!, json.delivery)
      })
      checkNudges(model, nudges)
    }),
  )
}

/** I6: every key spent, once more. Nothing may come of it, which is why this goes first. */
async function replayEverything(run: Run): Promise<void> {
  await Promise.all(
    run.shops.flatMap(({ model }, shop) =>
      (Object.keys(model.keys) as Operation[]).flatMap((operation) =>
        [...model.keys[operation]].map(async ([key, spent]) =>
          replayed(`I6 ${operation} ${key}`, await send(run, shop, spent.path, key, backwards(spent.body)), spent),
        ),
      ),
    ),
  )
}

function checkView(message: Message, view: Record<string, unknown> | undefined): void {
  const { id, recipient_email, subject, body, kind, status, reference, order_status, created_at } = view ?? {}
  same(
    'I1 the message as it is read',
    { id, recipient_email, subject, body, kind, status, reference, order_status, created_at },
    {
      id: message.id,
      recipient_email: message.email,
      subject: message.subject,
      body: message.body,
      kind: message.kind,
      status: message.status,
      reference: message.reference,
      order_status: message.orderStatus,
      created_at: message.createdAt,
    },
  )
}

/** What stands to be sent is told, with what it has cost so far (2.4). */
function checkDelivery({ nudges }: Message, delivery: Record<Paid, { state: string; credits: number } | null>): void {
  for (const channel of ['sms', 'whatsapp'] as const) {
    const live = nudges.find((nudge) => nudge.channel === channel && nudge.state !== 'called_off')
    const { state = null, credits = 0 } = delivery[channel] ?? {}
    same(
      `2.4 delivery.${channel}`,
      { state, credits },
      live ? { state: 'queued', credits: live.charge } : { state: null, credits: 0 },
    )
  }
}

const isLive = (state: string): boolean => state === 'waiting' || state === 'queued'

function checkNudges(model: Shop, rows: NudgeRow[]): void {
  for (const { state, charges, refunds, net, job } of rows) {
    same('I3 at most one charge and one refund a send', charges <= 1 && refunds <= charges, true)
    if (state === 'called_off') same('I3 called off nets zero', net, 0)
    if (state === 'waiting' || state === 'skipped')
      same(`${state}: no job, no charge`, { job, charges }, { job: false, charges: 0 })
  }
  const live = rows.filter(({ state }) => isLive(state)).map((row) => `${row.message_id} ${row.channel}`)
  same('one live nudge a message and channel', new Set(live).size, live.length)
  // A refused nudge is how the service remembers the reason; the model has it in the answer.
  const stored = rows
    .filter(({ state }) => state !== 'skipped')
    .map(({ message_id, channel, state, net, job }) => `${message_id} ${channel} ${state} net ${net} job ${job}`)
  const due = model.messages.flatMap(({ id, nudges }) =>
    nudges.map(
      ({ channel, state, charge, job }) => `${readId('msg', id)} ${channel} ${state} net ${-charge || 0} job ${job}`,
    ),
  )
  same('I3 a queued send nets its charge; a job exactly for what was queued', stored.toSorted(), due.toSorted())
}

/** Once for the whole database, because to look for what belongs to nothing all must be read. */
export async function checkStrays(db: Database): Promise<void> {
  same('no job and no charge without its nudge', await db.one(strays), { jobs: 0, entries: 0 })
}
