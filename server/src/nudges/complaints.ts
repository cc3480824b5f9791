import type { Context } from '../context.ts'
import type { Transaction } from '../db/database.ts'
import { notify } from '../notices/notify.ts'
import { countComplaints } from '../quotas/daily.sql.ts'
import { exceedsComplaintRate } from './complaints.decide.ts'
import { pauseSending } from './sql.ts'

/** Counts one complaint per nudge. Pauses businesses whose rate is too high, and notifies the operator and the owner. */
export async function pauseForComplaints(
  context: Context,
  tx: Transaction,
  nudges: { businessId: string }[],
): Promise<void> {
  if (nudges.length === 0) return
  const given = [...Map.groupBy(nudges, ({ businessId }) => businessId)].map(([businessId, complaints]) => ({
    businessId,
    complaints: complaints.length,
  }))
  const rates = await tx.all(countComplaints, { given })
  const exceeding = new Map(rates.filter(exceedsComplaintRate).map((rate) => [rate.business_id, rate]))
  if (exceeding.size === 0) return
  const paused = await tx.all(pauseSending, { businessIds: [...exceeding.keys()] })
  const notices = paused.map(({ id }) => {
    const { sent, complained } = exceeding.get(id)!
    const detail = { cause: 'complaints' as const, sent, complained, days: 30 }
    return { businessId: id, kind: 'sending_paused' as const, detail }
  })
  await notify(context, tx, notices)
}
