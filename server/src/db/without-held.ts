import { isLockTimeout } from './faults.ts'

/**
 * How long a transaction waits for a row when it works for several businesses at once. Longer than anybody holds a row who is not
 * stuck, and short for those who have nothing to do with it. An erasure of very much and a process that stands still take longer.
 */
export const setLockMilliseconds = 250

/** Waits for rows for a moment, and if that was in vain runs again without those that somebody else holds. */
export async function withoutHeld<T>(run: (isSkipping: boolean) => Promise<T>): Promise<T> {
  try {
    return await run(false)
  } catch (error) {
    if (!isLockTimeout(error)) throw error
    return run(true)
  }
}
