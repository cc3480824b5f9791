import type { Transaction } from './database.ts'
import { isLockTimeout } from './errors.ts'
import type { Statement } from './statement.ts'

/**
 * How long a request waits for a row when it works for several businesses at once. Longer than anybody holds a row who is not
 * stuck, and short for those who have nothing to do with it. An erasure of very much and a process that stands still take longer.
 */
export const setLockMilliseconds = 250

/**
 * Jobs of several businesses: what one of them waits for must not delay the others for long. If the rows were waited for in vain, it
 * runs again without those that somebody else holds; and if something else is held, such as a counter, business by business. What
 * is still held then is left out: nobody keeps these jobs, so in ten seconds they are taken again.
 */
export async function withoutHeld<Job extends { businessId: string }, T>(
  jobs: Job[],
  run: (jobs: Job[], isSkipping: boolean) => Promise<T[]>,
): Promise<T[]> {
  const begun = (await unlessHeld(() => run(jobs, false))) ?? (await unlessHeld(() => run(jobs, true)))
  if (begun !== null) return begun
  const each: T[] = []
  for (const theirs of Map.groupBy(jobs, ({ businessId }) => businessId).values())
    each.push(...((await unlessHeld(() => run(theirs, true))) ?? []))
  return each
}

async function unlessHeld<T>(run: () => Promise<T>): Promise<T | null> {
  try {
    return await run()
  } catch (error) {
    if (!isLockTimeout(error)) throw error
    return null
  }
}

/** Of wanted rows that could not be locked, those that exist: another transaction holds them. Returns the business of each. */
export async function findHeld(
  tx: Transaction,
  find: Statement<{ ids: string[] }, { id: string; businessId: string }>,
  wanted: string[],
  locked: { id: string }[],
): Promise<Map<string, string>> {
  const missing = new Set(wanted).difference(new Set(locked.map(({ id }) => id)))
  const held = missing.size === 0 ? [] : await tx.all(find, { ids: [...missing] })
  return new Map(held.map(({ id, businessId }) => [id, businessId]))
}
