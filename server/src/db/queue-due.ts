import type { Mode } from '../mode.ts'
import { statement } from './statement.ts'

type Due<Columns> = Columns & { businessId: string; id: string; mode: Mode }

/** Marks due rows as queued, at most a thousand, and skips those that another transaction has locked. */
const queueDue = (table: string, columns: string, filter: string): string =>
  `with due as (
     select business_id, id
       from ${table}
      where state = 'waiting' and due_at <= service_now() ${filter}
      order by due_at
      limit 1000
        for update skip locked
   )
   update ${table} t
      set state = 'queued', due_at = null
     from due
    where t.business_id = due.business_id and t.id = due.id
   returning t.business_id as "businessId", t.id, (select mode from businesses b where b.id = t.business_id) as mode, ${columns}`

/** Statements for a table whose rows wait until they are due. `columns` are returned in addition to the key. */
export const waitingRows = <Columns>(name: string, table: string, columns: string) => ({
  queueDue: statement<null, Due<Columns>>(`${name}.queue_due`, queueDue(table, columns, '')),
  queueDueOf: statement<{ businessId: string }, Due<Columns>>(
    `${name}.queue_due_of`,
    queueDue(table, columns, 'and business_id = $businessId'),
  ),
  nextDue: statement<null, { at: Date | null }>(
    `${name}.next_due`,
    `select min(due_at) as at from ${table} where state = 'waiting'`,
  ),
})
