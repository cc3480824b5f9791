import type { Transaction } from '../db/database.ts'
import { type EmailIdentity, emailIdentity } from '../email.ts'
import { noticeTexts } from './notice-texts.ts'
import { findNotices } from './sql.ts'

export type NoticeMail = { id: string; to: EmailIdentity; subject: string; text: string; at: Date }

/** The emails to the owners of businesses. Notices without an owner's address or without a text for the owner have no email. */
export async function ownerMails(tx: Transaction, ids: string[]): Promise<NoticeMail[]> {
  const rows = await tx.all(findNotices, { ids })
  return rows.flatMap(({ id, kind, detail, contact_email: to, recipient_email, at }) => {
    const texts = noticeTexts(kind, { ...detail, recipient_email, at: at.toISOString() })
    return to === null || texts === null ? [] : [{ id, to: emailIdentity(to), ...texts, at }]
  })
}
