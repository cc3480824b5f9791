import type { Database } from '../db/database.ts'
import { forgetOldEvents } from './sql.ts'

/** One step of at most a thousand events past the log's 30 days. Answers how many. */
export const forgetEvents = async (db: Database): Promise<number> => (await db.one(forgetOldEvents))!.forgotten
