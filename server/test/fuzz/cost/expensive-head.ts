import type { Draw } from '../draw.ts'
import { repeated } from './hostile-text.ts'
import { drawBytes } from './size.ts'

/** Node refuses a head of more than 16 KiB. What is written here leaves room for the rest of it. */
const mostHeadBytes = 14_500

/** Header lines that are many or long. */
export const headFamilies: Record<string, (draw: Draw) => string[]> = {
  'many headers': (draw) => many(draw, (index) => `X-${index}: a`),
  'headers of one name': (draw) => many(draw, () => draw.pick(['X-A: a', 'Via: a', 'Cookie: a=b'])),
  'a long header': (draw) => [`X-Long: ${long(draw, 'x')}`],
  'spaces in Authorization': (draw) => [`Authorization: Bearer ${long(draw, ' ')}${draw.pick(['x', 'x y', ''])}`],
  'a long key': (draw) => [`Authorization: Bearer ${long(draw, draw.pick(['x', 'sk_', '.', 'é']))}`],
  languages: (draw) => [`Accept-Language: ${long(draw, draw.pick(['en,', 'x-a;q=0.1,', ',', ';', 'q=', 'de-', ' ']))}`],
  proxies: (draw) => [`X-Forwarded-For: ${long(draw, draw.pick(['127.0.0.1,', ',', ' ', 'unknown, ', '::,', '1']))}`],
  cookies: (draw) => [`Cookie: ${long(draw, draw.pick(['a=b; ', '; ', '=', '__Host-inbox=a; ', ';', ' ']))}`],
  'content types': (draw) => [`Content-Type: application/json${long(draw, draw.pick([' ', ';', '; a=b', '\t']))}x`],
  expectations: (draw) => [`Accept: ${long(draw, '*/*;q=0.1,')}`, 'Expect: x'],
}

/** Paths and queries that are long, deep or full of escapes. A parameter of the pattern takes what is long. */
export const pathFamilies: Record<string, (draw: Draw, pattern: string) => string> = {
  'a long path parameter': (draw, pattern) => filled(pattern, long(draw, draw.pick(pathUnits))),
  'many segments': (draw, pattern) =>
    `${filled(pattern, 'x')}${long(draw, draw.pick(['/', '/a', '/..', '//', '/%2e']))}`,
  'many query parameters': (draw, pattern) => `${filled(pattern, 'x')}?${long(draw, draw.pick(queryUnits))}`,
  'numbered query parameters': (draw, pattern) =>
    `${filled(pattern, 'x')}?${Array.from({ length: draw.pick([10, 100, 1_000, 1_500]) }, (_, index) => `k${index}=`).join('&')}`,
  'a long query parameter': (draw, pattern) =>
    `${filled(pattern, 'x')}?${draw.pick(['limit', 'cursor', 'q', 'recipient_email', 'reference', 'done'])}=${long(draw, draw.pick(pathUnits))}`,
}

const pathUnits = ['x', '%41', '%00', '%', '%F0%9F%93%A6', '%FF', 'a.', '@', '1', '+', '%cc%96%cc%81', '-']
const queryUnits = ['a&', 'a=b&', '&', '=', 'limit=1&', 'limit&', '%41=%42&', '%00=%00&', '+&', '?', 'a[b]=c&']

const long = (draw: Draw, unit: string): string => repeated(unit, drawBytes(draw, mostHeadBytes))

const filled = (pattern: string, value: string): string => pattern.replaceAll(/\{\w+\}/g, value)

function many(draw: Draw, line: (index: number) => string): string[] {
  const bytes = drawBytes(draw, mostHeadBytes)
  return Array.from({ length: Math.max(1, Math.floor(bytes / 10)) }, (_, index) => line(index))
}
