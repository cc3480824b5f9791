import type { Operation } from '../../src/http/operation.ts'
import { propertiesOf } from '../../src/schema.ts'

/** Everything below draws from one seeded source, so a request can be made again from its seed and number. */
export type Draw = {
  chance: (of: number) => boolean
  below: (limit: number) => number
  pick: <T>(from: readonly T[]) => T
}
export type Known = { apiKey: string; operatorToken: string; ids: readonly string[] }

export function drawFrom(next: () => number): Draw {
  const below = (limit: number): number => Math.floor(next() * limit)
  return { chance: (of) => next() < of, below, pick: (from) => from[below(from.length)]! }
}

const texts = [
  '',
  ' ',
  'a',
  'x'.repeat(121),
  'x'.repeat(5000),
  '\0',
  'a\0b',
  '\ud800',
  '\udc00x',
  '📦',
  '🔑'.repeat(120),
  'ﷺ',
  '\u202e',
  "' or 1=1 --",
  '<script>',
  '%00',
  '{{7*7}}',
  '../..',
  'null',
  '__proto__',
  '2026-13-45T99:99:99Z',
  '+447700900123',
  '+447700900124',
  '07700 900123',
  '+12025550123',
  'shipped',
  'S',
  '+',
  '@',
  'GB',
  'on',
  '0',
  '-1',
  '1e9',
]
const values: unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1,
  1.5,
  1e21,
  2 ** 53,
  -(2 ** 31) - 1,
  [],
  [[]],
  [null],
  {},
  { a: {} },
  { __proto__: null, toString: 1 },
]
const rawNumbers = ['1e999', '-0', '1E400', '0.0000000001', '99999999999999999999999']
const contentTypes = [
  'application/json',
  'application/json; charset=utf-8',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  '',
  'json',
  'application/json;;;',
  'APPLICATION/JSON',
]
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD']
const segments = [
  '%00',
  '%ED%A0%80',
  '%FF',
  '%zz',
  '%',
  '..',
  '.',
  '%2e%2e',
  '%2F',
  'a%2Fb',
  '%F0%9F%93%A6',
  'x'.repeat(3000),
  '~',
  ';',
  '%20',
  'null',
  '-',
  "'",
]
const queries = [
  'limit=1',
  'limit=0',
  'limit=101',
  'limit=1e3',
  'limit=%00',
  'limit',
  '=',
  '&&&',
  'cursor=',
  'cursor=%FF',
  'limit=1&limit=x',
  'cursor=led_01KA00000000000000000000ZZ',
  '%00=1',
  'a[b]=c',
  `q=${'x'.repeat(2000)}`,
  '%',
  '+',
  '?',
]

/** One request as the bytes of it. */
export function generateRequest(draw: Draw, operations: Operation[], known: Known): Buffer {
  const operation = draw.pick(operations)
  const path = generatePath(draw, operation, known)
  const method = draw.chance(0.95) ? operation.method : draw.pick(methods)
  const body = operation.body !== undefined || draw.chance(0.05) ? generateBody(draw, operation.body) : Buffer.alloc(0)
  const headers = [
    'Host: fuzz',
    ...authorization(draw, operation, known),
    ...(body.length > 0 || draw.chance(0.1) ? [`Content-Length: ${body.length}`] : []),
    ...(body.length > 0 || draw.chance(0.1)
      ? [`Content-Type: ${draw.chance(0.9) ? contentTypes[0] : draw.pick(contentTypes)}`]
      : []),
    ...(draw.chance(0.3)
      ? [`Idempotency-Key: ${draw.pick(['k', 'k'.repeat(256), '', 'caf\u00e9', 'a b', String(draw.below(50))])}`]
      : []),
    ...(draw.chance(0.01) ? ['Content-Encoding: gzip'] : []),
  ]
  return Buffer.concat([Buffer.from(`${method} ${path} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`, 'latin1'), body])
}

