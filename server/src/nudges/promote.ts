import type { Context } from '../context.ts'
import { emailsInState, nextDue, promoteDue } from './sql.ts'

/** Moves what has come due into the queue, a thousand at a time, and answers how many they were. */
export async function promoteNudges({ db, queue }: Context): Promise<number> {
  const promoted = await db.transaction(async (tx) => {
    const due = await tx.all(promoteDue)
    await queue.enqueueNudges(
      tx,
      due.map(({ id, business_id: businessId, channel }) => ({ id, businessId, channel, priority: 0 })),
    )
    return due.length
  })
  if (promoted > 0) queue.announce()
  return promoted
}

export const nextDueNudge = async ({ db }: Context): Promise<Date | null> => (await db.one(nextDue))!.at

/** Emails that are on their way to a provider: not taken in hand yet, or not answered. */
export const countInState = async ({ db }: Context, state: 'queued' | 'submitting'): Promise<number> =>
  (await db.one(emailsInState, [state]))!.count
