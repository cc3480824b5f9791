import type { Database } from '../../src/db/database.ts'
import { type Statement, statement } from '../../src/db/statement.ts'

export async function findInvariantViolations(db: Database): Promise<string[]> {
  const violations: string[] = []
  for (const [rule, selectViolations] of Object.entries(invariants))
    for (const row of await db.all(selectViolations)) violations.push(`${rule}: ${JSON.stringify(row)}`)
  return violations
}

/** Each statement selects the rows that violate the invariant. */
const invariants: Record<string, Statement<null, object>> = {
  'the ledger adds up to the balance': statement(
    'fuzz.balances',
    `select b.business_id, b.balance, coalesce(sum(l.delta), 0) as entered
       from credit_balances b left join credit_ledger l using (business_id)
      group by b.business_id, b.balance having b.balance <> coalesce(sum(l.delta), 0)`,
  ),
  'the message count equals the number of stored messages': statement(
    'fuzz.message_counts',
    `select b.id, coalesce(c.stored, 0) as counted, count(m.id) as stored
       from businesses b left join message_counts c on c.business_id = b.id left join messages m on m.business_id = b.id
      group by b.id, c.stored having coalesce(c.stored, 0) <> count(m.id)`,
  ),
  'a nudge is charged its price, and nothing if it was not submitted': statement(
    'fuzz.charges',
    `select n.id, n.state, n.charged, n.price, coalesce(sum(l.delta), 0) as entered
       from nudges n left join credit_ledger l on l.business_id = n.business_id and l.send_id = n.id
      group by n.business_id, n.id
     having coalesce(sum(l.delta), 0) <> case when n.charged then 0 - n.price else 0 end
         or (n.charged and n.state in ('skipped', 'cancelled', 'rejected'))`,
  ),
  'a queued nudge has a job': statement(
    'fuzz.jobs',
    `select n.id, n.channel from nudges n
      where n.state = 'queued' and not exists (select from queue.job j where j.name = 'nudges.' || n.channel and j.id = n.id)`,
  ),
  'a nudge, its message and its recipient belong to the same business': statement(
    'fuzz.tenants',
    `select n.id from nudges n join messages m on m.id = n.message_id join recipients r on r.id = m.recipient_id
      where n.business_id <> m.business_id or m.business_id <> r.business_id`,
  ),
}
