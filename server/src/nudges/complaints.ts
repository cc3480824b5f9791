import type { Context } from '../context.ts'
import type { Transaction } from '../db/database.ts'
import { tell } from '../notices/notify.ts'
import { countComplaints } from '../quotas/daily.sql.ts'
import { isComplainedOfTooMuch } from './complaints.decide.ts'
import { pauseSending } from './sql.ts'

/** Counts one complaint for each nudge, and pauses the businesses that get too many; the operator and the owner are notified. */
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
  const tooMuch = new Map(rates.filter(isComplainedOfTooMuch).map((rate) => [rate.business_id, rate]))
  if (tooMuch.size === 0) return
  const paused = await tx.all(pauseSending, { businessIds: [...tooMuch.keys()] })
  const notices = paused.map(({ id }) => {
    const { sent, complained } = tooMuch.get(id)!
    const detail = { cause: 'complaints', sent, complained, days: 30 }
    return { businessId: id, kind: 'sending_paused' as const, detail }
  })
  await tell(context, tx, notices)
}
