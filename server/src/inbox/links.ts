import type { Context } from '../context.ts'
import type { Transaction } from '../db/database.ts'
import {
  type InboxLink,
  inboxLink,
  passExpiry,
  readInboxToken,
  readTextToken,
  writeInboxSession,
} from '../inbox-tokens/tokens.ts'
import type { NoticeMail } from '../notices/mail.ts'
import { tell } from '../notices/notify.ts'
import { lineText } from '../safe-text.ts'
import { loadSuppressions } from '../suppressions/suppressions.ts'
import { chooseLanguage, type Language } from './language.decide.ts'
import { askLink, takeLinks } from './links.sql.ts'
import { fillText } from './locales/fill.ts'
import { wordsIn } from './locales/locales.ts'
import { findInboxOf } from './sql.ts'

/** A link is exchanged for a session of the same inbox, so that no address bar or history keeps a link. Writes nothing. */
export async function enterInbox({ db, deriveKey }: Context, link: InboxLink): Promise<string | null> {
  const inbox = await db.one(findInboxOf, link)
  if (inbox === null) return null
  return writeInboxSession(deriveKey, { ...inbox, shard: link.shard, expiresAt: passExpiry(inbox.now) })
}

/**
 * A link that is too old, or not, but was once given out by us: a fresh one goes by mail to whom it was for. Whoever asks is told
 * the same and waits as long, whether it goes or not: what is no link asks the database too, for nobody.
 */
export async function askForFreshLink(context: Context, link: string, language: Language): Promise<void> {
  const { db, deriveKey } = context
  const [byMail, byText] = [readInboxToken(deriveKey, link), readTextToken(deriveKey, link)]
  const { businessId, recipientId } = byMail ?? byText ?? { businessId: null, recipientId: null }
  await db.transaction(async (tx) => {
    const asked = await tx.one(askLink, { recipientId, businessId })
    if (asked === null) return
    const detail = { recipient_id: asked.recipientId, language }
    await tell(context, tx, [{ businessId: asked.businessId, kind: 'fresh_link', detail }])
  })
}

/**
 * The mails that bring a reader a fresh link. A link lets its reader in, so each is sent at most once: a reader who got none asks
 * again. A reader who stopped the shop's updates has asked for this mail all the same; an address that rejects mail gets none.
 */
export async function takeFreshLinks(context: Context, tx: Transaction, ids: string[]): Promise<NoticeMail[]> {
  const { deriveKey, publicUrl } = context
  const rows = await tx.all(takeLinks, { ids })
  const suppressions = await loadSuppressions(context, tx, rows)
  return rows.flatMap((row) => {
    const { suppressed, platformSuppressed } = suppressions.get(row)!
    if (suppressed || platformSuppressed) return []
    const link = inboxLink(deriveKey, publicUrl, row, passExpiry(row.now))
    return [{ id: row.id, to: row.email, at: row.at, ...writeFreshLink(row.language, row.shop, link) }]
  })
}

/** In the language it was asked for in. */
export function writeFreshLink(language: string, shop: string, link: string): { subject: string; text: string } {
  const { subject, lead, someShop, care } = wordsIn[chooseLanguage(language)].freshMail
  return { subject, text: [fillText(lead, { shop: lineText(shop) || someShop }), link, care].join('\n\n') }
}
