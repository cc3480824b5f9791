import type { Operation } from '../../src/operation.ts'
import { propertiesOf } from '../../src/schema.ts'
import { addresses, emails, moments, queries, segments, texts } from './corpus.ts'
import type { Draw } from './draw.ts'
import { encode } from './encode.ts'
import { jsonBytes, junk } from './junk.ts'
import type { Known } from './known.ts'

const largeBytes = 2 * 1024 * 1024 + 1

/** One call of an operation, generated from its schemas. */
export function generateOperation(draw: Draw, operations: Operation[], known: Known): Buffer {
  const operation = draw.pick(operations)
  const hasBody = operation.body !== undefined || draw.chance(0.05)
  return encode(draw, {
    method: operation.method,
    path: generatePath(draw, operation, known),
    headers: [
      ...authorization(draw, operation, known),
      ...(draw.chance(operation.idempotent === true ? 0.9 : 0.1)
        ? [
            `Idempotency-Key: ${draw.chance(0.8) ? draw.below(5000) : draw.pick(['k', 'k'.repeat(256), '', 'caf\u00e9', 'a b'])}`,
          ]
        : []),
    ],
    body: hasBody ? generateBody(draw, operation.body, known) : Buffer.alloc(0),
  })
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
    [`Authorization: Bearer ${right}`, 'Authorization: Bearer second'],
    ['Authorization: Bearer \u00fc'],
  ])
}

function generatePath(draw: Draw, { path, query }: Operation, known: Known): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    if (draw.chance(0.8)) return encodeURIComponent(draw.pick(knownFor(draw, name, path, known)))
    return draw.pick([...segments, ...texts.map((text) => encodeURIComponent(text.toWellFormed()))]) || 'x'
  })
  const asked =
    query !== undefined || draw.chance(0.1)
      ? Array.from({ length: draw.below(4) }, () => draw.pick(queries)).join('&')
      : ''
  return `${filled}${draw.chance(0.02) ? '/' : ''}${asked === '' ? '' : `?${asked}`}`
}

function knownFor(draw: Draw, parameter: string, path: string, { ids, businessIds }: Known): readonly string[] {
  if (parameter === 'business_id') return businessIds
  if (parameter === 'email') return emails
  if (parameter === 'order_status') return ['shipped', 'delayed', 'unknown']
  const prefix = Object.entries(prefixes).find(([noun]) => path.includes(`/${noun}/`))?.[1] ?? ''
  const fitting = ids.filter((id) => id.startsWith(prefix))
  return fitting.length > 0 && draw.chance(0.75) ? fitting : ids
}

const prefixes = { messages: 'msg_', keys: 'key_', 'webhook-endpoints': 'whe_', events: 'evt_' }

function generateBody(draw: Draw, schema: Operation['body'], known: Known): Buffer {
  if (draw.chance(0.0003)) return Buffer.alloc(largeBytes, draw.pick([' ', '[', 'x']))
  return jsonBytes(draw, generateObject(draw, schema, known))
}

/** Mostly what the schema asks for, with junk in some places. */
function generateObject(draw: Draw, schema: object | undefined, known: Known): Record<string, unknown> {
  const spoiled = draw.chance(0.3) ? 0.3 : 0.02
  const required = requiredOf(schema)
  const entries = Object.entries(propertiesOf(schema)).flatMap(([name, property]): [string, unknown][] => {
    if (draw.chance(required.includes(name) ? spoiled : 0.5)) return []
    return [[name, draw.chance(spoiled) ? junk(draw) : generateValue(draw, name, property, known)]]
  })
  if (draw.chance(0.05)) entries.push([draw.pick(['__proto__', 'constructor', 'id', 'extra', 'a\0b', '']), junk(draw)])
  return Object.fromEntries(entries)
}

const requiredOf = (schema: object = {}): string[] => ('required' in schema ? (schema.required as string[]) : [])

function generateValue(draw: Draw, name: string, property: Record<string, unknown>, known: Known): unknown {
  const types = [property['type']].flat()
  if (types.includes('null') && draw.chance(0.2)) return null
  if (Array.isArray(property['enum'])) return draw.pick(property['enum'])
  if (types.includes('string')) return generateText(draw, name, property, known)
  if (types.includes('boolean')) return draw.chance(0.5)
  if (types.includes('integer')) return draw.pick([0, 1, 5, 50, -1, 1000, 2 ** 31])
  if (types.includes('array')) {
    const length = draw.chance(0.005) ? 101 : draw.below(4)
    const items = property['items'] as Record<string, unknown>
    return Array.from({ length }, () => (draw.chance(0.9) ? generateValue(draw, name, items, known) : junk(draw)))
  }
  return generateObject(draw, property, known)
}

function generateText(draw: Draw, name: string, { format, pattern }: Record<string, unknown>, known: Known): string {
  if (name === 'url') return draw.pick([...addresses, known.receiverUrl])
  if (name.endsWith('phone')) return draw.pick(['+447700900123', '07700 900124', '+447700900123', ...texts])
  if (name === 'obsoletes') return draw.pick([...known.ids, ...texts])
  if (format === 'email') return draw.pick(emails)
  if (format === 'date-time') return draw.pick(moments)
  if (typeof pattern === 'string') return draw.pick(['GB', 'FR', 'XX', 'gb', 'A-1', 'a.co', '#1'])
  return draw.chance(0.6) ? draw.pick(plainTexts) : draw.pick(texts)
}

const plainTexts = ['Your order', 'It is on its way 📦', 'shipped', 'İıſßẞ', '<b>&amp;', 'مرحبا']
