import { expect } from 'vitest'
import type { Database } from '../../src/db/database.ts'
import { figureDifferences } from '../../src/figures/sql.ts'

/** The figures, with what no worker has added to them yet, equal the rows that they count. */
export async function checkFigures(db: Database): Promise<void> {
  expect(await db.all(figureDifferences), 'figures that differ from the rows').toEqual([])
}
