import { bodyText } from '../../safe-text.ts'
import type { Order } from '../order.ts'
import type { MailContent } from './mail-content.ts'

/** The part without markup. Our link stands before every word of the merchant's, so no link of theirs is taken for it. */
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
  const parts = [reference === null ? '' : `Order ${reference}`, status?.words ?? '']
  return parts.filter((part) => part !== '').join(': ')
}

/** Lines of at most 76 characters where words allow it. A longer word, such as a link, stays whole. */
function wrap(text: string): string {
  return text.replaceAll(/(?=.{77})(.{1,76}) +/gu, '$1\n')
}
