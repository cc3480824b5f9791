import type { Context } from '../context.ts'
import type { InboxPass } from '../inbox-tokens/tokens.ts'
import { withoutOptIn, withoutPhone } from '../recipients/consent.decide.ts'
import { numberDigest } from '../recipients/digest.ts'
import { recipientOf } from '../recipients/phone-change.ts'
import { recipientRow } from '../recipients/row.ts'
import { findRecipient, stopNumber, storeRecipients } from '../recipients/sql.ts'
import { asReader } from './as-reader.ts'

/**
 * The number is somebody else's: it is cleared, and this shop writes to it no more, whoever the shop thinks it belongs to. The
 * recipient is not stopped: their own number may come yet. What WhatsApp consent was given for it was not the owner's.
 */
export function disownNumber(context: Context, pass: InboxPass): Promise<void> {
  const { deriveKey } = context
  return asReader(context, pass, async (tx, { businessId, email }) => {
    const row = await tx.one(findRecipient, { businessId, email })
    if (row === null || row.phone === null) return
    const stop = { businessId, numberDigest: numberDigest(deriveKey, businessId, row.phone), source: 'inbox' } as const
    for (const channel of ['sms', 'whatsapp'] as const) tx.write(stopNumber, { ...stop, channel })
    const cleared = recipientRow(deriveKey, { ...withoutOptIn(withoutPhone(recipientOf(row))), businessId, email })
    tx.write(storeRecipients, { given: [cleared] })
  })
}
