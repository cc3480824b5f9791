import type { Brand } from '../../brand/brand.ts'
import { cleanText } from '../../safe-text.ts'
import { displayableOrder } from '../order.ts'
import { orderLabels } from '../order-labels.ts'
import { mailWords } from './mail-words.ts'

/** The input of an email. Name, subject and body are written by the merchant. */
export type ContentFacts = {
  businessName: string
  brand: Brand
  subject: string
  body: string
  reference: string | null
  orderStatus: string | null
  inboxLink: string
  unsubscribeUrl: string
}
/** The content of both parts, text and HTML. */
export type MailContent = ReturnType<typeof contentOf>

export function contentOf({ businessName, brand, subject, body, reference, orderStatus, ...links }: ContentFacts) {
  const { colour, contact, language } = brand
  const words = mailWords[language]
  const order = displayableOrder(reference, orderStatus)
  return {
    ...links,
    colour,
    language,
    words,
    contact: contact === null ? null : oneLine(contact),
    shop: oneLine(businessName) ?? words.shop,
    subject: oneLine(subject) ?? words.subject,
    body: cleanText(body).trim(),
    order:
      order.status === null
        ? order
        : { ...order, status: { ...order.status, label: orderLabels[language][order.status.name] } },
  }
}

/** Returns the text as one line, so that it cannot inject a header, or null if it contains no visible character. */
function oneLine(text: string): string | null {
  // Control characters are replaced by a space, so that the words on both sides of one stay separate.
  const line = cleanText(text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp} ]+/gu, ' ')).trim()
  return /[^\s\p{Cf}\p{Default_Ignorable_Code_Point}]/u.test(line) ? line : null
}
