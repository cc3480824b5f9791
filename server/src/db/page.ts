/**
 * The start of a page of rows sorted by time and id, newest first, for a condition `(time, id) < …`. It is never null: a
 * condition that may be null does not use the index, so each page would read all the pages before it.
 */

export type PageStart = { time: Date | string; id: string }
/** The first page. */
export const newest = { time: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' }

/**
 * Starts after the row that `named` selects by `id`, or at the first page when `id` is null. The page after a missing row is
 * empty.
 */
export const startAfter = (named: string, id: string): string => `(
          ${named}
          union all
          select '${newest.time}'::timestamptz, '${newest.id}'::uuid where ${id} is null)`
