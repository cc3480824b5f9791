import { queries, segments, texts } from './corpus.ts'
import type { Draw } from './draw.ts'
import { encode } from './encode.ts'
import { spoilBytes, spoilText } from './junk.ts'
import type { Known } from './known.ts'

/** Where a page is. */
export type PagePlace = { method: string; path: string }

/** A visit to a page that needs no key, with the links, the cookie and the forms of a customer, or nearly those. */
export function generatePage(draw: Draw, pages: readonly PagePlace[], known: Known): Buffer {
  const { method, path } = draw.pick(pages)
  const filled = path.replaceAll(/\{\w+\}/g, () => generateToken(draw, known))
  const query = draw.chance(0.1) ? `?${draw.pick(queries)}` : ''
  return encode(draw, {
    method,
    path: filled + query,
    headers: [...cookie(draw, known), ...fetched(draw)],
    body: method === 'POST' ? generateForm(draw, known) : Buffer.alloc(0),
    contentType: 'application/x-www-form-urlencoded',
  })
}

function generateToken(draw: Draw, { tokens, ids }: Known): string {
  if (draw.chance(0.4)) return draw.pick([...tokens, ...ids])
  return draw.chance(0.5) ? spoilText(draw, draw.pick(tokens)) : draw.pick(segments)
}

function cookie(draw: Draw, { session, tokens }: Known): string[] {
  if (draw.chance(0.2)) return []
  const value = draw.chance(0.6)
    ? session
    : draw.pick([spoilText(draw, session), '', '\u00ff', draw.pick(tokens), 'x'.repeat(4000)])
  return [`Cookie: ${draw.pick(['', 'a=b; ', '__Host-inbox=; '])}__Host-inbox=${value}`]
}

const fetched = (draw: Draw): string[] =>
  draw.chance(0.8) ? ['Sec-Fetch-Site: same-origin'] : draw.pick([[], ['Sec-Fetch-Site: cross-site'], ['Origin: null']])

function generateForm(draw: Draw, { fields, tokens }: Known): Buffer {
  const names = [...fields.map(([name]) => name), 'shown', 'token', 'channel', 'code', 'reference', 'digits', 'x']
  const filled = fields.filter(() => draw.chance(0.8)).map(([name, value]): [string, string] => [name, value])
  const added = Array.from({ length: draw.below(3) }, (): [string, string] => [
    draw.pick(names),
    draw.pick([...texts, ...tokens]).toWellFormed(),
  ])
  if (draw.chance(0.05)) return Buffer.from(draw.pick(['%', '&=&', 'x'.repeat(9000), '%FF%00', '{}']))
  return spoilBytes(draw, Buffer.from(new URLSearchParams([...filled, ...added]).toString()))
}
