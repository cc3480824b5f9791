import type { Channel } from '../channels/registry.ts'
import type { Context } from '../context.ts'
import type { Transaction } from '../db/database.ts'
import { formatId } from '../ids.ts'
import { metrics } from '../metrics.ts'
import type { SkipReason } from '../reasons.ts'
import type { NudgeState } from './states.ts'

type Refused = { businessId: string; messageId: string; channel: Channel; skippedReason: SkipReason }
type Reported = Omit<Refused, 'skippedReason'> & { state: NudgeState; skippedReason: SkipReason | null }

/**
 * Counts and reports the nudges that a gate refused, once the transaction is committed. The merchant reads the reason in the response
 * or in an event, so the lines are at debug. At other levels they are not built, because a batch can have hundreds.
 */
export function reportSkips(
  { log }: Pick<Context, 'log'>,
  tx: Pick<Transaction, 'afterCommit' | 'count'>,
  nudges: Reported[],
): void {
  const skipped = nudges.filter(isSkipped)
  tx.count(() => {
    for (const { channel, skippedReason: reason } of skipped) metrics.nudgesSkipped.inc({ channel, reason })
  })
  if (!log.isLevelEnabled('debug')) return
  tx.afterCommit(() => {
    for (const { businessId, messageId, channel, skippedReason: reason } of skipped)
      log.debug(
        { message_id: formatId('msg', messageId), business_id: formatId('biz', businessId), channel, reason },
        'skip',
      )
  })
}

/**
 * A paid nudge that a gate refuses when it is due is rejected. One that was cancelled has a reason too. One that a provider refused
 * has none: it is counted as a submission.
 */
const isSkipped = (nudge: Reported): nudge is Reported & Refused =>
  nudge.skippedReason !== null && (nudge.state === 'skipped' || nudge.state === 'rejected')
