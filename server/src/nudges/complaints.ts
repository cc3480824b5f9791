import type { Context } from '../context.ts'
import type { Transaction } from '../db/database.ts'
import { tell } from '../notices/tell.ts'
import { countComplaints } from '../quotas/daily.sql.ts'
import { isComplainedOfTooMuch } from './complaints.decide.ts'
import { pauseSending } from './sql.ts'

/** Counts complaints, one entry each, and pauses the businesses that get too many; the operator and the owner are notified. */
export async function pauseForComplaints(context: Context, tx: Transaction, complainedOf: string[]): Promise<void> {
  if (complainedOf.length === 0) return
  const given = [...Map.groupBy(complainedOf, (businessId) => businessId)].map(([businessId, complaints]) => ({
    businessId,
    complaints: complaints.length,
  }))
  const rates = await tx.all(countComplaints, { given })
  const tooMuch = new Map(rates.filter(isComplainedOfTooMuch).map((rate) => [rate.business_id, rate]))
  if (tooMuch.size === 0) return
  const paused = await tx.all(pauseSending, { businessIds: [...tooMuch.keys()] })
  await tell(
    context,
    tx,
    paused.map(({ id }) => {
      const { sent, complained } = tooMuch.get(id)!
      return { businessId: id, kind: 'sending_paused', detail: { cause: 'complaints', sent, complained, days: 30 } }
    }),
  )
}
