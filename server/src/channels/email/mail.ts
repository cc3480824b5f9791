import { type ContentFacts, contentOf } from './mail-content.ts'
import { mailHtml } from './mail-html.ts'
import { mailText } from './mail-text.ts'

export type MailFacts = ContentFacts & {
  nudgeId: string
  /** The public id, `msg_…`. */
  messageId: string
  to: string
  at: Date
}
export type MailSettings = {
  fromAddress: string
  /** The domain part of every Message-ID. */
  domain: string
}
/** The input format of the mail library. */
export type Mail = {
  from: { name: string; address: string }
  to: { name: string; address: string }
  /** Absent: replies go to the sender. */
  replyTo?: { name: string; address: string }
  subject: string
  text: string
  html: string
  messageId: string
  date: Date
  headers: Record<string, string | { prepared: true; value: string }>
}

/** The email nudge (1.2): the update itself and the link to the inbox, which always has the current version. */
export function writeMail(facts: MailFacts, { fromAddress, domain }: MailSettings): Mail {
  const content = contentOf(facts)
  return {
    from: { name: headerText(content.shop), address: fromAddress },
    // Always an object: the library parses a string as a list of addresses.
    to: { name: '', address: facts.to },
    ...(facts.brand.replyTo !== null && { replyTo: { name: '', address: facts.brand.replyTo } }),
    subject: headerText(content.subject),
    text: mailText(content),
    html: mailHtml(content),
    // The same on every attempt, so that duplicates can be recognised.
    messageId: `<${facts.nudgeId}@${domain}>`,
    date: facts.at,
    headers: {
      'List-Unsubscribe': `<${facts.unsubscribeUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      // Suppresses automatic replies (RFC 3834).
      'Auto-Submitted': 'auto-generated',
      'X-Tidings-Message': facts.messageId,
    },
  }
}

/**
 * `=?` starts an encoded word. The recipient's email client would decode an encoded word in the merchant's text into
 * characters that were not checked.
 */
const headerText = (line: string): string => line.replaceAll('=?', '= ?')
