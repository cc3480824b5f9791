/** What is left of nudges and people that are gone: nothing, but for what an erasure leaves (2.11). */
import { statement } from '../../src/db/statement.ts'
import { outcome, refusal, same } from './answers.ts'
import type { Shop } from './model.ts'
import type { Run } from './run.ts'

type Entries = { charges: number; refunds: number; net: number }
const strayEntries = statement<{ businessId: string }, Entries>(
  'model.stray_entries',
  `select count(*) filter (where kind = 'charge')::integer as charges,
          count(*) filter (where kind = 'refund')::integer as refunds,
          sum(delta)::integer as net
     from credit_ledger l
    where business_id = $businessId and send_id is not null and not exists (select from nudges n where n.id = l.send_id)
    group by send_id`,
)
const strayEvents = statement<{ businessId: string }, { count: number }>(
  'model.stray_events',
  `select count(*)::integer as count
     from events e
    where business_id = $businessId and recipient_id is not null
      and not exists (select from recipients r where r.business_id = e.business_id and r.id = e.recipient_id)`,
)
const strayJobs = statement<null, { count: number }>(
  'model.stray_jobs',
  `select count(*)::integer as count
     from queue.job j where j.name like 'nudges.%' and not exists (select from nudges n where n.id = j.id)`,
)

export async function checkStrays(run: Run): Promise<void> {
  const { db } = run.world
  same('no job without its nudge', await db.one(strayJobs), { count: 0 })
  for (const { model, service } of run.shops) {
    checkEntries(model, await db.all(strayEntries, service))
    same('2.11 nothing is told of who is gone', await db.one(strayEvents, service), { count: 0 })
    const erased = model.erased.at(-1)
    if (erased === undefined) continue
    const answer = await service.call('GET', `/api/v1/messages/${erased.id}`)
    same('2.11 a message is read when it is gone', outcome(answer), refusal(404, 'message.not_found'))
  }
}

/** The ledger keeps what an erased send has cost (decision 26). Of those it has given back the model does not know which were paid for. */
function checkEntries({ erased }: Shop, sends: Entries[]): void {
  for (const { charges, refunds, net } of sends)
    same('I3 one charge and at most one refund an erased send', { charges, net }, { charges: 1, net: refunds - 1 })
  const paid = erased.flatMap(({ nudges }) => nudges.filter(({ charge }) => charge > 0))
  same(
    'no charge without its nudge, but for what was erased',
    sends.filter(({ refunds }) => refunds === 0).length,
    paid.length,
  )
}
