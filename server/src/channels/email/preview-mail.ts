import { exampleLinks } from '../../inbox-tokens/tokens.ts'
import { composeNudge, type MailNudge } from './compose-mail.ts'
import { type DisplayedMail, displayedMail } from './displayed-mail.ts'

type MailPreview = DisplayedMail & { link: string; unsubscribeUrl: string }

/**
 * The email of a nudge that does not exist, with examples as its links. Headers that name the nudge or its time are left out, and
 * that of the message if the message does not exist either.
 */
export function previewMail(
  nudge: MailNudge,
  hasMessage: boolean,
  { publicUrl, emailFrom }: { publicUrl: string; emailFrom: string },
): MailPreview {
  const { inbox: link, unsubscribe: unsubscribeUrl } = exampleLinks(publicUrl)
  const mail = displayedMail(composeNudge(nudge, { inboxLink: link, unsubscribeUrl }, emailFrom))
  const unknown = ['date', 'message-id', ...(hasMessage ? [] : ['x-tidings-message'])]
  const headers = Object.entries(mail.headers).filter(([name]) => !unknown.includes(name))
  return { ...mail, headers: Object.fromEntries(headers), link, unsubscribeUrl }
}
