import type { Context } from '../context.ts'
import { enqueueNudges } from './enqueue.ts'
import { nextDue, queueDue } from './sql.ts'

/** Queues nudges that are due, a thousand at a time, and returns how many they were. */
export async function queueDueNudges({ db, queue }: Context): Promise<number> {
  const queued = await db.transaction(async (tx) => {
    const due = await tx.all(queueDue)
    await enqueueNudges(queue, tx, due)
    return due.length
  })
  if (queued > 0) queue.announce()
  return queued
}

export const nextDueNudge = async ({ db }: Context): Promise<Date | null> => (await db.one(nextDue))!.at
