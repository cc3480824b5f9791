import { setTimeout as sleep } from 'node:timers/promises'

/** What takes less than this nobody notices. */
const noticeableMilliseconds = 20
const restsPerWork = 2
/** PostgreSQL ends a transaction that stands still for ten seconds. */
const longestRestMilliseconds = 3_000
/** What PostgreSQL deletes in about a tenth of a second, with all that hangs on it. */
const largestStep = 2_000
/** Twenty times what a row usually takes. */
const longestRestPerRowMilliseconds = 1

/**
 * For twice as long as the database was busy with this, it is left to the others: the erasure of very much takes three times its
 * time, and slows nobody else down by much. The locks that are held meanwhile are about the one who goes.
 */
export async function throttled<T>(work: Promise<T>, rowsOf: (result: T) => number): Promise<T> {
  const began = performance.now()
  const result = await work
  const rest = restAfter({ tookMilliseconds: performance.now() - began, rows: rowsOf(result) })
  if (rest > 0) await sleep(rest)
  return result
}

/** Few rows that took long were waited for, not worked on. A rest would give nobody anything, and hold the locks for longer. */
export function restAfter({ tookMilliseconds, rows }: { tookMilliseconds: number; rows: number }): number {
  if (tookMilliseconds <= noticeableMilliseconds) return 0
  return Math.min(tookMilliseconds * restsPerWork, rows * longestRestPerRowMilliseconds, longestRestMilliseconds)
}

/** Erases so many rows at a time that no statement is long, however much there is, and answers what all of them counted. */
export async function eraseInSteps<Counts extends Record<string, number>>(
  rows: { id: string }[],
  none: Counts,
  erase: (ids: string[]) => Promise<Counts>,
): Promise<Counts> {
  const total: Record<string, number> = { ...none }
  for (let from = 0; from < rows.length; from += largestStep) {
    const ids = rows.slice(from, from + largestStep).map(({ id }) => id)
    const counts = await throttled(erase(ids), () => ids.length)
    for (const [name, count] of Object.entries(counts)) total[name]! += count
  }
  return total as Counts
}
