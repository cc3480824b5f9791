import type { Database } from '../db/database.ts'
import { forgetOldContacts, forgetOldInboundTexts, forgetOldReplies } from './sql.ts'

/** Each is one step of at most a thousand, and answers how many it forgot. */
export const forgetReplies = async (db: Database): Promise<number> => (await db.one(forgetOldReplies))!.forgotten

export const forgetInboundTexts = async (db: Database): Promise<number> =>
  (await db.one(forgetOldInboundTexts))!.forgotten

/** Who has not been written to for 30 days is not who a STOP is meant for. */
export const forgetContacts = async (db: Database): Promise<number> => (await db.one(forgetOldContacts))!.forgotten
