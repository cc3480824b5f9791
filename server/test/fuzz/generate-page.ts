import { queries, segments, texts } from './corpus.ts'
import { encode } from './encode.ts'
import { mutateBytes, mutateText } from './junk.ts'
import type { Known } from './known.ts'
import type { Random } from './random.ts'

export type PageRoute = { method: string; path: string }

/** A request for a page that needs no API key, with a customer's links, cookie and form fields, some of them mutated. */
export function generatePage(random: Random, pages: readonly PageRoute[], known: Known): Buffer {
  const { method, path } = random.pick(pages)
  const filled = path.replaceAll(/\{\w+\}/g, (name) =>
    name === '{inbox}' && random.bool(0.8) ? known.inbox : generateToken(random, known),
  )
  const query = random.bool(0.1) ? `?${random.pick(queries)}` : ''
  return encode(random, {
    method,
    path: filled + query,
    headers: [...cookie(random, known), ...fetched(random)],
    body: method === 'POST' ? generateForm(random, known) : Buffer.alloc(0),
    contentType: 'application/x-www-form-urlencoded',
  })
}

function generateToken(random: Random, { tokens, ids }: Known): string {
  if (random.bool(0.4)) return random.pick([...tokens, ...ids])
  return random.bool(0.5) ? mutateText(random, random.pick(tokens)) : random.pick(segments)
}

function cookie(random: Random, { session, tokens }: Known): string[] {
  if (random.bool(0.2)) return []
  const value = random.bool(0.6)
    ? session
    : random.pick([mutateText(random, session), '', '\u00ff', random.pick(tokens), 'x'.repeat(4000)])
  return [`Cookie: ${random.pick(['', 'a=b; ', '__Secure-inbox=; '])}__Secure-inbox=${value}`]
}

const fetched = (random: Random): string[] =>
  random.bool(0.8)
    ? ['Sec-Fetch-Site: same-origin']
    : random.pick([[], ['Sec-Fetch-Site: cross-site'], ['Origin: null']])

function generateForm(random: Random, { fields, tokens }: Known): Buffer {
  const names = [...fields.map(([name]) => name), 'shown', 'token', 'channel', 'code', 'reference', 'digits', 'x']
  const filled = fields.filter(() => random.bool(0.8)).map(([name, value]): [string, string] => [name, value])
  const added = Array.from({ length: random.below(3) }, (): [string, string] => [
    random.pick(names),
    random.pick([...texts, ...tokens]).toWellFormed(),
  ])
  if (random.bool(0.05)) return Buffer.from(random.pick(['%', '&=&', 'x'.repeat(9000), '%FF%00', '{}']))
  return mutateBytes(random, Buffer.from(new URLSearchParams([...filled, ...added]).toString()))
}
