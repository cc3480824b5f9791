import type { EmailIdentity } from '../email.ts'
import type { Recipient } from './consent.decide.ts'
import { numberDigest } from './digest.ts'

type DeriveKey = Parameters<typeof numberDigest>[0]

export type RecipientToStore = ReturnType<typeof recipientRow>

/** A recipient as the row that `storeRecipients` takes. */
export const recipientRow = (
  deriveKey: DeriveKey,
  recipient: Recipient & { businessId: string; email: EmailIdentity },
) => ({
  ...recipient,
  displayedEmail: String(recipient.displayedEmail) === recipient.email ? null : recipient.displayedEmail,
  phone: recipient.phone?.e164 ?? null,
  phoneDestination: recipient.phone?.destination ?? null,
  phoneDigest: recipient.phone === null ? null : numberDigest(deriveKey, recipient.businessId, recipient.phone.e164),
})
