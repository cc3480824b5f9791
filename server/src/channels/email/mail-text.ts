import { bodyText } from '../../safe-text.ts'
import type { Order } from '../order.ts'
import type { MailContent } from './mail-content.ts'

/**
 * The plain text part. The inbox link precedes all text of the merchant, so that a link in that text is not mistaken for it.
 */
export function mailText({ words, contact, ...content }: MailContent): string {
  const { shop, subject, body, order, inboxLink, unsubscribeUrl } = content
  const sections = [
    orderLine(order, words.order),
    `${words.openInbox}:\n${inboxLink}`,
    wrap(subject),
    wrap(bodyText(body)),
    wrap(`${words.why[0]}${shop}${words.why[1]}`),
    contact === null ? '' : wrap(bodyText(`${words.contact} ${contact}`)),
    `${words.unsubscribe}:\n${unsubscribeUrl}`,
  ]
  return `${sections.filter((section) => section !== '').join('\n\n')}\n`
}

function orderLine({ reference, status }: Order, orderWord: string): string {
  const parts = [reference === null ? '' : `${orderWord} ${reference}`, status?.label ?? '']
  return parts.filter((part) => part !== '').join(': ')
}

const maxLineCharacters = 76

/** Breaks lines after at most 76 characters. A longer word, such as a link, is not split. */
export const wrap = (text: string): string => text.replaceAll(/.+/gu, wrapLine)

/** Visits each character once, so that a long text without spaces costs no more than another. */
function wrapLine(line: string): string {
  const characters = Array.from(line)
  let wrapped = ''
  let start = 0
  while (characters.length - start > maxLineCharacters) {
    const space = findBreak(characters, start)
    if (space === -1) break
    wrapped += `${characters.slice(start, space).join('')}\n`
    start = space
    while (characters[start] === ' ') start += 1
  }
  return wrapped + characters.slice(start).join('')
}

/** The last space of a line of at most 76 characters, else the first after it. -1 if the rest has none. */
function findBreak(characters: string[], start: number): number {
  const last = characters.lastIndexOf(' ', start + maxLineCharacters)
  return last > start ? last : characters.indexOf(' ', start + maxLineCharacters)
}
