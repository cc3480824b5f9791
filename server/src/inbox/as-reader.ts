import type { Context } from '../context.ts'
import type { Transaction } from '../db/database.ts'
import { lockRecipients, recipientName } from '../recipients/lock.ts'
import { findAddress, type LockedReader, type Reader } from './sql.ts'

/**
 * What a reader does to their own record, which is locked meanwhile. Nothing, when it is not there any more or what they came with has
 * expired; an unsubscribe link never does.
 */
export async function asReader(
  { db }: Context,
  reader: Reader & { expiresAt: Date | null },
  act: (tx: Transaction, reader: LockedReader) => Promise<void>,
): Promise<void> {
  await db.transaction(async (tx) => {
    const found = await tx.one(findAddress, reader)
    if (found === null) return
    await lockRecipients(tx, [recipientName(found.businessId, found.email)])
    await act(tx, found)
  })
}
