import type { Context } from '../context.ts'
import type { Transaction } from '../db/database.ts'
import type { InboxPass, InboxTarget } from '../inbox-tokens/tokens.ts'
import { asReader } from './as-reader.ts'
import { findShop, type Reader, unsubscribeById } from './sql.ts'

/** The shop an unsubscribe link is about. Changes nothing: scanners follow such links too. */
export const shopToUnsubscribeFrom = async ({ db }: Context, target: InboxTarget): Promise<string | null> =>
  (await db.one(findShop, target))?.shop ?? null

/**
 * Stops everything this shop sends, for good, and answers the shop. Somebody who has been erased since is answered the same: nobody
 * of that id is written to.
 */
export async function unsubscribe(context: Context, target: InboxTarget): Promise<string | null> {
  await asReader(context, { ...target, expiresAt: null }, stopAll)
  return shopToUnsubscribeFrom(context, target)
}

/** The same from inside the inbox. */
export const stopEverything = (context: Context, pass: InboxPass): Promise<void> => asReader(context, pass, stopAll)

async function stopAll(tx: Transaction, reader: Reader): Promise<void> {
  tx.write(unsubscribeById, reader)
}
