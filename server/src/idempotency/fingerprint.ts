import { createHmac, type KeyObject } from 'node:crypto'

/** The key of the HMAC is derived for this. */
export const fingerprintPurpose = 'idempotency fingerprint'

/**
 * What "the same request" means (4.1.3, 4.1.4): the operation, its target and its parsed body. The order of fields
 * and white space do not matter; another path is another request. An HMAC, because what it covers is personal.
 */
export function fingerprint(key: KeyObject, operation: number, path: unknown, body: unknown): Buffer {
  return createHmac('sha256', key)
    .update(canonical([operation, path, body]))
    .digest()
}

/** JSON with sorted fields and no white space. Undefined, which no JSON text parses to, stands for no body. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? ''
  const fields = Object.entries(value).toSorted(([one], [two]) => (one < two ? -1 : 1))
  return `{${fields.map(([name, inner]) => `${JSON.stringify(name)}:${canonical(inner)}`).join(',')}}`
}
