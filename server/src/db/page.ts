/**
 * Where a page of rows begins that are listed newest first by a time and an id, for a condition `(time, id) < …`. It is never null:
 * a condition that may be null is not looked up in the index, so that each page would read all the pages before it.
 */

/** The first page. */
export const newest = ['infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff'] as const

/** After the row that `named` selects by `id`, or the first page when that is null. Nothing comes after a row that is not there. */
export const startAfter = (named: string, id: string): string => `(
          ${named}
          union all
          select '${newest[0]}'::timestamptz, '${newest[1]}'::uuid where ${id} is null)`
