import type { Context } from '../context.ts'
import type { Transaction } from '../db/database.ts'
import type { DisplayedEmail, EmailIdentity } from '../email.ts'
import { lockRecipients, recipientName } from '../recipients/lock.ts'
import { findAddress, type Reader } from './sql.ts'

type LockedReader = Reader & { email: EmailIdentity; displayedEmail: DisplayedEmail }

/**
 * What a reader does to their own record, which is locked meanwhile. Nothing, when it is not there any more or what they came with has
 * expired; an unsubscribe link never does.
 */
export async function asReader(
  { db }: Context,
  { businessId, recipientId, expiresAt }: Reader & { expiresAt: Date | null },
  act: (tx: Transaction, reader: LockedReader) => Promise<void>,
): Promise<void> {
  await db.transaction(async (tx) => {
    const found = await tx.one(findAddress, { businessId, recipientId, expiresAt })
    if (found === null) return
    const { id, email, displayed_email: displayedEmail } = found
    await lockRecipients(tx, [recipientName(businessId, email)])
    await act(tx, { businessId, recipientId: id, email, displayedEmail })
  })
}
