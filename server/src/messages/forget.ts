import type { Database } from '../db/database.ts'
import { forgetOldMessages } from './sql.ts'

/** One step of at most a thousand messages that their business does not keep any longer. Answers how many. */
export const forgetMessages = async (db: Database): Promise<number> => (await db.one(forgetOldMessages))!.forgotten
