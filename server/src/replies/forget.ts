import type { Database } from '../db/database.ts'
import { forgetOldInbound, forgetOldReplies } from './sql.ts'

/** Each is one step of at most a thousand, and answers how many it forgot. */
export const forgetReplies = async (db: Database): Promise<number> => (await db.one(forgetOldReplies))!.forgotten

/** Which texts were taken. No provider hands one over again after so long. */
export const forgetInbound = async (db: Database): Promise<number> => (await db.one(forgetOldInbound))!.forgotten
