/**
 * Where a page of rows begins that are listed newest first by a time and an id, for a condition `(time, id) < …`. It is never null:
 * a condition that may be null is not looked up in the index, so that each page would read all the pages before it.
 */

export type PageStart = { time: Date | string; id: string }
/** The first page. */
export const newest = { time: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' }

/** After the row that `named` selects by `id`, or the first page when that is null. Nothing comes after a row that is not there. */
export const startAfter = (named: string, id: string): string => `(
          ${named}
          union all
          select '${newest.time}'::timestamptz, '${newest.id}'::uuid where ${id} is null)`
