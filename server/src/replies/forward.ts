import type { Context } from '../context.ts'
import type { TakenJob } from '../queue/queue.ts'
import { type EmailIdentity, emailIdentity } from '../recipients/email.ts'
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
    const rows = await tx.all(lockUnforwarded, [taken.map(({ id }) => id), taken.map(({ businessId }) => businessId)])
    if (rows.length > 0) tx.write(markForwarded, [rows.map((row) => row.business_id), rows.map(({ id }) => id)])
    const going = new Set(rows.map(({ id }) => id))
    await context.queue.finish(
      tx,
      'forwards',
      taken.map(({ id }) => id).filter((id) => !going.has(id)),
    )
    return rows.map(mailOf)
  })
}

/** The mail certainly was not taken, and may be later. */
export async function takeBackForward({ db }: Context, { businessId, id }: ForwardMail): Promise<void> {
  await db.transaction(async (tx) => tx.write(takeBackForwards, [[businessId], [id]]))
}

const mailOf = (row: UnforwardedRow): ForwardMail => ({
  id: row.id,
  businessId: row.business_id,
  to: emailIdentity(row.contact_email),
  ...forwardWords({ recipientEmail: row.displayed_email, reference: row.reference, text: row.text }),
  at: row.received_at,
})
