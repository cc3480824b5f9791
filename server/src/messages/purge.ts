import type { Database } from '../db/database.ts'
import { countDeleted } from '../quotas/count.ts'
import { purgeOldMessages } from './sql.ts'

/** One step of at most a thousand messages that their business does not keep any longer. Answers how many. */
export const purgeMessages = (db: Database): Promise<number> =>
  db.transaction(async (tx) => {
    const deleted = await tx.all(purgeOldMessages)
    countDeleted(tx, deleted)
    return deleted.reduce((sum, { messages }) => sum + messages, 0)
  })
