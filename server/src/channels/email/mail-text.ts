import { bodyText } from '../../safe-text.ts'
import type { Order } from '../order.ts'
import type { MailContent } from './mail-content.ts'

/**
 * The plain text part. The inbox link precedes all text of the merchant, so that a link in that text is not mistaken for it.
 */
export function mailText({ shop, subject, body, order, inboxLink, unsubscribeUrl }: MailContent): string {
  const sections = [
    orderLine(order),
    `Open your inbox:\n${inboxLink}`,
    wrap(subject),
    wrap(bodyText(body)),
    wrap(`You get this because you ordered at ${shop}.`),
    `Unsubscribe from these updates:\n${unsubscribeUrl}`,
  ]
  return `${sections.filter((section) => section !== '').join('\n\n')}\n`
}

function orderLine({ reference, status }: Order): string {
  const parts = [reference === null ? '' : `Order ${reference}`, status?.label ?? '']
  return parts.filter((part) => part !== '').join(': ')
}

/** Breaks lines after at most 76 characters. A longer word, such as a link, is not split. */
function wrap(text: string): string {
  return text.replaceAll(/(?=.{77})(.{1,76}) +/gu, '$1\n')
}
