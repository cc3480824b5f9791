import type { Context } from '../context.ts'
import type { Transaction } from '../db/database.ts'
import { type NewNotice, storeNotices } from './sql.ts'

/**
 * Stores notices for the operator's list and queues an email to the owner of each business. Runs in the transaction that causes
 * the notice, so that both are committed or neither.
 */
export async function notify({ newId, queue }: Context, tx: Transaction, notices: NewNotice[]): Promise<void> {
  if (notices.length === 0) return
  const stamped = notices.map((notice) => ({ ...notice, id: newId() }))
  tx.write(storeNotices, { notices: stamped })
  const jobs = stamped.map(({ id, businessId }) => ({ id, businessId, group: businessId, priority: 0 }))
  await queue.enqueue(tx, 'notices', jobs)
}
