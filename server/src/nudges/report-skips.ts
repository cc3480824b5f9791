import type { Channel } from '../channels/registry.ts'
import type { Context } from '../context.ts'
import type { Transaction } from '../db/database.ts'
import { formatId } from '../ids.ts'
import type { SkipReason } from '../reasons.ts'
import type { NudgeState } from './states.ts'

type Reported = {
  businessId: string
  messageId: string
  channel: Channel
  state: NudgeState
  skippedReason: SkipReason | null
}

/**
 * Reports the nudges that a gate refused, once the transaction is committed. The merchant reads the reason in the response or in
 * an event, so the lines are at debug. At other levels they are not built, because a batch can have hundreds.
 */
export function reportSkips({ log }: Pick<Context, 'log'>, tx: Pick<Transaction, 'afterCommit'>, nudges: Reported[]) {
  if (!log.isLevelEnabled('debug')) return
  tx.afterCommit(() => {
    for (const { businessId, messageId, channel, skippedReason: reason } of nudges.filter(isSkipped))
      log.debug(
        { message_id: formatId('msg', messageId), business_id: formatId('biz', businessId), channel, reason },
        'skip',
      )
  })
}

/** A paid nudge that a gate refuses when it is due is rejected. One that was cancelled has a reason too. */
const isSkipped = ({ state, skippedReason }: Reported): boolean =>
  skippedReason !== null && (state === 'skipped' || state === 'rejected')
