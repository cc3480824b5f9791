import type { Acknowledgement } from '../channels/paid-adapter.ts'
import type { Submission } from '../channels/submission.ts'
import type { Context } from '../context.ts'
import type { Transaction } from '../db/database.ts'
import type { TakenJob } from '../queue/queue.ts'
import { loadConsents } from '../recipients/consents.ts'
import { numberDigest } from '../recipients/digest.ts'
import { loadSuppressions } from '../suppressions/suppressions.ts'
import { refuseAcknowledgement } from './acknowledge.decide.ts'
import { beginAcknowledgements, lockAcknowledgements, storePlatformIds, takeBackAcknowledgements } from './sql.ts'

/**
 * The replies in hand that may be acknowledged. They are marked, and only when that is committed is the platform called: nobody is
 * answered twice. The others end here, and so does one whose reply was erased or whose number was changed.
 */
export async function beginAcknowledging(context: Context, taken: TakenJob[]): Promise<Acknowledgement[]> {
  return context.db.transaction(async (tx) => {
    const rows = await tx.all(lockAcknowledgements, { jobs: taken })
    const suppressions = await loadSuppressions(context, tx, rows)
    const consentsOf = await loadConsents(tx, rows)
    const now = await tx.now
    const going = rows
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
    if (going.length > 0) tx.write(beginAcknowledgements, { going: going.map((one) => keyOf(context, one)) })
    await context.queue.finishOthers(tx, 'acknowledgements', taken, going)
    return going
  })
}

/** The platform certainly has not got them, and may take them later. */
export const releaseAcknowledgements = (context: Context, tx: Transaction, items: Acknowledgement[]): void =>
  tx.write(takeBackAcknowledgements, { going: items.map((one) => keyOf(context, one)) })

/** A reply to an acknowledgement is for the business that it came from. */
export function nameAcknowledgements(
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

const keyOf = ({ deriveKey }: Context, { businessId, to }: Acknowledgement) => ({
  businessId,
  numberDigest: numberDigest(deriveKey, businessId, to),
})
