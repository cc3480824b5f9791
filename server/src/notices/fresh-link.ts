import type { Context } from '../context.ts'
import type { Transaction } from '../db/database.ts'
import type { EmailIdentity } from '../email.ts'
import { inboxLink, passExpiry } from '../recipients/inbox-link.ts'
import { cleanText } from '../safe-text.ts'
import { isUndeliverable, loadSuppressions } from '../suppressions/load.ts'
import { freshLinkWords } from './fresh-link.words.ts'
import { takeLinks } from './sql.ts'

type LinkMail = { id: string; to: EmailIdentity; subject: string; text: string; at: Date }

/**
 * The mails that bring a reader a fresh link. A link lets its reader in, so each goes at most once: whoever got none asks again. One
 * who stopped the shop's updates has asked for this mail all the same; an address that rejects mail gets none.
 */
export async function takeFreshLinks(context: Context, tx: Transaction, ids: string[]): Promise<LinkMail[]> {
  const { deriveKey, publicUrl } = context
  const rows = await tx.all(takeLinks, { ids })
  const suppressions = await loadSuppressions(context, tx, rows)
  return rows
    .filter((row) => !isUndeliverable(suppressions.get(row)!))
    .map(({ id, at, now, language, shard, shop, business_id: businessId, recipient_id: recipientId, email }) => {
      const link = inboxLink(deriveKey, publicUrl, { shard, businessId, recipientId }, passExpiry(now))
      return { id, to: email, at, ...freshLinkWords(language, oneLine(shop), link) }
    })
}

const oneLine = (name: string): string => cleanText(name).replaceAll(/\s+/g, ' ').trim()
