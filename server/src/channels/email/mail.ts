import { type ContentFacts, contentOf } from './mail-content.ts'
import { mailHtml } from './mail-html.ts'
import { mailText } from './mail-text.ts'

export type MailFacts = ContentFacts & {
  nudgeId: string
  /** As the merchant knows it, `msg_…`. */
  messageId: string
  to: string
  at: Date
}
export type MailSettings = {
  fromAddress: string
  /** The right side of every Message-ID. */
  domain: string
}
/** As the mail library takes it. */
export type Mail = {
  from: { name: string; address: string }
  to: { name: string; address: string }
  subject: string
  text: string
  html: string
  messageId: string
  date: Date
  headers: Record<string, string | { prepared: true; value: string }>
}

/** The email nudge (1.2): the update itself, and the link to the inbox, which is the truth. */
export function writeMail(facts: MailFacts, { fromAddress, domain }: MailSettings): Mail {
  const content = contentOf(facts)
  return {
    from: { name: headerText(content.shop), address: fromAddress },
    // Never a bare text: that would be read as a list of addresses.
    to: { name: '', address: facts.to },
    subject: headerText(content.subject),
    text: mailText(content),
    html: mailHtml(content),
    // The same on every attempt, so that a mail which arrives twice can be recognised.
    messageId: `<${facts.nudgeId}@${domain}>`,
    date: facts.at,
    headers: {
      'List-Unsubscribe': `<${facts.unsubscribeUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      // Out-of-office replies stay at home.
      'Auto-Submitted': 'auto-generated',
      'X-Tidings-Message': facts.messageId,
    },
  }
}

/**
 * What a header may hold beyond being one line: `=?` opens an encoded word, and a text that brings its own would
 * be decoded by the reader's program into characters that were never checked.
 */
const headerText = (line: string): string => line.replaceAll('=?', '= ?')
