import type { Context } from '../context.ts'
import { type InboxLink, passExpiry, writeInboxSession } from '../inbox-tokens/tokens.ts'
import { findInboxOf } from './sql.ts'

/** A link is exchanged for a session of the same inbox, so that no address bar or history keeps a link. Writes nothing. */
export async function enterInbox({ db, deriveKey }: Context, link: InboxLink): Promise<string | null> {
  const inbox = await db.one(findInboxOf, link)
  if (inbox === null) return null
  return writeInboxSession(deriveKey, { ...inbox, shard: link.shard, expiresAt: passExpiry(inbox.now) })
}
