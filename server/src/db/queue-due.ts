import { statement } from './statement.ts'

/** Statements for a table whose rows wait until they are due. `columns` are returned in addition to the key. */
export const waitingRows = <Columns>(name: string, table: string, columns: string) => ({
  /** Marks due rows as queued, at most a thousand, and skips those that another transaction has locked. */
  queueDue: statement<null, Columns & { businessId: string; id: string }>(
    `${name}.queue_due`,
    `with due as (
       select business_id, id
         from ${table}
        where state = 'waiting' and due_at <= clock_now()
        order by due_at
        limit 1000
          for update skip locked
     )
     update ${table} t
        set state = 'queued', due_at = null
       from due
      where t.business_id = due.business_id and t.id = due.id
     returning t.business_id as "businessId", t.id, ${columns}`,
  ),
  nextDue: statement<null, { at: Date | null }>(
    `${name}.next_due`,
    `select min(due_at) as at from ${table} where state = 'waiting'`,
  ),
})
