import type { Context } from '../context.ts'
import type { Transaction } from '../db/database.ts'
import { addressDigest, platformAddressDigest } from '../recipients/digest.ts'
import type { EmailIdentity } from '../recipients/email.ts'
import { inboxLink, inboxPassDays } from '../recipients/inbox-link.ts'
import { cleanText } from '../safe-text.ts'
import { freshLinkWords } from './fresh-link.words.ts'
import { takeLinks, unfitAddresses } from './sql.ts'

type LinkMail = { id: string; to: EmailIdentity; subject: string; text: string; at: Date }

/**
 * The mails that bring a reader a fresh link. A link lets its reader in, so each goes at most once: whoever got none asks again. One
 * who stopped the shop's updates has asked for this mail all the same; an address that rejects mail gets none.
 */
export async function takeFreshLinks(context: Context, tx: Transaction, ids: string[]): Promise<LinkMail[]> {
  const { deriveKey, publicUrl } = context
  const rows = await tx.all(takeLinks, [ids])
  if (rows.length === 0) return []
  const addressed = rows.map((row) => {
    const platformDigest = platformAddressDigest(deriveKey, row.email)
    return { ...row, platformDigest, digest: addressDigest(row.business_id, platformDigest) }
  })
  const unfit = await tx.all(unfitAddresses, [
    addressed.map(({ digest }) => digest),
    addressed.map(({ business_id }) => business_id),
    addressed.map(({ platformDigest }) => platformDigest),
  ])
  const isUnfit = (digest: Buffer): boolean => unfit.some(({ address_digest }) => address_digest.equals(digest))
  return addressed
    .filter(({ digest, platformDigest }) => !isUnfit(digest) && !isUnfit(platformDigest))
    .map(({ id, at, now, language, shard, shop, business_id, recipient_id, email }) => {
      const expiresAt = new Date(now.getTime() + inboxPassDays * 86_400_000)
      const link = inboxLink(
        deriveKey,
        publicUrl,
        { shard, businessId: business_id, recipientId: recipient_id },
        expiresAt,
      )
      return { id, to: email, at, ...freshLinkWords(language, oneLine(shop), link) }
    })
}

const oneLine = (name: string): string => cleanText(name).replaceAll(/\s+/g, ' ').trim()
