import { attempt } from './attempt.ts'

/**
 * Returns undefined, which no JSON text parses to, if the text is not valid JSON. The body limit of the callback bounds the
 * cost.
 */
export const parseJson = (text: Buffer | string): unknown => attempt(() => JSON.parse(text.toString()) as unknown)

/** Returns the value at a path, or undefined. Only own properties count: a payload may name `constructor`. */
export function valueAt(value: unknown, ...path: (string | number)[]): unknown {
  let current = value
  for (const key of path) {
    if (current === null || typeof current !== 'object' || !Object.hasOwn(current, key)) return undefined
    current = (current as Record<string | number, unknown>)[key]
  }
  return current
}

/** Returns the string at a path, or an empty string if there is none or the value has another type. */
export function textAt(value: unknown, ...path: (string | number)[]): string {
  const found = valueAt(value, ...path)
  return typeof found === 'string' ? found : ''
}
