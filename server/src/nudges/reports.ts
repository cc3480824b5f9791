import { createBatcher } from '../batcher.ts'
import type { ProviderReport } from '../channels/callback.ts'
import type { Context } from '../context.ts'
import { waitTimeoutMilliseconds } from '../db/bulkhead.ts'
import { isLockTimeout } from '../db/errors.ts'
import { currentTrace } from '../tracing.ts'
import { recordFreeReports, recordReports } from './record-outcome.ts'
import type { TracedReport } from './report-traces.ts'

const maxBatchSize = 200

/**
 * Records the reports of one provider. Concurrent reports are recorded in one batch, across businesses. A report on a locked
 * nudge is recorded separately, with a connection from the share of that nudge's business. If the lock times out, only the
 * callback with this report gets a 503. Every provider except Twilio repeats it.
 */
export function createReportRecorder(context: Context, provider: string): (reports: ProviderReport[]) => Promise<void> {
  const via = (party: string): Context => ({ ...context, db: context.db.as(party) })
  const party = `callback ${provider}`

  /** Returns null for each recorded report, and for each other the party whose connections are used to record it separately. */
  const record = createBatcher(
    'delivery_reports',
    maxBatchSize,
    async (reports: TracedReport[]): Promise<(string | null)[]> => {
      try {
        const locked = await recordFreeReports(via(party), reports)
        return reports.map(({ nudgeId }) => locked.get(nudgeId) ?? null)
      } catch (error) {
        if (reports.length === 1 && !isLockTimeout(error)) throw error
        // One report that cannot be recorded must not fail the callbacks of the others, so they are recorded separately.
        return reports.map(() => `${party}, separate`)
      }
    },
  )

  return async (received) => {
    const deadline = performance.now() + waitTimeoutMilliseconds
    const trace = currentTrace()
    const reports = trace === undefined ? received : received.map((report) => ({ ...report, trace }))
    const parties = await Promise.all(reports.map(record))
    const remaining = Map.groupBy(
      reports.flatMap((report, index) => (parties[index] === null ? [] : [{ report, party: parties[index]! }])),
      (one) => one.party,
    )
    await Promise.all(
      [...remaining].map(([groupParty, group]) =>
        recordReports(
          via(groupParty),
          group.map(({ report }) => report),
          deadline,
        ),
      ),
    )
  }
}
