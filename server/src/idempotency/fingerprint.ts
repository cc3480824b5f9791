import { createHmac } from 'node:crypto'
import type { DigestKey } from '../keyring.ts'

/**
 * Identifies "the same request" (4.1.3, 4.1.4) by the operation, its path parameters and its parsed body. The order of fields
 * and white space do not matter. An HMAC and not a plain hash, because the request contains personal data.
 */
export function fingerprint(digestKey: DigestKey, operation: number, path: unknown, body: unknown): Buffer {
  return createHmac('sha256', digestKey('idempotency fingerprint'))
    .update(canonical([operation, path, body]))
    .digest()
}

/** A list or an object whose values are being written. */
type Open = { names: string[] | null; values: unknown[]; next: number }

/**
 * JSON with sorted fields and no white space. Undefined, which no JSON text parses to, is no body. It does not recurse,
 * because an item of a batch may be nested too deep: that item fails, but it is still part of the request.
 */
export function canonical(value: unknown): string {
  const open: Open[] = []
  let text = ''
  let current = value
  for (;;) {
    if (current === null || typeof current !== 'object') text += JSON.stringify(current) ?? ''
    else {
      text += Array.isArray(current) ? '[' : '{'
      open.push(opened(current))
    }
    let last = open.at(-1)
    while (last !== undefined && last.next === last.values.length) {
      text += last.names === null ? ']' : '}'
      open.pop()
      last = open.at(-1)
    }
    if (last === undefined) return text
    if (last.next > 0) text += ','
    if (last.names !== null) text += `${JSON.stringify(last.names[last.next])}:`
    current = last.values[last.next++]
  }
}

function opened(value: object): Open {
  if (Array.isArray(value)) return { names: null, values: value, next: 0 }
  const names = Object.keys(value).toSorted()
  return { names, values: names.map((name) => (value as Record<string, unknown>)[name]), next: 0 }
}
