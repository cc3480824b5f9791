import { textAt } from '../json.ts'

/** Returns the platform's id of a message, `wamid.…`, or null if the value cannot be one. */
export function platformIdAt(value: unknown, ...path: (string | number)[]): string | null {
  const id = textAt(value, ...path)
  return visibleAscii.test(id) ? id : null
}

const visibleAscii = /^[\x21-\x7e]{1,256}$/
