import type { Fault } from '../errors.ts'

/** Whoever made more mistakes than this learns of the others after mending these. */
export const mostFaults = 100
const mostEchoedBytes = 1024
const longestName = 64
/** Of the whole list. The rest of an answer's 64 KiB is for what stands around it. */
const largestDetailBytes = 63 * 1024

/** The input is echoed only while it is small; a lone surrogate in it would not survive the answer's encoding. */
export function fault(type: string, loc: (string | number)[], msg: string, input: unknown): Fault {
  return { type, loc: loc.map(shortened), msg, input: isSmall(input) ? input : null }
}

/** As many faults as an answer has room for: first without what was given, and then fewer of them. */
export function boundedFaults(faults: Fault[]): Fault[] {
  const first = faults.slice(0, mostFaults)
  if (bytesOf(first) <= largestDetailBytes) return first
  const withoutInput = first.map((one) => ({ ...one, input: null }))
  let bytes = 0
  const over = withoutInput.findIndex((one) => (bytes += bytesOf(one) + 1) > largestDetailBytes)
  return over === -1 ? withoutInput : withoutInput.slice(0, over)
}

/** Names are the caller's, and may be as long as the body. */
const shortened = (part: string | number): string | number =>
  typeof part === 'string' && part.length > longestName ? `${part.slice(0, longestName - 1).toWellFormed()}…` : part

const isSmall = (input: unknown): boolean => mayBeSmall(input) && bytesOf(input) <= mostEchoedBytes

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? 'null')

/** Whether it is worth writing as JSON to see. Ends as soon as it is not, and does not recurse: the input may be a whole body. */
function mayBeSmall(input: unknown): boolean {
  const waiting = [input]
  let bytes = 0
  while (waiting.length > 0) {
    const value = waiting.pop()
    if (typeof value === 'string') bytes += value.length
    else if (Array.isArray(value)) {
      bytes += value.length
      if (bytes <= mostEchoedBytes) waiting.push(...value)
    } else if (value !== null && typeof value === 'object') {
      const names = Object.keys(value)
      bytes += names.length
      if (bytes <= mostEchoedBytes) waiting.push(...names, ...Object.values(value))
    }
    if (bytes > mostEchoedBytes) return false
  }
  return true
}
