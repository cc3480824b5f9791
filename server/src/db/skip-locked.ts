import type { Transaction } from './database.ts'
import { isLockTimeout } from './errors.ts'
import type { Statement } from './statement.ts'

/**
 * How long a batch of several businesses waits for a lock. Longer than rows are usually locked, and short enough not to delay
 * the other businesses much. A large erasure and a frozen process lock rows for longer.
 */
export const batchLockTimeoutMilliseconds = 250

/**
 * Runs jobs of several businesses, so that a lock of one business does not delay the others for long. After a lock timeout it
 * runs again and skips locked rows. If something else is locked, such as a counter, it then runs business by business. Jobs
 * that are still blocked are left out: their leases expire, and in ten seconds they are taken again.
 */
export async function runSkippingLocked<Job extends { businessId: string }, T>(
  jobs: Job[],
  run: (jobs: Job[], isSkipping: boolean) => Promise<T[]>,
): Promise<T[]> {
  const results = (await unlessLocked(() => run(jobs, false))) ?? (await unlessLocked(() => run(jobs, true)))
  if (results !== null) return results
  const resultsOfEach: T[] = []
  for (const jobsOfBusiness of Map.groupBy(jobs, ({ businessId }) => businessId).values())
    resultsOfEach.push(...((await unlessLocked(() => run(jobsOfBusiness, true))) ?? []))
  return resultsOfEach
}

/** Null after a lock timeout. */
async function unlessLocked<T>(run: () => Promise<T>): Promise<T | null> {
  try {
    return await run()
  } catch (error) {
    if (!isLockTimeout(error)) throw error
    return null
  }
}

/**
 * Finds the wanted rows that exist but were skipped because another transaction has locked them. Returns the business of
 * each.
 */
export async function findLocked(
  tx: Transaction,
  find: Statement<{ ids: string[] }, { id: string; businessId: string }>,
  wanted: string[],
  locked: { id: string }[],
): Promise<Map<string, string>> {
  const missing = new Set(wanted).difference(new Set(locked.map(({ id }) => id)))
  const skipped = missing.size === 0 ? [] : await tx.all(find, { ids: [...missing] })
  return new Map(skipped.map(({ id, businessId }) => [id, businessId]))
}
