import type { Operation } from '../../../src/operation.ts'
import type { Draw } from '../draw.ts'
import { expensiveBody } from './body-from-schema.ts'
import { headFamilies, pathFamilies } from './expensive-head.ts'
import { brokenShapes } from './json-text.ts'
import { type Expensive, encode } from './request.ts'
import { drawBytes } from './size.ts'
import type { CostTarget } from './target.ts'

const defaultLimitBytes = 2 * 1024 * 1024
const unauthenticatedShare = 0.03

/** One call of an operation whose body, head or path is expensive. `salt` makes its idempotency key its own. */
export function expensiveOperation(draw: Draw, operations: Operation[], target: CostTarget, salt: string): Expensive {
  const operation = draw.pick(draw.pick(weighted(operations)))
  const { body: schema, bodyLimitBytes = defaultLimitBytes } = operation
  const headers = [...authorization(draw, operation, target), `Idempotency-Key: ${salt}`]
  const path = fillPath(draw, operation.path, target)
  const kind = operation.itemsField === undefined ? 'operation' : 'batch'
  if (schema === undefined || draw.chance(0.15)) {
    const part = expensiveHeadOrPath(draw, operation.path, path)
    const body = schema === undefined ? Buffer.alloc(0) : Buffer.from('{}')
    const { bytes } = encode(draw, {
      method: operation.method,
      path: part.path,
      headers: [...part.headers, ...headers],
      body,
    })
    return { family: `operation: ${part.family}`, kind, bytes }
  }
  const { family, text } = generateBody(draw, schema, drawBytes(draw, bodyLimitBytes))
  const { bytes, isChunked } = encode(draw, {
    method: operation.method,
    path,
    headers,
    body: Buffer.from(text).subarray(0, bodyLimitBytes),
  })
  return { family: `${kind}: ${isChunked ? 'chunks of one byte' : family}`, kind, bytes }
}

/** Most have no body, and their heads and paths are read by the same code. A batch has the largest body and the most levels. */
const weighted = (operations: Operation[]): Operation[][] => [
  operations,
  operations.filter(({ body }) => body !== undefined),
  operations.filter(({ body }) => body !== undefined),
  operations.filter(({ itemsField }) => itemsField !== undefined),
]

function generateBody(draw: Draw, schema: object, bytes: number): { family: string; text: string } {
  if (!draw.chance(0.07)) return expensiveBody(draw, schema, bytes)
  const [family, write] = draw.pick(Object.entries(brokenShapes))
  return { family, text: write(draw, bytes) }
}

function expensiveHeadOrPath(draw: Draw, pattern: string, path: string) {
  if (draw.chance(0.5)) {
    const [family, write] = draw.pick(Object.entries(headFamilies))
    return { family, headers: write(draw), path }
  }
  const [family, write] = draw.pick(Object.entries(pathFamilies))
  return { family, headers: [], path: write(draw, pattern) }
}

function authorization(draw: Draw, { access }: Operation, { apiKey, operatorToken }: CostTarget): string[] {
  if (draw.chance(unauthenticatedShare)) return draw.pick([[], [`Authorization: Bearer ${apiKey}x`]])
  return [`Authorization: Bearer ${access === 'operator' ? operatorToken : apiKey}`]
}

function fillPath(draw: Draw, path: string, { ids, businessIds }: CostTarget): string {
  const prefix = Object.entries(prefixes).find(([noun]) => path.includes(`/${noun}/`))?.[1] ?? ''
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    if (name === 'business_id') return draw.pick(businessIds)
    if (name === 'email') return `reader-${draw.below(50)}@example.com`
    if (name === 'order_status') return 'unknown'
    return ids.find((id) => id.startsWith(prefix)) ?? ids[0]!
  })
}

const prefixes = { messages: 'msg_', keys: 'key_', 'webhook-endpoints': 'whe_', events: 'evt_' }
