import type { Operation } from '../../../src/operation.ts'
import type { Random } from '../random.ts'
import { expensiveBody } from './body-from-schema.ts'
import { headFamilies, pathFamilies } from './expensive-head.ts'
import { brokenShapes } from './json-text.ts'
import { type Expensive, encode } from './request.ts'
import { drawBytes } from './size.ts'
import type { CostTarget } from './target.ts'

const defaultLimitBytes = 2 * 1024 * 1024
const unauthenticatedShare = 0.03

/** A request for an operation with an expensive body, head or path. `salt` makes its idempotency key unique. */
export function expensiveOperation(
  random: Random,
  operations: Operation[],
  target: CostTarget,
  salt: string,
): Expensive {
  const operation = random.pick(random.pick(weighted(operations)))
  const { body: schema, bodyLimitBytes = defaultLimitBytes } = operation
  const headers = [...authorization(random, operation, target), `Idempotency-Key: ${salt}`]
  const path = fillPath(random, operation.path, target)
  const kind = operation.itemsField === undefined ? 'operation' : 'batch'
  if (schema === undefined || random.bool(0.15)) {
    const part = expensiveHeadOrPath(random, operation.path, path)
    const body = schema === undefined ? Buffer.alloc(0) : Buffer.from('{}')
    const { bytes } = encode(random, {
      method: operation.method,
      path: part.path,
      headers: [...part.headers, ...headers],
      body,
    })
    return { family: `operation: ${part.family}`, kind, bytes }
  }
  const { family, text } = generateBody(random, schema, drawBytes(random, bodyLimitBytes))
  const { bytes, isChunked } = encode(random, {
    method: operation.method,
    path,
    headers,
    body: Buffer.from(text).subarray(0, bodyLimitBytes),
  })
  return { family: `${kind}: ${isChunked ? 'chunks of one byte' : family}`, kind, bytes }
}

/**
 * Operations with a body are drawn more often: the heads and paths of all operations are read by the same code. A batch has
 * the largest body and the most levels.
 */
const weighted = (operations: Operation[]): Operation[][] => [
  operations,
  operations.filter(({ body }) => body !== undefined),
  operations.filter(({ body }) => body !== undefined),
  operations.filter(({ itemsField }) => itemsField !== undefined),
]

function generateBody(random: Random, schema: object, bytes: number): { family: string; text: string } {
  if (!random.bool(0.07)) return expensiveBody(random, schema, bytes)
  const [family, write] = random.pick(Object.entries(brokenShapes))
  return { family, text: write(random, bytes) }
}

function expensiveHeadOrPath(random: Random, pattern: string, path: string) {
  if (random.bool(0.5)) {
    const [family, write] = random.pick(Object.entries(headFamilies))
    return { family, headers: write(random), path }
  }
  const [family, write] = random.pick(Object.entries(pathFamilies))
  return { family, headers: [], path: write(random, pattern) }
}

function authorization(random: Random, { access }: Operation, { apiKey, operatorToken }: CostTarget): string[] {
  if (random.bool(unauthenticatedShare)) return random.pick([[], [`Authorization: Bearer ${apiKey}x`]])
  return [`Authorization: Bearer ${access === 'operator' ? operatorToken : apiKey}`]
}

function fillPath(random: Random, path: string, { ids, businessIds }: CostTarget): string {
  const prefix = Object.entries(prefixes).find(([noun]) => path.includes(`/${noun}/`))?.[1] ?? ''
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    if (name === 'business_id') return random.pick(businessIds)
    if (name === 'email') return `reader-${random.below(50)}@example.com`
    if (name === 'order_status') return 'unknown'
    return ids.find((id) => id.startsWith(prefix)) ?? ids[0]!
  })
}

const prefixes = { messages: 'msg_', keys: 'key_', 'webhook-endpoints': 'whe_', events: 'evt_' }
