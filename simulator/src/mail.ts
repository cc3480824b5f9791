import PostalMime, { type Address, decodeWords, type Header } from 'postal-mime'
import type { Item } from './outbox.ts'

export type Mail = Pick<Item, 'from' | 'subject' | 'text' | 'html' | 'link' | 'unsubscribe_url'> & {
  headers: Record<string, string>
}

/** A mail as it came over the wire, read the way a mail program reads it. */
export async function readMail(raw: Uint8Array): Promise<Mail> {
  const mail = await PostalMime.parse(raw)
  const headers = readHeaders(mail.headers)
  const text = withoutLastLineEnd(mail.text)
  return {
    from: mail.from === undefined ? null : writeAddress(mail.from),
    subject: mail.subject ?? null,
    text,
    html: withoutLastLineEnd(mail.html),
    link: findInboxLink(text ?? ''),
    unsubscribe_url: findUnsubscribeUrl(headers['list-unsubscribe'] ?? ''),
    headers,
  }
}

/** A header that is there several times becomes one value, joined with a comma. */
function readHeaders(headers: Header[]): Record<string, string> {
  const values = new Map<string, string>()
  for (const { key, value } of headers) {
    const earlier = values.get(key)
    values.set(key, earlier === undefined ? decodeWords(value) : `${earlier}, ${decodeWords(value)}`)
  }
  return Object.fromEntries(values)
}

function writeAddress({ name, address }: Address): string {
  if (address === undefined) return name
  return name === '' ? address : `${name} <${address}>`
}

// SMTP ends every mail with a line end, also where the sender wrote none.
function withoutLastLineEnd(part: string | undefined): string | null {
  return part === undefined ? null : part.replace(/\r?\n$/, '')
}

/** The first link of the text whose path begins with `/inbox/`. */
export function findInboxLink(text: string): string | null {
  const links = text.match(/https?:\/\/[^\s<>"]+/gi) ?? []
  return (
    links
      // The full stop or bracket that closes a sentence is not part of its link.
      .map((link) => link.replace(/[.,;:!?'")\]}]+$/, ''))
      .find((link) => URL.parse(link)?.pathname.startsWith('/inbox/')) ?? null
  )
}

/** The web address among those of a `List-Unsubscribe` header, which may also hold a mailto. */
export function findUnsubscribeUrl(header: string): string | null {
  const url = /<\s*(https?:[^>]+)>/i.exec(header)?.[1]
  // A long address may have been folded inside its brackets: that space does not count (RFC 2369, 2).
  return url?.replaceAll(/\s/g, '') ?? null
}
