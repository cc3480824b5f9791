import type { Context } from '../context.ts'
import { type EmailIdentity, emailIdentity } from '../email.ts'
import type { TakenJob } from '../queue/queue.ts'
import { takeFreshLinks } from './fresh-link.ts'
import { takenNotices } from './sql.ts'
import { noticeWords } from './words.ts'

/** A mail to the owner of a business, or to a reader who asked for one. */
export type NoticeMail = { id: string; to: EmailIdentity; subject: string; text: string; at: Date }

/** The notices in hand that have an owner to tell and words to tell it in. The others end here; the operator has them in the list. */
export async function beginNotices(context: Context, taken: TakenJob[]): Promise<NoticeMail[]> {
  const { db, queue } = context
  return db.transaction(async (tx) => {
    const ids = taken.map(({ id }) => id)
    const rows = await tx.all(takenNotices, { ids })
    const toOwners = rows.flatMap(({ id, kind, detail, contact_email: to, recipient_email, at }) => {
      const words = noticeWords(kind, { ...detail, recipient_email })
      return to === null || words === null ? [] : [{ id, to: emailIdentity(to), ...words, at }]
    })
    const mails = [...toOwners, ...(await takeFreshLinks(context, tx, ids))]
    await queue.finishOthers(tx, 'notices', taken, mails)
    return mails
  })
}
