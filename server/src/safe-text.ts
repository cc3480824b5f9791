import { type Html, html } from './html.ts'
import { readableHost } from './safe-text-host.ts'

/** Removes invisible characters from a merchant's text: control characters, and marks that change the reading direction. */
export function cleanText(text: string): string {
  return text.replaceAll(lineEnds, '\n').replaceAll(invisible, '')
}

const lineEnds = /\r\n?|[\u0085\u2028\u2029]/g
const invisible = /(?![\n\t])\p{Cc}|\p{Bidi_Control}/gu

/** Clean text on one line. */
export const lineText = (text: string): string => cleanText(text).replaceAll(/\s+/g, ' ').trim()

/** A body (2.1) as markup: text and links, never another element. Line breaks are preserved. */
export function bodyHtml(text: string): Html {
  return html`${splitLinks(cleanText(text)).map((piece) => (typeof piece === 'string' ? html`${piece}` : linkHtml(piece)))}`
}

/** A body as plain text. Mail programs turn addresses into links, so hosts are displayed like in `bodyHtml`. */
export function bodyText(text: string): string {
  return splitLinks(cleanText(text))
    .map((piece) => (typeof piece === 'string' ? piece : piece.shown))
    .join('')
}

type Link = { href: string; shown: string }

// A URL reads from left to right, also inside Arabic text.
function linkHtml({ href, shown }: Link): Html {
  return html`<a href="${href}" rel="noopener noreferrer nofollow" dir="ltr">${shown}</a>`
}

/** Quotation marks and East Asian punctuation end a link, because no space follows them. */
const links = /https?:\/\/[^\s<>"/\\?#][^\s<>"\p{Pi}\p{Pf}\u3000-\u3004\u3008-\u303f\uff00-\uffef]*/giu

function splitLinks(text: string): (string | Link)[] {
  const pieces: (string | Link)[] = []
  let end = 0
  for (const { 0: found, index } of text.matchAll(links)) {
    const written = withoutSentenceEnd(found)
    const link = readLink(written)
    if (link === null) continue
    pieces.push(text.slice(end, index), link)
    end = index + written.length
  }
  return [...pieces, text.slice(end)]
}

/** Removes the punctuation that ends a sentence, and a closing bracket whose opening bracket comes before the link. */
function withoutSentenceEnd(link: string): string {
  let unopened = link.split(')').length - link.split('(').length
  for (let length = link.length; ; length--) {
    const last = link[length - 1]!
    const ends = last === ')' ? unopened-- > 0 : ".,;:!?…']}".includes(last)
    if (!ends) return link.slice(0, length)
  }
}

/** Null when the text is not a URL, or has a user name, which can be made to look like a host. */
function readLink(written: string): Link | null {
  const url = URL.parse(written)
  if (url === null || url.username !== '' || url.password !== '') return null
  const afterHost = /^\w+:\/\/[^/\\?#]*/.exec(written)![0].length
  const port = url.port === '' ? '' : `:${url.port}`
  return {
    href: url.href,
    shown: `${url.protocol}//${readableHost(url.hostname)}${port}${written.slice(afterHost)}`,
  }
}
