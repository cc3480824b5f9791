/** Rows that refer to deleted nudges or recipients: none may exist, except the ledger entries that an erasure keeps (2.11). */
import { statement } from '../../src/db/statement.ts'
import type { Shop } from './model.ts'
import { expectEqual, outcome, refusal } from './responses.ts'
import type { Run } from './run.ts'

type Entries = { charges: number; refunds: number; net: number }
const orphanedEntries = statement<{ businessId: string }, Entries>(
  'model.orphaned_entries',
  `select count(*) filter (where kind = 'charge')::integer as charges,
          count(*) filter (where kind = 'refund')::integer as refunds,
          sum(delta)::integer as net
     from credit_ledger l
    where business_id = $businessId and send_id is not null and not exists (select from nudges n where n.id = l.send_id)
    group by send_id`,
)
const orphanedEvents = statement<{ businessId: string }, { count: number }>(
  'model.orphaned_events',
  `select count(*)::integer as count
     from events e
    where business_id = $businessId and recipient_id is not null
      and not exists (select from recipients r where r.business_id = e.business_id and r.id = e.recipient_id)`,
)
const orphanedJobs = statement<null, { count: number }>(
  'model.orphaned_jobs',
  `select count(*)::integer as count
     from queue.job j where j.name like 'nudges.%' and not exists (select from nudges n where n.id = j.id)`,
)

const incompleteHistories = statement<{ businessId: string }, { count: number }>(
  'model.incomplete_histories',
  `select count(*)::integer as count
     from nudges n
    where n.business_id = $businessId
      and n.attempts > 1 + (select count(*) from nudge_attempts a
                             where a.nudge_id = n.id and a.source = 'submission' and a.attempt < n.attempts)`,
)
const smoothHistories = statement<{ businessId: string }, { count: number }>(
  'model.smooth_histories',
  `select count(*)::integer as count
     from nudge_attempts a join nudges n on n.id = a.nudge_id
    where n.business_id = $businessId and n.attempts = 0`,
)

export async function checkOrphans(run: Run): Promise<void> {
  const { db } = run.service
  expectEqual('no job without a nudge', await db.one(orphanedJobs), { count: 0 })
  for (const { model, business } of run.shops) {
    checkEntries(model, await db.all(orphanedEntries, business))
    expectEqual('no event of an erased recipient (2.11)', await db.one(orphanedEvents, business), { count: 0 })
    expectEqual('every retry has the attempt before it', await db.one(incompleteHistories, business), { count: 0 })
    expectEqual('no attempt is stored before a submission', await db.one(smoothHistories, business), { count: 0 })
    const erased = model.erased.at(-1)
    if (erased === undefined) continue
    const response = await business.call('GET', `/api/v1/messages/${erased.id}`)
    expectEqual('an erased message is not found (2.11)', outcome(response), refusal(404, 'message.not_found'))
  }
}

/** The ledger keeps the cost of an erased send. The model does not track which of the refunded sends were charged. */
function checkEntries({ erased }: Shop, sends: Entries[]): void {
  for (const { charges, refunds, net } of sends)
    expectEqual('one charge and at most one refund per erased send', { charges, net }, { charges: 1, net: refunds - 1 })
  const paid = erased.flatMap(({ nudges }) => nudges.filter(({ charge }) => charge > 0))
  expectEqual(
    'no charge without a nudge, except for erased sends',
    sends.filter(({ refunds }) => refunds === 0).length,
    paid.length,
  )
}
