import type { Database } from '../db/database.ts'
import { addChanges, tryLockFigures } from './sql.ts'

const maxChanges = 5_000

/** Adds a bounded number of changes to the figures. Returns how many; 0 also while another process adds some. */
export const addFigureChanges = (db: Database): Promise<number> =>
  db.transaction(async (tx) => {
    const { locked } = (await tx.one(tryLockFigures))!
    return locked ? (await tx.one(addChanges, { limit: maxChanges }))!.added : 0
  })
