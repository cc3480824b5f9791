import type { Fault } from '../../errors.ts'

/** So that the answer to a hundred bad items stays below 64 KiB. */
const largestDetailBytes = 480

/** The first faults, as many as there is room for, and how many more there are. A place that alone is too long is left out. */
export function describeFaults(faults: Fault[]): string {
  const told: string[] = []
  let bytes = 0
  for (const { loc, msg } of faults) {
    const placed = loc.length === 0 ? msg : `${loc.join('.')}: ${msg}`
    const words = bytesOf(placed) > largestDetailBytes ? msg : placed
    bytes += bytesOf(words)
    if (told.length > 0 && bytes > largestDetailBytes) break
    told.push(words)
  }
  const more = faults.length - told.length
  return more === 0 ? told.join('; ') : `${told.join('; ')}; and ${more} more`
}

const bytesOf = (text: string): number => Buffer.byteLength(JSON.stringify(text))