function authorization(draw: Draw, operation: Operation, { apiKey, operatorToken }: Known): string[] {
  const right = operation.access === 'operator' ? operatorToken : apiKey
  if (draw.chance(0.985)) return [`Authorization: Bearer ${right}`]
  return draw.pick([
    [],
    ['Authorization: '],
    ['Authorization: Bearer'],
    [`Authorization: Basic ${right}`],
    [`Authorization: Bearer ${right}x`],
    [`Authorization: bearer  ${right}`],
    ['Authorization: Bearer \u00fc'],
  ])
}

function generatePath(draw: Draw, { path, query }: Operation, { ids }: Known): string {
  const filled = path.replaceAll(
    /\{\w+\}/g,
    () =>
      (draw.chance(0.7)
        ? draw.pick(ids)
        : draw.pick([...segments, ...texts.map((text) => encodeURIComponent(text.toWellFormed()))])) || 'x',
  )
  const asked =
    query !== undefined || draw.chance(0.1)
      ? Array.from({ length: draw.below(4) }, () => draw.pick(queries)).join('&')
      : ''
  return `${filled}${draw.chance(0.02) ? '/' : ''}${asked === '' ? '' : `?${asked}`}`
}

function generateBody(draw: Draw, schema: Operation['body']): Buffer {
  if (draw.chance(0.03))
    return Buffer.from(
      draw.pick([
        '',
        '{',
        '}',
        '[]',
        'null',
        '"x"',
        '5',
        '{}{}',
        '{"a":NaN}',
        '['.repeat(5000),
        '{"a":'.repeat(5000),
        `${'['.repeat(33)}${']'.repeat(33)}`,
        '\ufeff{}',
      ]),
    )
  const text = JSON.stringify(generateObject(draw, schema)).replaceAll('"@number"', () => draw.pick(rawNumbers))
  const bytes = Buffer.from(text.replaceAll('"@surrogate"', '"\\ud83d"'))
  if (draw.chance(0.02)) bytes[draw.below(bytes.length)] = draw.below(256)
  if (draw.chance(0.01)) return bytes.subarray(0, draw.below(bytes.length))
  return bytes
}

/** Mostly what the schema asks for, with junk in some places. */
function generateObject(draw: Draw, schema: object | undefined): Record<string, unknown> {
  const entries = Object.entries(propertiesOf(schema)).flatMap(([name, property]): [string, unknown][] => {
    if (draw.chance(0.35)) return []
    return [[name, draw.chance(0.7) ? generateValue(draw, property) : junk(draw)]]
  })
  if (draw.chance(0.05)) entries.push([draw.pick(['__proto__', 'constructor', 'id', 'extra', 'a\0b', '']), junk(draw)])
  return Object.fromEntries(entries)
}

function generateValue(draw: Draw, property: Record<string, unknown>): unknown {
  const types = [property['type']].flat()
  if (types.includes('null') && draw.chance(0.2)) return null
  if (Array.isArray(property['enum'])) return draw.pick(property['enum'])
  if (types.includes('string')) return generateText(draw, property)
  if (types.includes('boolean')) return draw.chance(0.5)
  if (types.includes('integer')) return draw.pick([0, 1, 5, 50, -1, 1000, 2 ** 31])
  if (types.includes('array'))
    return Array.from({ length: draw.below(4) }, () =>
      draw.chance(0.9) ? generateValue(draw, property['items'] as Record<string, unknown>) : junk(draw),
    )
  return generateObject(draw, property)
}

function generateText(draw: Draw, { format, pattern }: Record<string, unknown>): string {
  if (format === 'email')
    return draw.pick(['ada@example.com', ' Bob@Example.com', 'eve+x@bücher.example', 'x@y', 'a b@c.d'])
  if (format === 'date-time')
    return draw.pick([
      '2027-01-01T00:00:00Z',
      '2026-12-01T10:00:00.5+02:00',
      '2020-01-01T00:00:00Z',
      '9999-12-31T23:59:59Z',
      '2026-02-30T00:00:00Z',
      '0000-01-01T00:00:00Z',
    ])
  if (typeof pattern === 'string') return draw.pick(['GB', 'FR', 'XX', 'gb', 'A-1', 'a.co', '#1'])
  return draw.pick(texts)
}

const junk = (draw: Draw): unknown => draw.pick<unknown>([...values, ...texts, '@number', '@surrogate'])
