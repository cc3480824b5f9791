import type { ValidationError } from '../errors.ts'

/** Further errors are reported after the caller has fixed these. */
export const maxValidationErrors = 100
const maxEchoedBytes = 1024
const maxNameCharacters = 64
/** For the whole list. A response has at most 64 KiB; one KiB remains for the fields around the list. */
const maxDetailBytes = 63 * 1024

/** Echoes the input only while it is small. */
export function validationError(type: string, loc: (string | number)[], msg: string, input: unknown): ValidationError {
  return { type, loc: loc.map(truncated), msg, input: isSmall(input) ? input : null }
}

/** Fits the list into a response: first removes the inputs, then errors at the end. */
export function boundValidationErrors(errors: ValidationError[]): ValidationError[] {
  const first = errors.slice(0, maxValidationErrors)
  if (bytesOf(first) <= maxDetailBytes) return first
  const withoutInput = first.map((one) => ({ ...one, input: null }))
  let bytes = 0
  const over = withoutInput.findIndex((one) => (bytes += bytesOf(one) + 1) > maxDetailBytes)
  return over === -1 ? withoutInput : withoutInput.slice(0, over)
}

/** Field names come from the caller, and may be as long as the body. */
const truncated = (part: string | number): string | number =>
  typeof part === 'string' && part.length > maxNameCharacters
    ? `${part.slice(0, maxNameCharacters - 1).toWellFormed()}…`
    : part

const isSmall = (input: unknown): boolean => mayBeSmall(input) && bytesOf(input) <= maxEchoedBytes

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? 'null')

/** A cheap lower bound on the JSON size. Stops early and does not recurse, because the input may be a whole body. */
function mayBeSmall(input: unknown): boolean {
  const waiting = [input]
  let bytes = 0
  while (waiting.length > 0) {
    const value = waiting.pop()
    if (typeof value === 'string') bytes += value.length
    else if (Array.isArray(value)) {
      bytes += value.length
      if (bytes <= maxEchoedBytes) waiting.push(...value)
    } else if (value !== null && typeof value === 'object') {
      const names = Object.keys(value)
      bytes += names.length
      if (bytes <= maxEchoedBytes) waiting.push(...names, ...Object.values(value))
    }
    if (bytes > maxEchoedBytes) return false
  }
  return true
}
