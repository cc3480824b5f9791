import { queries, segments, texts } from './corpus.ts'
import { encode } from './encode.ts'
import { mutateBytes, mutateText } from './junk.ts'
import type { Known } from './known.ts'
import type { Random } from './random.ts'

export type PageRoute = { method: string; path: string }

/** A request for a page that needs no API key, with the links, cookie and form fields of a customer or a member, some of them mutated. */
export function generatePage(random: Random, pages: readonly PageRoute[], known: Known): Buffer {
  const { method, path } = random.pick(pages)
  const filled = path.replaceAll(/\{\w+\}/g, (name) =>
    random.bool(0.8) ? (segmentOf(name, known) ?? generateToken(random, known)) : generateToken(random, known),
  )
  const member = path.startsWith('/dashboard') ? random.pick(known.members) : null
  const query = random.bool(0.1) ? `?${random.pick(queries)}` : ''
  return encode(random, {
    method,
    path: filled + query,
    headers: [
      ...(member === null ? cookie(random, known) : memberCookie(random, known, member.session)),
      ...fetched(random),
    ],
    body: method === 'POST' ? generateForm(random, known, (member ?? known).fields) : Buffer.alloc(0),
    contentType: 'application/x-www-form-urlencoded',
  })
}

const segmentOf = (name: string, { inbox, dashboard, email, ids }: Known): string | null =>
  ({ '{inbox}': inbox, '{shop}': dashboard, '{email}': encodeURIComponent(email), '{public_id}': ids[0]! })[name] ??
  null

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

function memberCookie(random: Random, { session: ofCustomer }: Known, session: string): string[] {
  if (random.bool(0.1)) return []
  const value = random.bool(0.8)
    ? session
    : random.pick([mutateText(random, session), ofCustomer, '', 'x'.repeat(4000)])
  return [`Cookie: ${random.pick(['', 'a=b; ', '__Host-sign-in=; '])}__Host-dashboard=${value}`]
}

const fetched = (random: Random): string[] =>
  random.bool(0.8)
    ? ['Sec-Fetch-Site: same-origin']
    : random.pick([[], ['Sec-Fetch-Site: cross-site'], ['Origin: null']])

function generateForm(random: Random, { tokens, email }: Known, fields: Known['fields']): Buffer {
  const names = [
    ...fields.map(([name]) => name),
    'shown',
    'token',
    'channel',
    'code',
    'reference',
    'digits',
    'email',
    'phone',
    'address',
    'next',
    'from',
    'role',
    'x',
  ]
  const filled = fields.filter(() => random.bool(0.8)).map(([name, value]): [string, string] => [name, value])
  const added = Array.from({ length: random.below(3) }, (): [string, string] => [
    random.pick(names),
    random.pick([...texts, ...tokens, email]).toWellFormed(),
  ])
  if (random.bool(0.05)) return Buffer.from(random.pick(['%', '&=&', 'x'.repeat(9000), '%FF%00', '{}']))
  return mutateBytes(random, Buffer.from(new URLSearchParams([...filled, ...added]).toString()))
}
