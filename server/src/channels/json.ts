import { hasTooManyValues } from '../json-bounds.ts'

/** A callback of 1,000 reports has about 30,000, and no provider collects more than a few thousand reports. */
const mostValues = 100_000

/** What the text says as JSON; undefined, which no JSON text parses to, if it says nothing or more than anybody has to say. */
export function parseJson(text: Buffer | string): unknown {
  if (hasTooManyValues(typeof text === 'string' ? Buffer.from(text) : text, mostValues)) return undefined
  try {
    return JSON.parse(text.toString())
  } catch {
    return undefined
  }
}

/** What stands at the end of a path, or undefined. Only own fields count: a payload may name `constructor`. */
export function valueAt(value: unknown, ...path: (string | number)[]): unknown {
  let here = value
  for (const step of path) {
    if (here === null || typeof here !== 'object' || !Object.hasOwn(here, step)) return undefined
    here = (here as Record<string | number, unknown>)[step]
  }
  return here
}

/** The text at the end of a path. Anything else that stands there is as good as nothing. */
export function textAt(value: unknown, ...path: (string | number)[]): string {
  const found = valueAt(value, ...path)
  return typeof found === 'string' ? found : ''
}
