import type { Context } from '../context.ts'
import type { Transaction } from '../db/database.ts'
import { type NewNotice, storeNotices } from './sql.ts'

/** In the transaction that caused it. The operator finds it in the list, and the owner of the business gets a mail. */
export async function tell({ newId, queue }: Context, tx: Transaction, notices: NewNotice[]): Promise<void> {
  if (notices.length === 0) return
  const stamped = notices.map((notice) => ({ ...notice, id: newId() }))
  tx.write(storeNotices, { notices: stamped })
  const jobs = stamped.map(({ id, businessId }) => ({ id, businessId, group: businessId, priority: 0 }))
  await queue.enqueue(tx, 'notices', jobs)
}
