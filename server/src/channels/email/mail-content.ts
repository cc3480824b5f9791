import { cleanText } from '../../safe-text.ts'
import { orderOf } from '../order.ts'

/** What is known of the update. Name, subject and body are whatever the merchant wrote. */
export type ContentFacts = {
  businessName: string
  subject: string
  body: string
  reference: string | null
  orderStatus: string | null
  inboxLink: string
  unsubscribeUrl: string
}
/** What the mail says, whichever part says it. */
export type MailContent = ReturnType<typeof contentOf>

export const contentOf = ({ businessName, subject, body, reference, orderStatus, ...links }: ContentFacts) => ({
  ...links,
  shop: oneLine(businessName) ?? 'Your shop',
  subject: oneLine(subject) ?? 'An update about your order',
  body: cleanText(body).trim(),
  order: orderOf(reference, orderStatus),
})

/** A text that can start no line of its own, in a header or anywhere else; null when there is nothing to see in it. */
function oneLine(text: string): string | null {
  // Controls become a space here, so that words which one of them kept apart stay apart.
  const line = cleanText(text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp} ]+/gu, ' ')).trim()
  return /[^\s\p{Cf}\p{Default_Ignorable_Code_Point}]/u.test(line) ? line : null
}
