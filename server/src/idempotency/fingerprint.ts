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

type Open = { names: string[] | null; values: unknown[]; next: number }

/**
 * JSON with sorted fields and no white space. Undefined, which no JSON text parses to, stands for no body. It does not recurse: the
 * item of a batch that is nested too deep fails alone, and is part of the request all the same.
 */
export function canonical(value: unknown): string {
  const open: Open[] = []
  let text = ''
  let here = value
  for (;;) {
    if (here === null || typeof here !== 'object') text += JSON.stringify(here) ?? ''
    else {
      text += Array.isArray(here) ? '[' : '{'
      open.push(opened(here))
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
    here = last.values[last.next++]
  }
}

function opened(value: object): Open {
  if (Array.isArray(value)) return { names: null, values: value, next: 0 }
  const names = Object.keys(value).toSorted()
  return { names, values: names.map((name) => (value as Record<string, unknown>)[name]), next: 0 }
}
