import type { Context } from '../context.ts'
import type { Transaction } from '../db/database.ts'
import { rolesWith } from '../member-role.ts'
import { permissionOf } from './notice-texts.ts'
import { type NewNotice, storeNoticeMails, storeNotices } from './sql.ts'

type StampedNotice = NewNotice & { id: string }

/**
 * Stores notices for the lists of the operator and of the business, and queues an email to the contact address of the business and
 * to its members who can act on it. Runs in the transaction that causes the notice, so that all of it is committed or nothing. The
 * worker that takes the job of a notice also publishes its event.
 */
export async function notify({ newId, queue }: Context, tx: Transaction, notices: NewNotice[]): Promise<void> {
  if (notices.length === 0) return
  const stamped: StampedNotice[] = notices.map((notice) => ({ ...notice, id: newId() }))
  tx.write(storeNotices, { notices: stamped })
  const toMembers = await tx.all(storeNoticeMails, { notices: stamped.map(forMembers) })
  const jobs = [...stamped, ...toMembers].map(({ id, businessId }) => ({
    id,
    businessId,
    group: businessId,
    priority: 0,
  }))
  await queue.enqueue(tx, 'notices', jobs)
}

/** No role for an email to a reader, which is not for the business. */
function forMembers({ id, businessId, kind }: StampedNotice): { id: string; businessId: string; roles: string } {
  const permission = permissionOf(kind)
  return { id, businessId, roles: permission === null ? '' : rolesWith(permission).join(' ') }
}
