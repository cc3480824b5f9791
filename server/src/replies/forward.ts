import type { PlainMail } from '../channels/email/compose-mail.ts'
import type { Context } from '../context.ts'
import type { Transaction } from '../db/database.ts'
import { emailIdentity } from '../email.ts'
import type { TakenJob } from '../queue/queue.ts'
import { composeForwardEmail } from './forward-email.ts'
import { lockUnforwarded, markForwarded, type UnforwardedRow, unmarkForwarded } from './sql.ts'

/** An email that forwards a reply to the owner of a business. */
export type ForwardEmail = PlainMail & { businessId: string }

/**
 * Returns the emails to send. The replies are marked as forwarded in a transaction that commits before an email is submitted,
 * so that an erasure can count the replies that an email may contain. The jobs of all others are finished: the reply was
 * erased, was forwarded before, or the business has no contact address.
 */
export async function beginForwarding(context: Context, taken: TakenJob[]): Promise<ForwardEmail[]> {
  return context.db.transaction(async (tx) => {
    const emails = (await tx.all(lockUnforwarded, { jobs: taken })).map(toEmail)
    if (emails.length > 0) tx.write(markForwarded, { replies: emails })
    await context.queue.finishOthers(tx, 'forwards', taken, emails)
    return emails
  })
}

/** Clears the mark of replies whose email was certainly not accepted, so that they can be retried. */
export const resetForwarding = (tx: Transaction, emails: ForwardEmail[]): void =>
  tx.write(unmarkForwarded, { replies: emails })

const toEmail = (row: UnforwardedRow): ForwardEmail => ({
  ...row,
  replyId: row.id,
  to: emailIdentity(row.contactEmail),
  ...composeForwardEmail(row),
})
