import type { Context } from '../context.ts'
import type { Transaction } from '../db/database.ts'
import { type EmailIdentity, emailIdentity } from '../email.ts'
import type { TakenJob } from '../queue/queue.ts'
import { forwardWords } from './forward-words.ts'
import { lockUnforwarded, markForwarded, takeBackForwards, type UnforwardedRow } from './sql.ts'

/** A mail to the owner of a business that carries a reply. */
export type ForwardMail = { id: string; businessId: string; to: EmailIdentity; subject: string; text: string; at: Date }

/**
 * The replies in hand that no mail has carried yet. They are marked, and only when that is committed is a mail handed over, so that
 * an erasure can tell what a mail may have carried. One that was erased meanwhile ends here, and so does one nobody is there for.
 */
export async function beginForwarding(context: Context, taken: TakenJob[]): Promise<ForwardMail[]> {
  return context.db.transaction(async (tx) => {
    const going = (await tx.all(lockUnforwarded, { jobs: taken })).map(mailOf)
    if (going.length > 0) tx.write(markForwarded, { going })
    await context.queue.finishOthers(tx, 'forwards', taken, going)
    return going
  })
}

/** The mails certainly were not taken, and may be later. */
export const releaseForwards = (tx: Transaction, going: ForwardMail[]): void => tx.write(takeBackForwards, { going })

const mailOf = (row: UnforwardedRow): ForwardMail => ({
  ...row,
  to: emailIdentity(row.contactEmail),
  ...forwardWords(row),
})
