import type { Context } from '../context.ts'
import type { Transaction } from '../db/database.ts'
import type { DisplayedEmail, EmailIdentity } from '../email.ts'
import { readInboxSession } from '../inbox-tokens/tokens.ts'
import { lockRecipients, recipientName } from '../recipients/lock.ts'
import { findAddress } from './sql.ts'

type Reader = { businessId: string; recipientId: string; email: EmailIdentity; displayedEmail: DisplayedEmail }
type Act = (tx: Transaction, reader: Reader) => Promise<void>

/** What the holder of a session does to their own record. Nothing, when the session opens no inbox. */
export async function asReader(context: Context, session: string, act: Act): Promise<void> {
  const pass = readInboxSession(context.deriveKey, session)
  if (pass !== null) await onRecipient(context, pass, pass.expiresAt, act)
}

/** The record is held still meanwhile. Nothing, when it is not there any more or what its reader came with has expired. */
export async function onRecipient(
  { db }: Context,
  { businessId, recipientId }: { businessId: string; recipientId: string },
  expiresAt: Date | null,
  act: Act,
): Promise<void> {
  await db.transaction(async (tx) => {
    const found = await tx.one(findAddress, { businessId, recipientId, expiresAt })
    if (found === null) return
    const { id, email, displayed_email: displayedEmail } = found
    await lockRecipients(tx, [recipientName(businessId, email)])
    await act(tx, { businessId, recipientId: id, email, displayedEmail })
  })
}
