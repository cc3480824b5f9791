import type { Database } from '../db/database.ts'
import { countDeleted } from '../quotas/count.ts'
import { purgeOldMessages } from './sql.ts'

/** Deletes at most a thousand messages that are older than the retention period of their business. Returns how many. */
export const purgeMessages = (db: Database): Promise<number> =>
  db.transaction(async (tx) => {
    const deleted = await tx.all(purgeOldMessages)
    countDeleted(tx, deleted)
    return deleted.reduce((sum, { messages }) => sum + messages, 0)
  })
