import type { Database } from '../../src/db/database.ts'
import { type Statement, statement } from '../../src/db/statement.ts'

/** Whatever was sent, these answer no row. */
export async function findBroken(db: Database): Promise<string[]> {
  const broken: string[] = []
  for (const [rule, question] of Object.entries(questions))
    for (const row of await db.all(question)) broken.push(`${rule}: ${JSON.stringify(row)}`)
  return broken
}

const questions: Record<string, Statement<null, object>> = {
  'the ledger adds up to the balance': statement(
    'fuzz.balances',
    `select b.business_id, b.balance, coalesce(sum(l.delta), 0) as entered
       from credit_balances b left join credit_ledger l using (business_id)
      group by b.business_id, b.balance having b.balance <> coalesce(sum(l.delta), 0)`,
  ),
  'as many messages are stored as are counted': statement(
    'fuzz.message_counts',
    `select b.id, coalesce(c.stored, 0) as counted, count(m.id) as stored
       from businesses b left join message_counts c on c.business_id = b.id left join messages m on m.business_id = b.id
      group by b.id, c.stored having coalesce(c.stored, 0) <> count(m.id)`,
  ),
  'what was charged is what the nudge cost, and what did not go out costs nothing': statement(
    'fuzz.charges',
    `select n.id, n.state, n.charged, n.price, coalesce(sum(l.delta), 0) as entered
       from nudges n left join credit_ledger l on l.business_id = n.business_id and l.send_id = n.id
      group by n.business_id, n.id
     having coalesce(sum(l.delta), 0) <> case when n.charged then 0 - n.price else 0 end
         or (n.charged and n.state in ('skipped', 'cancelled', 'rejected'))`,
  ),
  'what is queued has a job': statement(
    'fuzz.jobs',
    `select n.id, n.channel from nudges n
      where n.state = 'queued' and not exists (select from queue.job j where j.name = 'nudges.' || n.channel and j.id = n.id)`,
  ),
  'a message is one of its business’s own recipients’': statement(
    'fuzz.tenants',
    `select n.id from nudges n join messages m on m.id = n.message_id join recipients r on r.id = m.recipient_id
      where n.business_id <> m.business_id or m.business_id <> r.business_id`,
  ),
}
