import { actionMail } from '../channels/email/action-mail.ts'
import type { PlainMail } from '../channels/email/compose-mail.ts'
import type { Context } from '../context.ts'
import type { Transaction } from '../db/database.ts'
import { emailIdentity } from '../email.ts'
import { rolesWith } from '../member-role.ts'
import { shopPath } from '../shop-path.ts'
import { noticeText } from './notice-texts.ts'
import { findNoticeMails, type NoticeToMail } from './sql.ts'

export type NoticeMail = PlainMail

/** The emails of these jobs. A notice without a text for the business has none, and neither has a member who may not act on it any more. */
export async function noticeMails({ publicUrl }: Context, tx: Transaction, ids: string[]): Promise<NoticeMail[]> {
  const rows = await tx.all(findNoticeMails, { ids })
  return rows.flatMap((row) => mailOf(row, publicUrl) ?? [])
}

function mailOf(row: NoticeToMail, publicUrl: string): NoticeMail | null {
  const { id, kind, detail, at, to, role, recipientId, recipientEmail } = row
  const text = noticeText(kind, { ...detail, recipient_email: recipientEmail, at: at.toISOString() })
  if (text === null || to === null) return null
  const { title, paragraphs, action, permission } = text
  if (role !== null && !rolesWith(permission).includes(role)) return null
  const url = publicUrl + shopPath(row) + action.path
  const footer = `You get this ${role === null ? 'at the contact address' : 'as a member'} of ${row.shopName}. The list of all notices: ${publicUrl}${shopPath(row)}/notices`
  const content = actionMail({ title, paragraphs, action: { label: action.label, url }, footer })
  return { id, to: emailIdentity(to), subject: title, ...content, at, recipientId }
}
