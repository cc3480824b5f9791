import type { Acknowledgement } from '../channels/paid-adapter.ts'
import type { Submission } from '../channels/submission.ts'
import type { Context } from '../context.ts'
import type { Transaction } from '../db/database.ts'
import type { TakenJob } from '../queue/queue.ts'
import { loadConsents } from '../recipients/consents.ts'
import { numberDigest } from '../recipients/digest.ts'
import { loadSuppressions } from '../suppressions/suppressions.ts'
import { refuseAcknowledgement } from './acknowledge.decide.ts'
import { beginAcknowledgements, lockAcknowledgements, resetAcknowledgements, storePlatformIds } from './sql.ts'

/**
 * Returns the replies to acknowledge. They are marked as begun in a transaction that commits before the platform is called, so
 * that no reply is acknowledged twice. The jobs of all others are finished, also when the reply was erased or the number
 * changed.
 */
export async function beginAcknowledging(context: Context, taken: TakenJob[]): Promise<Acknowledgement[]> {
  return context.db.transaction(async (tx) => {
    const rows = await tx.all(lockAcknowledgements, { jobs: taken })
    const suppressions = await loadSuppressions(context, tx, rows)
    const consentsOf = await loadConsents(tx, rows)
    const now = await tx.now
    const sendable = rows
      .filter((row) => {
        const { stoppedAt, withdrawnAt } = consentsOf(row.recipientId).whatsapp
        const facts = {
          ...row,
          unsubscribed: row.unsubscribed || suppressions.get(row)!.unsubscribed,
          stopped: row.stopped || stoppedAt !== null,
          withdrawn: row.withdrawn || withdrawnAt !== null,
        }
        return refuseAcknowledgement(facts, now) === null
      })
      .map((row) => ({ ...row, at: now }))
    if (sendable.length > 0) tx.write(beginAcknowledgements, { begun: sendable.map((one) => keyOf(context, one)) })
    await context.queue.finishOthers(tx, 'acknowledgements', taken, sendable)
    return sendable
  })
}

/** Clears the mark of acknowledgements that the platform certainly did not receive, so that they can be retried. */
export const resetAcknowledging = (context: Context, tx: Transaction, items: Acknowledgement[]): void =>
  tx.write(resetAcknowledgements, { begun: items.map((one) => keyOf(context, one)) })

/** Stores the platform ids, so that a reply to an acknowledgement is matched to its business. */
export function recordAcknowledgementIds(
  context: Context,
  tx: Transaction,
  submitted: { item: Acknowledgement; result: Submission }[],
): void {
  const accepted = submitted.flatMap(({ item, result }) =>
    result.outcome === 'accepted' && result.platformId !== undefined
      ? [{ ...keyOf(context, item), platformId: result.platformId }]
      : [],
  )
  if (accepted.length > 0) tx.write(storePlatformIds, { accepted })
}

const keyOf = ({ digestKey }: Context, { businessId, to }: Acknowledgement) => ({
  businessId,
  numberDigest: numberDigest(digestKey, businessId, to),
})
