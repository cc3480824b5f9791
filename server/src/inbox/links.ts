import type { Language } from '../brand/languages.decide.ts'
import type { Context } from '../context.ts'
import type { Transaction } from '../db/database.ts'
import {
  inboxLink,
  type MailboxPass,
  type OrderLink,
  type OrderPass,
  passExpiry,
  readFormerTextToken,
  readInboxToken,
  readTextToken,
} from '../inbox-tokens/tokens.ts'
import type { Keyring } from '../keyring.ts'
import type { NoticeMail } from '../notices/mail.ts'
import { notify } from '../notices/notify.ts'
import { lineText } from '../safe-text.ts'
import { loadSuppressions } from '../suppressions/suppressions.ts'
import { chooseLanguage } from './language.decide.ts'
import { findBusinessOfNudge, findLinkTarget, type NamedByLink, recordLinkRequest, takeLinks } from './links.sql.ts'
import { fillText } from './locales/fill.ts'
import { localeTexts } from './locales/locales.ts'
import type { Session } from './session.ts'
import { findMailbox, findOrder, type Reader } from './sql.ts'

/** Exchanges the link of an email for a session of the recipient's inbox. Null if the link is not valid. Read-only. */
export async function enterInbox({ db }: Context, link: MailboxPass): Promise<Entered | null> {
  const reader = await db.one(findMailbox, link)
  if (reader === null) return null
  return { session: { ...link, kind: 'mailbox', recipientId: reader.recipientId }, now: reader.now }
}

/** Exchanges the link of a text for a session of its order, which has the same expiry. Null if the link is not valid. Read-only. */
export async function enterOrder({ db }: Context, pass: OrderPass): Promise<Entered | null> {
  const reader = await db.one(findOrder, pass)
  return reader === null ? null : { session: { ...pass, kind: 'order' }, now: reader.now }
}

/** The business of a text's link; null if its nudge no longer exists. */
export const businessOf = async ({ db }: Context, { nudgeId }: OrderLink): Promise<string | null> =>
  (await db.one(findBusinessOfNudge, { nudgeId }))?.businessId ?? null

/** `now` is the time of the service's clock. */
export type Entered = { session: Session; now: Date }

/** The recipient of a link of any kind, expired or not, or of a session. Null if there is none. Read-only. */
export const findRecipientOf = ({ db, keyring }: Context, link: string | Session): Promise<Reader | null> =>
  db.one(findLinkTarget, typeof link === 'string' ? readAnyLink(keyring, link) : named(link))

function readAnyLink(keyring: Keyring, link: string): NamedByLink {
  const passes = [readInboxToken(keyring, link), readTextToken(keyring, link), readFormerTextToken(keyring, link)]
  return named(passes.find((pass) => pass !== null) ?? {})
}
const named = ({ businessId = null, recipientId = null, nudgeId = null }: Partial<NamedByLink>): NamedByLink => ({
  businessId,
  recipientId,
  nudgeId,
})

/**
 * Sends a fresh link by email to a recipient. The response and its duration must not show whether the recipient exists, so the
 * same statement is run without one.
 */
export async function requestFreshLink(context: Context, recipient: Reader | null, language: Language): Promise<void> {
  await context.db.transaction(async (tx) => {
    const reader = await tx.one(recordLinkRequest, recipient ?? { recipientId: null, businessId: null })
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
    const link = inboxLink(keyring, publicUrl, { ...row, messageId: null, expiresAt: passExpiry(row.now) })
    const { id, recipientId, email: to, at } = row
    return [{ id, recipientId, to, at, ...freshLinkEmail(row.language, row.shop, link) }]
  })
}

/** `language` is the language of the page on which the link was requested. */
export function freshLinkEmail(language: string, shop: string, link: string): { subject: string; text: string } {
  const { subject, lead, someShop, care } = localeTexts[chooseLanguage(language)].freshLinkEmail
  return { subject, text: [fillText(lead, { shop: lineText(shop) || someShop }), link, care].join('\n\n') }
}
