import type { Random } from '../random.ts'
import { repeated } from './hostile-text.ts'
import { drawBytes } from './size.ts'

/** Node refuses a head of more than 16 KiB; the difference is for the other header lines. */
const maxHeadBytes = 14_500

/** Many or long header lines. */
export const headFamilies: Record<string, (random: Random) => string[]> = {
  'many headers': (random) => many(random, (index) => `X-${index}: a`),
  'headers of one name': (random) => many(random, () => random.pick(['X-A: a', 'Via: a', 'Cookie: a=b'])),
  'a long header': (random) => [`X-Long: ${long(random, 'x')}`],
  'spaces in Authorization': (random) => [`Authorization: Bearer ${long(random, ' ')}${random.pick(['x', 'x y', ''])}`],
  'a long key': (random) => [`Authorization: Bearer ${long(random, random.pick(['x', 'sk_', '.', 'é']))}`],
  languages: (random) => [
    `Accept-Language: ${long(random, random.pick(['en,', 'x-a;q=0.1,', ',', ';', 'q=', 'de-', ' ']))}`,
  ],
  proxies: (random) => [
    `X-Forwarded-For: ${long(random, random.pick(['127.0.0.1,', ',', ' ', 'unknown, ', '::,', '1']))}`,
  ],
  cookies: (random) => [`Cookie: ${long(random, random.pick(['a=b; ', '; ', '=', '__Secure-inbox=a; ', ';', ' ']))}`],
  'content types': (random) => [
    `Content-Type: application/json${long(random, random.pick([' ', ';', '; a=b', '\t']))}x`,
  ],
  expectations: (random) => [`Accept: ${long(random, '*/*;q=0.1,')}`, 'Expect: x'],
}

/** Long or deep paths and queries. Each path parameter of the pattern gets the long value. */
export const pathFamilies: Record<string, (random: Random, pattern: string) => string> = {
  'a long path parameter': (random, pattern) => filled(pattern, long(random, random.pick(pathUnits))),
  'many segments': (random, pattern) =>
    `${filled(pattern, 'x')}${long(random, random.pick(['/', '/a', '/..', '//', '/%2e']))}`,
  'many query parameters': (random, pattern) => `${filled(pattern, 'x')}?${long(random, random.pick(queryUnits))}`,
  'numbered query parameters': (random, pattern) =>
    `${filled(pattern, 'x')}?${Array.from({ length: random.pick([10, 100, 1_000, 1_500]) }, (_, index) => `k${index}=`).join('&')}`,
  'a long query parameter': (random, pattern) =>
    `${filled(pattern, 'x')}?${random.pick(['limit', 'cursor', 'q', 'recipient_email', 'reference', 'done'])}=${long(random, random.pick(pathUnits))}`,
}

const pathUnits = ['x', '%41', '%00', '%', '%F0%9F%93%A6', '%FF', 'a.', '@', '1', '+', '%cc%96%cc%81', '-']
const queryUnits = ['a&', 'a=b&', '&', '=', 'limit=1&', 'limit&', '%41=%42&', '%00=%00&', '+&', '?', 'a[b]=c&']

const long = (random: Random, unit: string): string => repeated(unit, drawBytes(random, maxHeadBytes))

const filled = (pattern: string, value: string): string => pattern.replaceAll(/\{\w+\}/g, value)

function many(random: Random, line: (index: number) => string): string[] {
  const bytes = drawBytes(random, maxHeadBytes)
  return Array.from({ length: Math.max(1, Math.floor(bytes / 10)) }, (_, index) => line(index))
}
