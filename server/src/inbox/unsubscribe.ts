import type { Context } from '../context.ts'
import type { Transaction } from '../db/database.ts'
import { readUnsubscribeToken } from '../inbox-tokens/tokens.ts'
import { asReader, onRecipient } from './as-reader.ts'
import { findShop, unsubscribeById } from './sql.ts'

/** The shop an unsubscribe link is about, or null when it is none of ours. Changes nothing: scanners follow such links too. */
export async function shopToUnsubscribeFrom({ db, deriveKey }: Context, token: string): Promise<string | null> {
  const target = readUnsubscribeToken(deriveKey, token)
  return target === null ? null : ((await db.one(findShop, target))?.shop ?? null)
}

/**
 * Stops everything this shop sends, for good, and answers the shop. Somebody who has been erased since is answered the same: nobody
 * of that id is written to.
 */
export async function unsubscribe(context: Context, token: string): Promise<string | null> {
  const target = readUnsubscribeToken(context.deriveKey, token)
  if (target === null) return null
  await onRecipient(context, target, null, stopAll)
  return shopToUnsubscribeFrom(context, token)
}

/** The same from inside the inbox. */
export const stopEverything = (context: Context, session: string): Promise<void> => asReader(context, session, stopAll)

async function stopAll(tx: Transaction, reader: { businessId: string; recipientId: string }): Promise<void> {
  tx.write(unsubscribeById, reader)
}
