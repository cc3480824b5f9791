import { cleanText } from '../../safe-text.ts'
import { displayableOrder } from '../order.ts'

/** The input of an email. Name, subject and body are written by the merchant. */
export type ContentFacts = {
  businessName: string
  subject: string
  body: string
  reference: string | null
  orderStatus: string | null
  inboxLink: string
  unsubscribeUrl: string
}
/** The content of both parts, text and HTML. */
export type MailContent = ReturnType<typeof contentOf>

export const contentOf = ({ businessName, subject, body, reference, orderStatus, ...links }: ContentFacts) => ({
  ...links,
  shop: oneLine(businessName) ?? 'Your shop',
  subject: oneLine(subject) ?? 'An update about your order',
  body: cleanText(body).trim(),
  order: displayableOrder(reference, orderStatus),
})

/** Returns the text as one line, so that it cannot inject a header, or null if it contains no visible character. */
function oneLine(text: string): string | null {
  // Control characters are replaced by a space, so that the words on both sides of one stay separate.
  const line = cleanText(text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp} ]+/gu, ' ')).trim()
  return /[^\s\p{Cf}\p{Default_Ignorable_Code_Point}]/u.test(line) ? line : null
}
