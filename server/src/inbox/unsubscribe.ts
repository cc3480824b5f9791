import type { Context } from '../context.ts'
import { readUnsubscribeToken } from '../recipients/inbox-link.ts'
import { lockRecipients, recipientName } from '../recipients/lock.ts'
import { findAddress, findShop, unsubscribeById } from './sql.ts'

/** The shop an unsubscribe link is about, or null when it is none of ours. Changes nothing: scanners follow such links too. */
export async function shopToUnsubscribeFrom({ db, deriveKey }: Context, token: string): Promise<string | null> {
  const target = readUnsubscribeToken(deriveKey, token)
  return target === null ? null : ((await db.one(findShop, [target.businessId]))?.shop ?? null)
}

/**
 * Stops everything this shop sends, for good, and answers the shop. Somebody who has been erased since is answered the same: nobody
 * of that id is written to.
 */
export async function unsubscribe(context: Context, token: string): Promise<string | null> {
  const target = readUnsubscribeToken(context.deriveKey, token)
  if (target === null) return null
  const { businessId, recipientId } = target
  await context.db.transaction(async (tx) => {
    const found = await tx.one(findAddress, [businessId, recipientId])
    if (found === null) return
    await lockRecipients(tx, [recipientName(businessId, found.email)])
    tx.write(unsubscribeById, [businessId, recipientId])
  })
  return shopToUnsubscribeFrom(context, token)
}
