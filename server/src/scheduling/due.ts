import type { Context } from '../context.ts'
import { nextDueNudge, queueDueNudges } from '../nudges/queue-due.ts'
import { nextReportTimeout, recordReportTimeouts } from '../nudges/record-outcome.ts'
import { nextDueRetry, promoteDeliveries } from '../webhooks/promote.ts'

/** What waits for its time stands in rows, not in the queue. One bounded step; answers how much was due. */
export async function promoteDueWork(context: Context): Promise<number> {
  const promoted = await Promise.all([
    queueDueNudges(context),
    promoteDeliveries(context),
    recordReportTimeouts(context),
  ])
  return promoted.reduce((sum, count) => sum + count)
}

/** When the next of it comes due; null when nothing waits. */
export async function nextDueWork(context: Context): Promise<Date | null> {
  const next = await Promise.all([nextDueNudge(context), nextDueRetry(context), nextReportTimeout(context)])
  return next.filter((at) => at !== null).toSorted((one, two) => one.getTime() - two.getTime())[0] ?? null
}
