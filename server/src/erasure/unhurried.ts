import { setTimeout as sleep } from 'node:timers/promises'

/** What takes less than this nobody notices. */
const noticeableMilliseconds = 100
/** PostgreSQL ends a transaction that stands still for ten seconds. */
const longestRestMilliseconds = 3_000

/**
 * For as long as the database was busy with this, it is left to the others: the erasure of very much takes twice its time, and slows
 * nobody else down for long. The locks that are held meanwhile are about the one who goes.
 */
export async function unhurried<T>(work: Promise<T>): Promise<T> {
  const began = performance.now()
  const result = await work
  const took = performance.now() - began
  if (took > noticeableMilliseconds) await sleep(Math.min(took, longestRestMilliseconds))
  return result
}
