import type { PlainMail } from '../channels/email/compose-mail.ts'
import type { Transaction } from '../db/database.ts'
import { emailIdentity } from '../email.ts'
import { noticeTexts } from './notice-texts.ts'
import { findNotices } from './sql.ts'

export type NoticeMail = PlainMail

/** The emails to the owners of businesses. Notices without an owner's address or without a text for the owner have no email. */
export async function ownerMails(tx: Transaction, ids: string[]): Promise<NoticeMail[]> {
  const rows = await tx.all(findNotices, { ids })
  return rows.flatMap(({ id, kind, detail, contact_email: to, recipient_id: recipientId, recipient_email, at }) => {
    const texts = noticeTexts(kind, { ...detail, recipient_email, at: at.toISOString() })
    return to === null || texts === null ? [] : [{ id, to: emailIdentity(to), ...texts, at, recipientId }]
  })
}
