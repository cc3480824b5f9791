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
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? ''
  let text = ''
  if (Array.isArray(value)) {
    for (const item of value) text += `,${canonical(item)}`
    return `[${text.slice(1)}]`
  }
  const fields = value as Record<string, unknown>
  for (const name of Object.keys(fields).toSorted()) text += `,${JSON.stringify(name)}:${canonical(fields[name])}`
  return `{${text.slice(1)}}`
}
