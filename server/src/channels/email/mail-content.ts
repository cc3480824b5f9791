import { cleanText } from '../../safe-text.ts'
import { type Order, orderOf } from '../order.ts'

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
export type MailContent = {
  shop: string
  subject: string
  body: string
  order: Order
  inboxLink: string
  unsubscribeUrl: string
}

export function contentOf(facts: ContentFacts): MailContent {
  return {
    shop: oneLine(facts.businessName) ?? 'Your shop',
    subject: oneLine(facts.subject) ?? 'An update about your order',
    body: cleanText(facts.body).trim(),
    order: orderOf(facts.reference, facts.orderStatus),
    inboxLink: facts.inboxLink,
    unsubscribeUrl: facts.unsubscribeUrl,
  }
}

/** A text that can start no line of its own, in a header or anywhere else; null when there is nothing to see in it. */
function oneLine(text: string): string | null {
  // Controls become a space here, so that words which one of them kept apart stay apart.
  const line = cleanText(text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp} ]+/gu, ' ')).trim()
  return /[^\s\p{Cf}\p{Default_Ignorable_Code_Point}]/u.test(line) ? line : null
}
