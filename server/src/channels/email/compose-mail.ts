import type { EmailIdentity } from '../../email.ts'
import { html } from '../../html.ts'
import { formatId } from '../../ids.ts'
import { inboxLink, passExpiry, unsubscribeUrl } from '../../inbox-tokens/tokens.ts'
import type { Keyring } from '../../keyring.ts'
import { bodyHtml } from '../../safe-text.ts'
import type { OutgoingNudge } from '../submission.ts'
import { type Mail, writeMail } from './mail.ts'

export type EmailNudge = OutgoingNudge & { to: EmailIdentity; subject: string; body: string }
/**
 * An email of the service itself. `recipientId` is the recipient whose data it contains, null if there is none; `replyId` is the
 * reply that it forwards.
 */
export type PlainMail = {
  id: string
  to: EmailIdentity
  subject: string
  text: string
  /** Absent: the text is the content of the HTML part too. */
  html?: string
  at: Date
  recipientId: string | null
  replyId?: string
}
export type NudgeLinks = { inboxLink: string; unsubscribeUrl: string }
type LinkSettings = { publicUrl: string; keyring: Keyring }

export const linksOf = (nudge: EmailNudge, { publicUrl, keyring }: LinkSettings): NudgeLinks => ({
  inboxLink: inboxLink(keyring, publicUrl, { ...nudge, epoch: nudge.linkEpoch, expiresAt: passExpiry(nudge.at) }),
  unsubscribeUrl: unsubscribeUrl(keyring, publicUrl, nudge),
})

/** The content does not depend on how its links are made. */
export type MailNudge = Omit<EmailNudge, 'businessId' | 'shard' | 'recipientId' | 'linkEpoch'>

export const composeNudge = (nudge: MailNudge, links: NudgeLinks, from: string): Mail =>
  writeMail(
    { ...nudge, ...links, nudgeId: nudge.id, messageId: formatId('msg', nudge.messageId) },
    { fromAddress: from, domain: domainOf(from) },
  )

export const composePlain = ({ id, to, subject, text, html: markup, at }: PlainMail, from: string): Mail => ({
  from: { name: 'Tidings', address: from },
  to: { name: '', address: to },
  subject,
  text,
  html: markup ?? plainHtml(subject, text),
  messageId: `<${id}@${domainOf(from)}>`,
  date: at,
  headers: { 'Auto-Submitted': 'auto-generated' },
})

const plainHtml = (subject: string, text: string): string =>
  html`<!doctype html><html><title>${subject}</title><p style="white-space: pre-wrap" dir="auto">${bodyHtml(text)}</p></html>`
    .markup

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1)
