import type { Context } from '../context.ts'
import { inboxPassDays, readInboxToken, writeInboxSession } from '../recipients/inbox-link.ts'
import { findInbox } from './sql.ts'

/** A link's token is exchanged for a session of the same inbox, so that no address bar or history keeps a link. Writes nothing. */
export async function enterInbox({ db, deriveKey }: Context, token: string): Promise<string | null> {
  const pass = readInboxToken(deriveKey, token)
  if (pass === null) return null
  const inbox = await db.one(findInbox, [pass.businessId, pass.recipientId, pass.expiresAt])
  if (inbox === null) return null
  return writeInboxSession(deriveKey, { ...pass, expiresAt: daysAfter(inbox.now, inboxPassDays) })
}

const daysAfter = (moment: Date, days: number): Date => new Date(moment.getTime() + days * 86_400_000)
