import type { Context } from '../context.ts'
import type { Transaction } from '../db/database.ts'
import { notify } from '../notices/notify.ts'
import { type QuotaChange, quotas } from './quota.decide.ts'
import { addCounts, quotaNotices, subtractStored } from './sql.ts'

/**
 * Counts accepted pushes, one change per business, and writes the resulting notices. This row lock comes last, after the
 * balance, because all pushes of a business contend for it.
 */
export async function countPushes(
  context: Context,
  tx: Transaction,
  changes: (QuotaChange & { businessId: string })[],
): Promise<void> {
  if (changes.length === 0) return
  tx.write(addCounts, { changes })
  for (const quota of quotas) {
    const { claim, rearm } = quotaNotices[quota]
    const rearmed = changes.filter((change) => change.rearmed.includes(quota))
    if (rearmed.length > 0) tx.write(rearm, { businessIds: rearmed.map(({ businessId }) => businessId) })
    const notices = changes.flatMap(({ businessId, notices: due }) =>
      due.filter((notice) => notice.quota === quota).map((notice) => ({ ...notice, businessId })),
    )
    if (notices.length === 0) continue
    const claimed = await tx.all(claim, { claims: notices })
    await notify(
      context,
      tx,
      notices
        .filter(({ businessId }) => claimed.some((row) => row.business_id === businessId))
        .map(({ businessId, percent, used, limit }) => ({
          businessId,
          kind: percent === 100 ? 'quota_reached' : 'quota_nearly_reached',
          detail: { quota, used, limit },
        })),
    )
  }
}

/** Subtracts deleted messages. Called at the end of the deleting transaction, because the row is contended. */
export function countDeleted(tx: Transaction, deleted: { businessId: string; messages: number }[]): void {
  const changes = deleted.filter(({ messages }) => messages > 0)
  if (changes.length > 0) tx.write(subtractStored, { changes })
}
