import type { Random } from '../random.ts'

/** Texts that are expensive to normalise, to match or to split, repeated to about this many bytes. Well-formed, without NUL. */
export const hostileText = (random: Random, bytes: number): string => repeated(random.pick(units), bytes)

export function repeated(unit: string, bytes: number): string {
  return unit.repeat(Math.max(1, Math.floor(bytes / Buffer.byteLength(unit))))
}

const units = [
  'x',
  ' ',
  '\n',
  '\r\n',
  '\t',
  '.',
  '@',
  '-',
  '/',
  'a.',
  'a ',
  'a@',
  'https://a.example/ ',
  'https://',
  'www.a.b/',
  '<a>',
  '&amp;',
  '"',
  '(((',
  '+4',
  '0',
  '%41',
  '📦',
  'e\u0301',
  // Runs of marks that have to be sorted into canonical order.
  '\u0316\u0301',
  '\u0301\u0316\u0345\u0327',
  // One character that becomes eighteen when it is decomposed.
  'ﷺ',
  '각',
  'İıſßẞ',
  '\u202e\u2066',
  '\u200d',
  '👨‍👩‍👧‍👦',
  'ｓｔｏｐ ',
  '\u00ad',
]

/** A value that almost matches the format of this property and fails at its end, where backtracking is most expensive. */
export function nearMatch(random: Random, name: string, property: Record<string, unknown>, bytes: number): string {
  const long = (unit: string): string => repeated(unit, bytes)
  if (name === 'url') return random.pick(nearUrls)(long)
  if (name.endsWith('phone')) return random.pick(nearPhones)(long)
  if (property['format'] === 'email' || name === 'recipient_email') return random.pick(nearEmails)(long)
  if (property['format'] === 'date-time' || name.endsWith('_at')) return random.pick(nearTimes)(long)
  if (typeof property['pattern'] === 'string') return random.pick(nearPatterns)(long)
  return hostileText(random, bytes)
}

type Near = (long: (unit: string) => string) => string

const nearEmails: Near[] = [
  (long) => `${long('a')}@`,
  (long) => long('@'),
  (long) => `${long('a.')}@example.com`,
  (long) => `a@${long('a.')}`,
  (long) => `a@${long('a-')}.example`,
  (long) => `a@${long('xn--a.')}com`,
  (long) => `a@${long('ü')}.example`,
  (long) => `a@${long('\u00ad')}.example`,
  (long) => `a@${long('\u0316\u0301')}.example`,
  (long) => `"${long('\\"')}@example.com`,
  (long) => `${long(' ')}a@example.com`,
  (long) => `a@[${long('1.')}]`,
  (long) => `a@${long('ﷺ')}`,
]
const nearPhones: Near[] = [
  (long) => `+${long('4')}`,
  (long) => `+44${long(' ')}7700900123`,
  (long) => `+44${long('(')}`,
  (long) => long('+'),
  (long) => `07700${long('-')}x`,
  (long) => `+${long('٤')}`,
  (long) => `+447700900123${long(';ext=1')}`,
  (long) => `+447700900123${long('#')}`,
]
const nearTimes: Near[] = [
  (long) => `2026-12-01T10:00:00.${long('0')}`,
  (long) => `2026-12-01T10:00:00.${long('9')}Z`,
  (long) => `${long('2')}-12-01T10:00:00Z`,
  (long) => `2026-12-01T10:00:00+${long('0')}`,
  (long) => `${long(' ')}2026-12-01T10:00:00Z`,
  (long) => long('2026-'),
]
/** Loopback addresses only, so that an accepted endpoint causes no DNS query and no call to another machine. */
const nearUrls: Near[] = [
  (long) => `https://127.0.0.1/${long('../')}`,
  (long) => `https://127.0.0.1/${long('%41')}`,
  (long) => `https://127.0.0.1/?${long('a&')}`,
  (long) => `https://${long('a@')}127.0.0.1/`,
  (long) => `https://127.0.0.1:${long('0')}443/`,
  (long) => `${long(' ')}https://127.0.0.1/`,
  (long) => `https:${long('/')}127.0.0.1/`,
  (long) => `https://[${long('0:')}]/`,
  (long) => `https://127.0.0.1/${long('\t')}`,
]
const nearPatterns: Near[] = [
  (long) => `${long('A')}!`,
  (long) => `${long('A-')} `,
  (long) => long('#'),
  (long) => long('AZ'),
  (long) => `${long('./')}\n`,
]
