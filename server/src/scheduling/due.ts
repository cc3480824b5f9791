import { type Context, onTestSide } from '../context.ts'
import type { Database, Transaction } from '../db/database.ts'
import { isLockTimeout } from '../db/errors.ts'
import type { Statement } from '../db/statement.ts'
import type { OverdueWork } from '../metrics.ts'
import type { Mode } from '../mode.ts'
import { enqueueNudges } from '../nudges/enqueue.ts'
import { recordReportTimeouts } from '../nudges/record-outcome.ts'
import { countUndecided, nextCheck, testSidesWithDueChecks, waitingNudges } from '../nudges/sql.ts'
import { withStoredTraces } from '../queue/trace-contexts.ts'
import { waitingDeliveries } from '../webhooks/deliver.sql.ts'
import { enqueueDeliveries } from '../webhooks/emit.ts'

/** Scheduled work waits in rows, not in the queue. Queues a bounded number of due rows and returns how many. */
export async function queueDueWork(context: Context): Promise<number> {
  const queued = await Promise.all([
    queueDue(context, waitingNudges.queueDue, enqueueNudges),
    queueDue(context, waitingDeliveries.queueDue, enqueueDeliveries),
    recordReportTimeouts(context, null),
  ])
  return queued.reduce((sum, count) => sum + count)
}

export async function queueDue<Row extends { id: string; mode: Mode }>(
  { db, queue, testQueue }: Pick<Context, 'db' | 'queue' | 'testQueue'>,
  dueRows: Statement<null, Row>,
  enqueue: (queue: Context['queue'], tx: Transaction, due: Row[]) => Promise<void>,
): Promise<number> {
  const due = await db.transaction(async (tx) => {
    const rows = await withStoredTraces(tx, await tx.all(dueRows))
    const { live = [], test = [] } = Object.groupBy(rows, ({ mode }) => mode)
    await enqueue(queue, tx, live)
    await enqueue(testQueue, tx, test)
    return rows
  })
  if (due.length === 0) return 0
  queue.announce()
  if (due.some(({ mode }) => mode === 'test')) testQueue.announce()
  return due.length
}

/**
 * Records the report timeouts of test sides. Their times are those of their own clocks, so each has its own transaction, and one whose
 * clock is being advanced is skipped.
 */
export async function recordTestTimeouts(context: Context): Promise<number> {
  let recorded = 0
  for (const { businessId } of await context.db.all(testSidesWithDueChecks))
    recorded += await recordReportTimeouts(onTestSide(context, businessId), businessId, clockLockMilliseconds).catch(
      (error: unknown) => {
        if (!isLockTimeout(error)) throw error
        return 0
      },
    )
  return recorded
}

const clockLockMilliseconds = 50

const scheduled: [OverdueWork, Statement<null, { at: Date | null }>][] = [
  ['nudges', waitingNudges.nextDue],
  ['webhook_retries', waitingDeliveries.nextDue],
  ['report_timeouts', nextCheck],
]
/** When the next work of each kind is due; null when none is scheduled. Reads one row of an index for each. */
export const nextDueByWork = (db: Pick<Database, 'one'>): Promise<{ work: OverdueWork; at: Date | null }[]> =>
  Promise.all(scheduled.map(async ([work, nextDue]) => ({ work, at: (await db.one(nextDue))!.at })))

/** When the next work is due; null when nothing is scheduled. */
export async function nextDueWork({ db }: Context): Promise<Date | null> {
  const next = (await nextDueByWork(db)).map(({ at }) => at)
  return next.filter((at) => at !== null).toSorted((one, two) => one.getTime() - two.getTime())[0] ?? null
}

export const countUndecidedNudges = async ({ db }: Context): Promise<number> => (await db.one(countUndecided))!.count
