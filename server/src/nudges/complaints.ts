import type { Context } from '../context.ts'
import type { Transaction } from '../db/database.ts'
import { tell } from '../notices/tell.ts'
import { isComplainedOfTooMuch } from './complaints.decide.ts'
import { countComplaints, pauseSending } from './sql.ts'

/** Counts complaints, one entry each, and pauses the businesses that get too many; the operator and the owner are told. */
export async function pauseForComplaints(context: Context, tx: Transaction, complainedOf: string[]): Promise<void> {
  if (complainedOf.length === 0) return
  const complaints = new Map<string, number>()
  for (const businessId of complainedOf) complaints.set(businessId, (complaints.get(businessId) ?? 0) + 1)
  const rates = await tx.all(countComplaints, [[...complaints.keys()], [...complaints.values()]])
  const tooMuch = new Map(rates.filter(isComplainedOfTooMuch).map((rate) => [rate.business_id, rate]))
  if (tooMuch.size === 0) return
  const paused = await tx.all(pauseSending, [[...tooMuch.keys()]])
  await tell(
    context,
    tx,
    paused.map(({ id }) => {
      const { sent, complained } = tooMuch.get(id)!
      return { businessId: id, kind: 'sending_paused', detail: { cause: 'complaints', sent, complained, days: 30 } }
    }),
  )
}
