import type { Transaction } from '../db/database.ts'
import { type EmailIdentity, emailIdentity } from '../email.ts'
import { takenNotices } from './sql.ts'
import { noticeWords } from './words.ts'

export type NoticeMail = { id: string; to: EmailIdentity; subject: string; text: string; at: Date }

/** The mails to owners of businesses about those of these notices that have an owner to notify and words for them. */
export async function ownerMails(tx: Transaction, ids: string[]): Promise<NoticeMail[]> {
  const rows = await tx.all(takenNotices, { ids })
  return rows.flatMap(({ id, kind, detail, contact_email: to, recipient_email, at }) => {
    const words = noticeWords(kind, { ...detail, recipient_email })
    return to === null || words === null ? [] : [{ id, to: emailIdentity(to), ...words, at }]
  })
}
