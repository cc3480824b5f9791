import { setTimeout as sleep } from 'node:timers/promises'

/** Statements that take no longer than this are not throttled. */
const unthrottledMilliseconds = 20
const pausePerDuration = 2
/** Well below the ten seconds after which PostgreSQL ends an idle transaction. */
const maxPauseMilliseconds = 3_000
/** PostgreSQL deletes this many rows, with their dependent rows, in about 0.1 seconds. */
const largestStep = 2_000
/** Twenty times what a row usually takes. */
const maxPausePerRowMilliseconds = 1

/**
 * Pauses for twice the duration of the work, so that a large erasure uses a third of the database time and other transactions
 * are hardly slowed down. The locks that stay taken meanwhile concern only the erased recipient.
 */
export async function throttled<T>(work: Promise<T>, rowsOf: (result: T) => number): Promise<T> {
  const began = performance.now()
  const result = await work
  const pause = pauseAfter({ tookMilliseconds: performance.now() - began, rows: rowsOf(result) })
  if (pause > 0) await sleep(pause)
  return result
}

/** When few rows took long, the time was spent waiting for locks, and a long pause would only extend the locks. */
export function pauseAfter({ tookMilliseconds, rows }: { tookMilliseconds: number; rows: number }): number {
  if (tookMilliseconds <= unthrottledMilliseconds) return 0
  return Math.min(tookMilliseconds * pausePerDuration, rows * maxPausePerRowMilliseconds, maxPauseMilliseconds)
}

/** Erases rows in steps, so that no statement runs long. Returns the sum of the counts of all steps. */
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
