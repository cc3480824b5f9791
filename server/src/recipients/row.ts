import type { Recipient } from './consent.decide.ts'
import { numberDigest } from './digest.ts'
import type { EmailIdentity } from './email.ts'

type DeriveKey = Parameters<typeof numberDigest>[0]

/** A recipient as the row that `storeRecipients` takes. */
export function recipientRow(
  deriveKey: DeriveKey,
  { businessId, email, ...recipient }: Recipient & { businessId: string; email: EmailIdentity },
): object {
  return {
    business_id: businessId,
    id: recipient.id,
    email,
    displayed_email: String(recipient.displayedEmail) === email ? null : recipient.displayedEmail,
    phone: recipient.phone?.e164 ?? null,
    phone_destination: recipient.phone?.destination ?? null,
    phone_digest: recipient.phone === null ? null : hex(numberDigest(deriveKey, businessId, recipient.phone.e164)),
    sms_consent_at: recipient.smsConsentAt,
    sms_consent_source: recipient.smsConsentSource,
    whatsapp_opted_in_at: recipient.whatsappOptedInAt,
    whatsapp_opt_in: recipient.whatsappOptIn,
    whatsapp_withdrawn_at: recipient.whatsappWithdrawnAt,
  }
}

/** Bytes as JSON can carry them to PostgreSQL. */
export const hex = (bytes: Buffer): string => `\\x${bytes.toString('hex')}`
