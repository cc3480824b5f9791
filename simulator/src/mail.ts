import PostalMime, { type Address, addressParser, decodeWords } from 'postal-mime'
import { findInboxLink } from './link.ts'
import type { Arrival, Body } from './outbox.ts'

export type Head = Pick<Arrival, 'from' | 'subject' | 'unsubscribe_url'> & { headers: Record<string, string> }

/** The headers of a raw email. Runs for every arriving email, so it must be cheap. */
export function readHead(raw: Buffer): Head {
  const lines = headerLines(raw)
  const headers = readHeaders(lines)
  const from = lines.find(([name]) => name === 'from')?.[1]
  return {
    from: writeSender(addressParser(from ?? '')),
    subject: headers['subject'] ?? null,
    unsubscribe_url: findUnsubscribeUrl(headers['list-unsubscribe'] ?? ''),
    headers,
  }
}

/** The content of a raw email. All fields are null when it cannot be parsed. */
export async function readBody(raw: Buffer): Promise<Body> {
  const mail = await PostalMime.parse(raw).catch(() => ({ text: undefined, html: undefined }))
  const text = withoutFinalLineBreak(mail.text)
  return { text, html: withoutFinalLineBreak(mail.html), link: findInboxLink(text ?? '') }
}

/** Names are lower-cased, values unfolded but not decoded. Lines that are not headers are skipped. */
function headerLines(raw: Buffer): [name: string, value: string][] {
  const end = raw.indexOf('\r\n\r\n')
  return raw
    .toString('utf8', 0, end === -1 ? raw.length : end)
    .replaceAll(/\r\n(?=[ \t])/g, '')
    .split('\r\n')
    .flatMap((line) => {
      const colon = line.indexOf(':')
      return colon < 1 ? [] : [[line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()]]
    })
}

/** The values of a repeated header are joined with a comma. */
function readHeaders(lines: [name: string, value: string][]): Record<string, string> {
  const values = new Map<string, string>()
  for (const [name, value] of lines) {
    const earlier = values.get(name)
    values.set(name, earlier === undefined ? decodeWords(value) : `${earlier}, ${decodeWords(value)}`)
  }
  return Object.fromEntries(values)
}

function writeSender([sender]: Address[]): string | null {
  if (sender === undefined) return null
  const { name, address } = sender
  if (!address) return name
  return name === '' ? address : `${name} <${address}>`
}

// SMTP ends every email with a line break, even when the sender wrote none.
function withoutFinalLineBreak(part: string | undefined): string | null {
  return part === undefined ? null : part.replace(/\r?\n$/, '')
}

/** The http(s) address of a `List-Unsubscribe` header, which may also contain a mailto address. */
export function findUnsubscribeUrl(header: string): string | null {
  const url = /<\s*(https?:[^>]+)>/i.exec(header)?.[1]
  // A long address may be folded inside its brackets: that whitespace is ignored (RFC 2369, 2).
  return url?.replaceAll(/\s/g, '') ?? null
}
