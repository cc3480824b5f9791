import type { Context } from '../context.ts'
import type { Transaction } from '../db/database.ts'
import { inboxLink, passExpiry } from '../inbox-tokens/tokens.ts'
import type { NoticeMail } from '../notices/mail.ts'
import { cleanText } from '../safe-text.ts'
import { loadSuppressions } from '../suppressions/suppressions.ts'
import { takeLinks } from './fresh-link.sql.ts'
import { chooseLanguage } from './language.decide.ts'
import { fillText } from './words/fill.ts'
import { wordsIn } from './words/words.ts'

/**
 * The mails that bring a reader a fresh link. A link lets its reader in, so each is sent at most once: a reader who got none asks
 * again. A reader who stopped the shop's updates has asked for this mail all the same; an address that rejects mail gets none.
 */
export async function takeFreshLinks(context: Context, tx: Transaction, ids: string[]): Promise<NoticeMail[]> {
  const { deriveKey, publicUrl } = context
  const rows = await tx.all(takeLinks, { ids })
  const suppressions = await loadSuppressions(context, tx, rows)
  return rows
    .filter((row) => {
      const { suppressed, platformSuppressed } = suppressions.get(row)!
      return !suppressed && !platformSuppressed
    })
    .map((row) => {
      const link = inboxLink(deriveKey, publicUrl, row, passExpiry(row.now))
      return { id: row.id, to: row.email, at: row.at, ...writeFreshLink(row.language, row.shop, link) }
    })
}

/** In the language it was asked for in. */
export function writeFreshLink(language: string, shop: string, link: string): { subject: string; text: string } {
  const { subject, lead, someShop, care } = wordsIn[chooseLanguage(language)].freshMail
  return { subject, text: [fillText(lead, { shop: oneLine(shop) || someShop }), link, care].join('\n\n') }
}

const oneLine = (name: string): string => cleanText(name).replaceAll(/\s+/g, ' ').trim()
