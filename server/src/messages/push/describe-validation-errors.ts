import type { ValidationError } from '../../errors.ts'

/** Keeps the response to a batch of a hundred invalid items below 64 KiB. */
const largestDetailBytes = 480

/** Describes the first errors that fit, and counts the remaining ones. A location that is too long by itself is left out. */
export function describeValidationErrors(errors: ValidationError[]): string {
  const described: string[] = []
  let bytes = 0
  for (const { loc, msg } of errors) {
    const located = loc.length === 0 ? msg : `${loc.join('.')}: ${msg}`
    const text = bytesOf(located) > largestDetailBytes ? msg : located
    bytes += bytesOf(text)
    if (described.length > 0 && bytes > largestDetailBytes) break
    described.push(text)
  }
  const more = errors.length - described.length
  return more === 0 ? described.join('; ') : `${described.join('; ')}; and ${more} more`
}

const bytesOf = (text: string): number => Buffer.byteLength(JSON.stringify(text))
