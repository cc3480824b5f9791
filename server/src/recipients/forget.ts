import type { Database } from '../db/database.ts'
import { forgetOldContacts } from './sql.ts'

/** One step of at most a thousand. Answers how many it forgot. */
export const forgetContacts = async (db: Database): Promise<number> => (await db.one(forgetOldContacts))!.forgotten
