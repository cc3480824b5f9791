import type { Context } from '../context.ts'
import { refundSends } from '../credits/sends.ts'
import type { Transaction } from '../db/database.ts'
import { storeSuppressions } from '../suppressions/suppressions.ts'
import type { Traced } from '../tracing.ts'
import { emitEvents, messageEvent } from '../webhooks/emit.ts'
import { pauseForComplaints } from './complaints.ts'
import { sendFallbacks } from './fallback.ts'
import type { Effect, NudgeOutcome } from './outcome.decide.ts'
import { reportSkips } from './report-skips.ts'
import type { NudgeRow } from './row.ts'
import { markUnreachable, moveEscalations, storeOutcomes } from './sql.ts'

/** The row identifies the message and the recipient for the effects, and the trace is that of what they follow from. */
type RecordedOutcome = NudgeOutcome & Traced & { row: NudgeRow }
type EffectOf<Kind extends Effect['kind']> = Extract<Effect, { kind: Kind }>

/** Stores the decided nudges and applies their effects, kind by kind. Every outcome is recorded by this function. */
export async function applyOutcomes(context: Context, tx: Transaction, outcomes: RecordedOutcome[]): Promise<void> {
  if (outcomes.length === 0) return
  tx.write(storeOutcomes, { outcomes: outcomes.map(({ nudge }) => nudge) })
  reportSkips(
    context,
    tx,
    outcomes.map(({ nudge, row: { messageId } }) => ({ ...nudge, messageId })),
  )
  const effects = <Kind extends Effect['kind']>(
    kind: Kind,
  ): (EffectOf<Kind> & Pick<RecordedOutcome, 'row' | 'trace'>)[] =>
    outcomes.flatMap(({ row, trace, effects: all }) =>
      all
        .filter((effect): effect is EffectOf<Kind> => effect.kind === kind)
        .map((effect) => ({ ...effect, row, trace })),
    )
  const suppressed = effects('suppress').map(({ row, reason }) => ({ ...row, reason }))
  storeSuppressions(context, tx, suppressed)
  const events = effects('publish').map(({ row, type, data, trace }) => ({ ...messageEvent(row, type, data), trace }))
  await emitEvents(context, tx, events)
  const complained = suppressed.filter(({ reason }) => reason === 'complained')
  await pauseForComplaints(context, tx, complained)
  const numbers = effects('mark_unreachable').flatMap(({ row: { businessId, numberDigest } }) =>
    numberDigest === null ? [] : [{ businessId, numberDigest }],
  )
  if (numbers.length > 0) tx.write(markUnreachable, { numbers })
  const emails = effects('escalate').map(({ row, emailIsOut: isOut }) => ({ ...row, isOut }))
  if (emails.length > 0) tx.write(moveEscalations, { emails })
  // Refunds come before fallbacks: the refunded credits may pay for the fallback.
  const refunds = effects('refund').map(({ row, credits }) => ({ ...row, refund: credits }))
  refundSends(tx, refunds)
  await sendFallbacks(context, tx, effects('send_fallback'))
}
