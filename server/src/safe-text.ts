import { type Html, html } from './html.ts'
import { readableHost } from './safe-text-host.ts'

/** A merchant's text without what nobody can see: controls, and the marks that make a text read in another order. */
export function cleanText(text: string): string {
  return text.replaceAll(lineEnds, '\n').replaceAll(unseen, '')
}

const lineEnds = /\r\n?|[\u0085\u2028\u2029]/g
const unseen = /(?![\n\t])\p{Cc}|\p{Bidi_Control}/gu

/** The same on one line. */
export const lineText = (text: string): string => cleanText(text).replaceAll(/\s+/g, ' ').trim()

/** A body (2.1) as markup: text and links, never another element. Its line breaks stay line breaks. */
export function bodyHtml(text: string): Html {
  return html`${splitLinks(cleanText(text)).map((piece) => (typeof piece === 'string' ? html`${piece}` : linkHtml(piece)))}`
}

/** The same for a reader without markup. Programs make links of what they see, so hosts are shown the same way. */
export function bodyText(text: string): string {
  return splitLinks(cleanText(text))
    .map((piece) => (typeof piece === 'string' ? piece : piece.shown))
    .join('')
}

type Link = { href: string; shown: string }

// An address runs from left to right, also in the middle of Arabic.
function linkHtml({ href, shown }: Link): Html {
  return html`<a href="${href}" rel="noopener noreferrer nofollow" dir="ltr">${shown}</a>`
}

/** Quotation marks and the full stops of East Asia, which no space follows, end a link. */
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

/** The full stop that ends a sentence is not part of its link, nor is a bracket that was opened before it. */
function withoutSentenceEnd(link: string): string {
  let unopened = link.split(')').length - link.split('(').length
  for (let length = link.length; ; length--) {
    const last = link[length - 1]!
    const ends = last === ')' ? unopened-- > 0 : ".,;:!?…']}".includes(last)
    if (!ends) return link.slice(0, length)
  }
}

/** Null where nothing should be clicked: what is no address, and one with a user name, which is made to look like a host. */
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
