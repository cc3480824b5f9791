import type { Operation } from '../../src/operation.ts'
import { propertiesOf } from '../../src/schema.ts'
import { addresses, emails, queries, segments, texts, timestamps } from './corpus.ts'
import { encode } from './encode.ts'
import { jsonBytes, junk } from './junk.ts'
import type { Known } from './known.ts'
import type { Random } from './random.ts'

const largeBytes = 2 * 1024 * 1024 + 1

/** A request for an operation, generated from its schemas. */
export function generateOperation(random: Random, operations: Operation[], known: Known): Buffer {
  const operation = random.pick(operations)
  const hasBody = operation.body !== undefined || random.bool(0.05)
  return encode(random, {
    method: operation.method,
    path: generatePath(random, operation, known),
    headers: [
      ...authorization(random, operation, known),
      ...(random.bool(operation.idempotent === true ? 0.9 : 0.1)
        ? [
            `Idempotency-Key: ${random.bool(0.8) ? random.below(5000) : random.pick(['k', 'k'.repeat(256), '', 'caf\u00e9', 'a b'])}`,
          ]
        : []),
    ],
    body: hasBody ? generateBody(random, operation.body, known) : Buffer.alloc(0),
  })
}

function authorization(random: Random, operation: Operation, { apiKey, operatorToken }: Known): string[] {
  const right = operation.access === 'operator' ? operatorToken : apiKey
  if (random.bool(0.985)) return [`Authorization: Bearer ${right}`]
  return random.pick([
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

function generatePath(random: Random, { path, query }: Operation, known: Known): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    if (random.bool(0.8)) return encodeURIComponent(random.pick(knownFor(random, name, path, known)))
    return random.pick([...segments, ...texts.map((text) => encodeURIComponent(text.toWellFormed()))]) || 'x'
  })
  const parameters =
    query !== undefined || random.bool(0.1)
      ? Array.from({ length: random.below(4) }, () => random.pick(queries)).join('&')
      : ''
  return `${filled}${random.bool(0.02) ? '/' : ''}${parameters === '' ? '' : `?${parameters}`}`
}

function knownFor(random: Random, parameter: string, path: string, { ids, businessIds }: Known): readonly string[] {
  if (parameter === 'business_id') return businessIds
  if (parameter === 'email') return emails
  if (parameter === 'order_status') return ['shipped', 'delayed', 'unknown']
  const prefix = Object.entries(prefixes).find(([noun]) => path.includes(`/${noun}/`))?.[1] ?? ''
  const fitting = ids.filter((id) => id.startsWith(prefix))
  return fitting.length > 0 && random.bool(0.75) ? fitting : ids
}

const prefixes = { messages: 'msg_', keys: 'key_', 'webhook-endpoints': 'whe_', events: 'evt_' }

function generateBody(random: Random, schema: Operation['body'], known: Known): Buffer {
  if (random.bool(0.0003)) return Buffer.alloc(largeBytes, random.pick([' ', '[', 'x']))
  return jsonBytes(random, generateObject(random, schema, known))
}

/** Mostly valid by the schema, with missing fields and junk in some of them. */
function generateObject(random: Random, schema: object | undefined, known: Known): Record<string, unknown> {
  const junkRate = random.bool(0.3) ? 0.3 : 0.02
  const required = requiredOf(schema)
  const entries = Object.entries(propertiesOf(schema)).flatMap(([name, property]): [string, unknown][] => {
    if (random.bool(required.includes(name) ? junkRate : 0.5)) return []
    return [[name, random.bool(junkRate) ? junk(random) : generateValue(random, name, property, known)]]
  })
  if (random.bool(0.05))
    entries.push([random.pick(['__proto__', 'constructor', 'id', 'extra', 'a\0b', '']), junk(random)])
  return Object.fromEntries(entries)
}

const requiredOf = (schema: object = {}): string[] => ('required' in schema ? (schema.required as string[]) : [])

function generateValue(random: Random, name: string, property: Record<string, unknown>, known: Known): unknown {
  const types = [property['type']].flat()
  if (types.includes('null') && random.bool(0.2)) return null
  if (Array.isArray(property['enum'])) return random.pick(property['enum'])
  if (types.includes('string')) return generateText(random, name, property, known)
  if (types.includes('boolean')) return random.bool(0.5)
  if (types.includes('integer')) return random.pick([0, 1, 5, 50, -1, 1000, 2 ** 31])
  if (types.includes('array')) {
    const length = random.bool(0.005) ? 101 : random.below(4)
    const items = property['items'] as Record<string, unknown>
    return Array.from({ length }, () => (random.bool(0.9) ? generateValue(random, name, items, known) : junk(random)))
  }
  return generateObject(random, property, known)
}

function generateText(
  random: Random,
  name: string,
  { format, pattern }: Record<string, unknown>,
  known: Known,
): string {
  if (name === 'url') return random.pick([...addresses, known.receiverUrl])
  if (name.endsWith('phone')) return random.pick(['+447700900123', '07700 900124', '+447700900123', ...texts])
  if (name === 'obsoletes') return random.pick([...known.ids, ...texts])
  if (format === 'email') return random.pick(emails)
  if (format === 'date-time') return random.pick(timestamps)
  if (typeof pattern === 'string') return random.pick(['GB', 'FR', 'XX', 'gb', 'A-1', 'a.co', '#1'])
  return random.bool(0.6) ? random.pick(plainTexts) : random.pick(texts)
}

const plainTexts = ['Your order', 'It is on its way 📦', 'shipped', 'İıſßẞ', '<b>&amp;', 'مرحبا']
