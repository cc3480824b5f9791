import { createBatcher } from '../batcher.ts'
import type { ProviderReport } from '../channels/callback.ts'
import type { Context } from '../context.ts'
import { patienceMilliseconds } from '../db/bulkhead.ts'
import { isLockTimeout } from '../db/errors.ts'
import { recordFreeReports, recordReports } from './record-outcome.ts'

const largestSet = 200

/**
 * Records what one provider reports. Reports that arrive together are one set, whatever businesses they are about. A report on a
 * nudge that somebody else holds is recorded apart, at the cost of that nudge's business; if it waits in vain, only its callback is
 * answered 503, and the provider repeats it.
 */
export function createReportRecorder(context: Context, provider: string): (reports: ProviderReport[]) => Promise<void> {
  const via = (party: string): Context => ({ ...context, db: context.db.as(party) })
  const party = `callback ${provider}`

  /** Answers for each at whose cost it is to be recorded apart, and null where it is done. */
  const record = createBatcher(largestSet, async (reports: ProviderReport[]): Promise<(string | null)[]> => {
    try {
      const held = await recordFreeReports(via(party), reports)
      return reports.map(({ nudgeId }) => held.get(nudgeId) ?? null)
    } catch (error) {
      if (reports.length === 1 && !isLockTimeout(error)) throw error
      // One that cannot be recorded takes nobody along.
      return reports.map(() => `${party}, apart`)
    }
  })

  return async (reports) => {
    const deadline = performance.now() + patienceMilliseconds
    const parties = await Promise.all(reports.map(record))
    const later = Map.groupBy(
      reports.flatMap((report, place) => (parties[place] === null ? [] : [{ report, party: parties[place]! }])),
      (one) => one.party,
    )
    await Promise.all(
      [...later].map(([itsParty, theirs]) =>
        recordReports(
          via(itsParty),
          theirs.map(({ report }) => report),
          deadline,
        ),
      ),
    )
  }
}
