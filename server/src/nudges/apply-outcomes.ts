import type { Context } from '../context.ts'
import { refundSends } from '../credits/refund.ts'
import type { Transaction } from '../db/database.ts'
import { addressDigest, platformAddressDigest } from '../recipients/digest.ts'
import type { DisplayedEmail, EmailIdentity } from '../recipients/email.ts'
import { emitEvents, messageEvent } from '../webhooks/emit.ts'
import { pauseForComplaints } from './complaints.ts'
import { sendFallbackTexts } from './fallback.ts'
import type { Effect, NudgeOutcome } from './outcome.decide.ts'
import { markUnreachable, moveEscalations, storeOutcomes, suppress, suppressForPlatform } from './sql.ts'
import { subjectOf } from './subject.ts'

/** An outcome, and the row of its nudge: what effects name the message and the recipient by. */
export type RecordedOutcome = NudgeOutcome & {
  row: {
    business_id: string
    id: string
    message_id: string
    push_id: string
    recipient_id: string
    email: EmailIdentity
    displayed_email: DisplayedEmail
    reference: string | null
    number_digest: Buffer | null
  }
}
type EffectOf<Kind extends Effect['kind']> = Extract<Effect, { kind: Kind }>

/** Stores the nudges as they are decided to be and applies what follows, kind by kind. The one place where an outcome is recorded. */
export async function applyOutcomes(context: Context, tx: Transaction, outcomes: RecordedOutcome[]): Promise<void> {
  if (outcomes.length === 0) return
  tx.write(storeOutcomes, { outcomes: outcomes.map(({ nudge }) => nudge) })
  const effects = <Kind extends Effect['kind']>(kind: Kind): (EffectOf<Kind> & Pick<RecordedOutcome, 'row'>)[] =>
    outcomes.flatMap(({ row, effects: all }) =>
      all.filter((effect): effect is EffectOf<Kind> => effect.kind === kind).map((effect) => ({ ...effect, row })),
    )
  const suppressed = effects('suppress')
  storeSuppressions(context, tx, suppressed)
  await emitEvents(
    context,
    tx,
    effects('publish').map(({ row, type, data }) => messageEvent(subjectOf(row), type, data)),
  )
  await pauseForComplaints(
    context,
    tx,
    suppressed.filter(({ reason }) => reason === 'complained').map(({ row }) => row.business_id),
  )
  const unreachable = effects('mark_unreachable').filter(({ row }) => row.number_digest !== null)
  if (unreachable.length > 0)
    tx.write(markUnreachable, [
      unreachable.map(({ row }) => row.business_id),
      unreachable.map(({ row }) => row.number_digest),
    ])
  const escalated = effects('escalate')
  if (escalated.length > 0)
    tx.write(moveEscalations, [
      escalated.map(({ row }) => row.message_id),
      escalated.map(({ row }) => row.push_id),
      escalated.map(({ emailIsOut }) => emailIsOut),
    ])
  // Refunds come first: they may pay for the text.
  refundSends(
    tx,
    effects('refund').map(({ row, credits }) => ({ id: row.id, businessId: row.business_id, refund: credits })),
  )
  await sendFallbackTexts(context, tx, effects('send_fallback'))
}

/** An address that bounced for good is undeliverable for every business; a complaint is about this one. */
function storeSuppressions(
  { deriveKey }: Context,
  tx: Transaction,
  suppressed: (EffectOf<'suppress'> & Pick<RecordedOutcome, 'row'>)[],
): void {
  if (suppressed.length === 0) return
  const digests = suppressed.map(({ row }) => platformAddressDigest(deriveKey, row.email))
  tx.write(suppress, [
    suppressed.map(({ row }) => row.business_id),
    suppressed.map(({ row }, index) => addressDigest(row.business_id, digests[index]!)),
    suppressed.map(({ reason }) => reason),
  ])
  const bounced = digests.filter((_, index) => suppressed[index]!.reason === 'bounced')
  if (bounced.length > 0) tx.write(suppressForPlatform, [bounced])
}
