import { attempt } from './attempt.ts'

/** What the text says as JSON; undefined, which no JSON text parses to, if it says nothing. The size limit of a callback bounds the cost. */
export const parseJson = (text: Buffer | string): unknown => attempt(() => JSON.parse(text.toString()) as unknown)

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
