import type { Context } from '../context.ts'
import { passExpiry, readInboxToken, readTextToken, writeInboxSession } from '../inbox-tokens/tokens.ts'
import { findInboxOf } from './sql.ts'

/** A link's token is exchanged for a session of the same inbox, so that no address bar or history keeps a link. Writes nothing. */
export async function enterInbox({ db, deriveKey }: Context, token: string): Promise<string | null> {
  const pass = readInboxToken(deriveKey, token)
  if (pass === null) return null
  const inbox = await db.one(findInboxOf, pass)
  if (inbox === null) return null
  return writeInboxSession(deriveKey, {
    ...pass,
    recipientId: inbox.id,
    expiresAt: passExpiry(inbox.now),
  })
}

/** The same by the short link of a text, which does not say whose recipient it is. */
export async function enterByText({ db, deriveKey }: Context, token: string): Promise<string | null> {
  const pass = readTextToken(deriveKey, token)
  const inbox = pass === null ? null : await db.one(findInboxOf, { ...pass, businessId: null })
  if (pass === null || inbox === null) return null
  return writeInboxSession(deriveKey, {
    shard: pass.shard,
    businessId: inbox.business_id,
    recipientId: inbox.id,
    expiresAt: passExpiry(inbox.now),
  })
}
