import type { Context } from '../context.ts'
import { nextDueDelivery, promoteDueDeliveries } from './deliver.sql.ts'

/** Moves the retries that have come due into the queue, a thousand at a time, and answers how many they were. */
export async function promoteDeliveries({ db, queue }: Context): Promise<number> {
  const promoted = await db.transaction(async (tx) => {
    const due = await tx.all(promoteDueDeliveries)
    await queue.enqueue(
      tx,
      'webhooks',
      due.map((row) => ({ id: row.id, businessId: row.business_id, group: row.endpoint_id, priority: 0 })),
    )
    return due.length
  })
  if (promoted > 0) queue.announce()
  return promoted
}

export const nextDueRetry = async ({ db }: Context): Promise<Date | null> => (await db.one(nextDueDelivery))!.at
