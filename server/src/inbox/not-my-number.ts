import { paidChannels } from '../channels/registry.ts'
import type { Context } from '../context.ts'
import type { InboxPass } from '../inbox-tokens/tokens.ts'
import { withoutOptIns, withoutPhone } from '../recipients/consent.decide.ts'
import { stopNumber } from '../recipients/consents.sql.ts'
import { loadConsents } from '../recipients/consents.ts'
import { numberDigest } from '../recipients/digest.ts'
import { recipientOf } from '../recipients/phone-change.ts'
import { findRecipient } from '../recipients/sql.ts'
import { storeRecipients } from '../recipients/store.ts'
import { asReader } from './as-reader.ts'

/**
 * The number is somebody else's: it is cleared, and this shop writes to it no more, whoever the shop thinks it belongs to. The
 * recipient is not stopped: their own number may come yet. An opt-in that was given for it was not the owner's.
 */
export function disownNumber(context: Context, pass: InboxPass): Promise<void> {
  return asReader(context, pass, async (tx, { businessId, email }) => {
    const row = await tx.one(findRecipient, { businessId, email })
    if (row === null || row.phone === null) return
    const digest = numberDigest(context.deriveKey, businessId, row.phone)
    for (const channel of paidChannels)
      tx.write(stopNumber, { businessId, channel, numberDigest: digest, source: 'inbox' })
    const consents = await loadConsents(tx, [{ businessId, recipientId: row.id }])
    const cleared = withoutOptIns(withoutPhone(recipientOf(row, consents(row.id))))
    storeRecipients(context, tx, [{ ...cleared, businessId, email }])
  })
}
