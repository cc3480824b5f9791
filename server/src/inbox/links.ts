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
import { notify } from '../notices/notify.ts'
import { lineText } from '../safe-text.ts'
import { loadSuppressions } from '../suppressions/suppressions.ts'
import { chooseLanguage, type Language } from './language.decide.ts'
import { recordLinkRequest, takeLinks } from './links.sql.ts'
import { fillText } from './locales/fill.ts'
import { localeTexts } from './locales/locales.ts'
import { findInboxOf } from './sql.ts'

/**
 * Exchanges a link for a session of the same inbox, so that the link does not stay in the address bar and the history.
 * Read-only.
 */
export async function enterInbox({ db, keyring }: Context, link: InboxLink): Promise<string | null> {
  const inbox = await db.one(findInboxOf, link)
  if (inbox === null) return null
  return writeInboxSession(keyring, { ...inbox, shard: link.shard, expiresAt: passExpiry(inbox.now) })
}

/**
 * Sends a fresh link by email to the recipient of a link, expired or not. The response and its duration must not show whether
 * the link was valid, so an invalid link runs the same statement without a recipient.
 */
export async function requestFreshLink(context: Context, link: string, language: Language): Promise<void> {
  const { db, keyring } = context
  const [emailLink, smsLink] = [readInboxToken(keyring, link), readTextToken(keyring, link)]
  const { businessId, recipientId } = emailLink ?? smsLink ?? { businessId: null, recipientId: null }
  await db.transaction(async (tx) => {
    const reader = await tx.one(recordLinkRequest, { recipientId, businessId })
    if (reader === null) return
    const detail = { recipient_id: reader.recipientId, language }
    await notify(context, tx, [{ businessId: reader.businessId, kind: 'fresh_link', detail }])
  })
}

/**
 * The emails with fresh links. A link gives access, so each is sent at most once: a reader whose email was lost can request
 * another. A reader who unsubscribed still gets this email, because they requested it. A suppressed address gets none.
 */
export async function takeFreshLinks(context: Context, tx: Transaction, ids: string[]): Promise<NoticeMail[]> {
  const { keyring, publicUrl } = context
  const rows = await tx.all(takeLinks, { ids })
  const suppressions = await loadSuppressions(context, tx, rows)
  return rows.flatMap((row) => {
    const { suppressed, platformSuppressed } = suppressions.get(row)!
    if (suppressed || platformSuppressed) return []
    const link = inboxLink(keyring, publicUrl, row, passExpiry(row.now))
    const { id, recipientId, email: to, at } = row
    return [{ id, recipientId, to, at, ...freshLinkEmail(row.language, row.shop, link) }]
  })
}

/** `language` is the language of the page on which the link was requested. */
export function freshLinkEmail(language: string, shop: string, link: string): { subject: string; text: string } {
  const { subject, lead, someShop, care } = localeTexts[chooseLanguage(language)].freshLinkEmail
  return { subject, text: [fillText(lead, { shop: lineText(shop) || someShop }), link, care].join('\n\n') }
}
