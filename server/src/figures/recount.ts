import type { Database } from '../db/database.ts'
import { deleteEmptyFigures, findComplete, lockFigures, markComplete, recountFigures } from './sql.ts'

export const areFiguresPending = async (db: Database): Promise<boolean> => (await db.one(findComplete)) === null

/** Counts the rows that existed before the triggers did. Does nothing when they are counted. */
export async function completeFigures(db: Database): Promise<void> {
  if (await areFiguresPending(db)) await recount(db)
}

/** Counts all figures again from the rows, while the service runs. Returns how many were wrong. */
export const recount = (db: Database): Promise<number> =>
  db.transaction(
    async (tx) => {
      // Every row is read, which takes longer than a statement of the service may.
      await tx.command('set local statement_timeout = 0; set local enable_seqscan = on; set local work_mem = 65536')
      await tx.one(lockFigures)
      const { corrected } = (await tx.one(recountFigures))!
      tx.write(deleteEmptyFigures)
      tx.write(markComplete)
      return corrected
    },
    { lockMilliseconds: 60_000 },
  )
