import type { Transaction } from '../db/database.ts'
import type { Session } from './session.ts'
import { findMailbox, findOrder, type ReaderRow } from './sql.ts'

/** The reader of a session; null if it has expired, is from an earlier epoch, or the recipient no longer exists. */
export async function findReader(db: Pick<Transaction, 'one'>, session: Session): Promise<ReaderRow | null> {
  if (session.kind === 'order') return db.one(findOrder, session)
  const reader = await db.one(findMailbox, session)
  // The links of a merged recipient lead to the survivor. Its sessions have ended, because their path is that of the other.
  return reader?.recipientId === session.recipientId ? reader : null
}
