import type { Context } from '../context.ts'
import { enqueueNudges } from './enqueue.ts'
import { nextDue, promoteDue } from './sql.ts'

/** Moves what has come due into the queue, a thousand at a time, and answers how many they were. */
export async function promoteNudges({ db, queue }: Context): Promise<number> {
  const promoted = await db.transaction(async (tx) => {
    const due = await tx.all(promoteDue)
    await enqueueNudges(
      queue,
      tx,
      due.map(({ id, business_id: businessId, channel }) => ({ id, businessId, channel, priority: 0 })),
    )
    return due.length
  })
  if (promoted > 0) queue.announce()
  return promoted
}

export const nextDueNudge = async ({ db }: Context): Promise<Date | null> => (await db.one(nextDue))!.at
