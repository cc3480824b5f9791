import { setTimeout as sleep } from 'node:timers/promises'

/** What takes less than this nobody notices. */
const noticeableMilliseconds = 20
const restsPerWork = 2
/** PostgreSQL ends a transaction that stands still for ten seconds. */
const longestRestMilliseconds = 3_000
/** What PostgreSQL deletes in about a tenth of a second, with all that hangs on it. */
const largestStep = 2_000

/**
 * For twice as long as the database was busy with this, it is left to the others: the erasure of very much takes three times its
 * time, and slows nobody else down by much. The locks that are held meanwhile are about the one who goes.
 */
export async function unhurried<T>(work: Promise<T>): Promise<T> {
  const began = performance.now()
  const result = await work
  const took = performance.now() - began
  if (took > noticeableMilliseconds) await sleep(Math.min(took * restsPerWork, longestRestMilliseconds))
  return result
}

/** Erases so many rows at a time that no statement is long, however much there is, and answers what all of them counted. */
export async function eraseInSteps<Counts extends Record<string, number>>(
  rows: { id: string }[],
  none: Counts,
  erase: (ids: string[]) => Promise<Counts>,
): Promise<Counts> {
  const total: Record<string, number> = { ...none }
  for (let from = 0; from < rows.length; from += largestStep) {
    const counts = await unhurried(erase(rows.slice(from, from + largestStep).map(({ id }) => id)))
    for (const [name, count] of Object.entries(counts)) total[name]! += count
  }
  return total as Counts
}
