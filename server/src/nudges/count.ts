import type { Transaction } from '../db/database.ts'
import { metrics } from '../metrics.ts'
import type { NewNudge } from './sql.ts'
import type { Nudge } from './states.ts'

/** Counts the nudges that were refused when they were created. */
export const countCreated = (tx: Transaction, nudges: Pick<NewNudge, 'channel' | 'state' | 'skippedReason'>[]): void =>
  countSkipped(
    tx,
    nudges.filter(({ state }) => state === 'skipped'),
  )

/** Counts the nudges that were refused when they were due, and those that are retried. */
export function countOutcomes(
  tx: Transaction,
  nudges: Pick<Nudge, 'channel' | 'state' | 'skippedReason' | 'attempts'>[],
): void {
  countSkipped(
    tx,
    nudges.filter(({ state }) => state === 'skipped' || state === 'rejected'),
  )
  // An escalation that waits for its email has no attempt.
  const retried = nudges.filter(({ state, attempts }) => state === 'waiting' && attempts > 0)
  tx.count(() => {
    for (const { channel } of retried) metrics.nudgeRetries.inc({ channel })
  })
}

/** A provider’s refusal has no reason: it is counted as a submission. */
function countSkipped(tx: Transaction, nudges: Pick<Nudge, 'channel' | 'skippedReason'>[]): void {
  tx.count(() => {
    for (const { channel, skippedReason: reason } of nudges)
      if (reason !== null) metrics.nudgesSkipped.inc({ channel, reason })
  })
}
