import type { Context } from '../context.ts'
import type { Transaction } from '../db/database.ts'
import { storeNotices } from './sql.ts'

/**
 * What needs somebody's hand. `detail` is figures and ids, nothing personal. A fresh link is no news for the owner: it is a mail
 * to a reader that goes the same way, and its row is gone when the mail goes.
 */
export type NewNotice = {
  businessId: string
  kind:
    | 'sending_paused'
    | 'webhook_endpoint_failing'
    | 'webhook_endpoint_disabled'
    | 'quota_nearly_reached'
    | 'quota_reached'
    | 'erasure_requested'
    | 'fresh_link'
  detail: Record<string, unknown>
}

/** In the transaction that caused it. The operator finds it in the list, and the owner of the business gets a mail. */
export async function tell({ newId, queue }: Context, tx: Transaction, notices: NewNotice[]): Promise<void> {
  if (notices.length === 0) return
  const stamped = notices.map((notice) => ({ ...notice, id: newId() }))
  tx.write(storeNotices, { notices: stamped })
  await queue.enqueue(
    tx,
    'notices',
    stamped.map(({ id, businessId }) => ({ id, businessId, group: businessId, priority: 0 })),
  )
}
