import type { Context } from '../context.ts'
import type { Transaction } from '../db/database.ts'
import type { Statement } from '../db/statement.ts'
import { enqueueNudges } from '../nudges/enqueue.ts'
import { recordReportTimeouts } from '../nudges/record-outcome.ts'
import { countUndecided, nextCheck, waitingNudges } from '../nudges/sql.ts'
import { waitingDeliveries } from '../webhooks/deliver.sql.ts'
import { enqueueDeliveries } from '../webhooks/emit.ts'

/** Scheduled work waits in rows, not in the queue. Queues a bounded number of due rows and returns how many. */
export async function queueDueWork(context: Context): Promise<number> {
  const queued = await Promise.all([
    queueDue(context, waitingNudges.queueDue, enqueueNudges),
    queueDue(context, waitingDeliveries.queueDue, enqueueDeliveries),
    recordReportTimeouts(context),
  ])
  return queued.reduce((sum, count) => sum + count)
}

export async function queueDue<Row>(
  { db, queue }: Pick<Context, 'db' | 'queue'>,
  dueRows: Statement<null, Row>,
  enqueue: (queue: Context['queue'], tx: Transaction, due: Row[]) => Promise<void>,
): Promise<number> {
  const queued = await db.transaction(async (tx) => {
    const due = await tx.all(dueRows)
    await enqueue(queue, tx, due)
    return due.length
  })
  if (queued > 0) queue.announce()
  return queued
}

/** When the next work is due; null when nothing is scheduled. */
export async function nextDueWork({ db }: Context): Promise<Date | null> {
  const waiting = [waitingNudges.nextDue, waitingDeliveries.nextDue, nextCheck]
  const next = await Promise.all(waiting.map(async (nextDue) => (await db.one(nextDue))!.at))
  return next.filter((at) => at !== null).toSorted((one, two) => one.getTime() - two.getTime())[0] ?? null
}

export const countUndecidedNudges = async ({ db }: Context): Promise<number> => (await db.one(countUndecided))!.count
