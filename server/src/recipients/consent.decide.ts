/**
 * What a push does to a recipient's number and WhatsApp consent (2.1, 2.10): set the number, which clears consent given
 * for another; then record the opt-in; only then are channels judged. A number another recipient holds is not moved.
 * Consent that was withdrawn for good, for the address or for the number, is not recorded again (2.11).
 */
import type { DisplayedEmail } from '../email.ts'
import type { Phone } from '../phone.ts'

export type Recipient = {
  id: string
  /** The address as it was first given, which is what answers show. */
  displayedEmail: DisplayedEmail
  phone: Phone | null
  smsConsentAt: Date | null
  smsConsentSource: 'push' | 'api' | 'admin' | null
  smsStopped: boolean
  whatsappOptedInAt: Date | null
  whatsappOptIn: OptIn | null
  whatsappStopped: boolean
  whatsappWithdrawnAt: Date | null
  unsubscribed: boolean
}
export type OptIn = { source: string | null; obtained_at: string | null; wording: string | null }
export type OptInResult = {
  recorded: boolean
  reason: 'stopped' | 'withdrawn' | 'phone_conflict' | null
  opted_in_at: string | null
}

/**
 * Consent to texts is written once, when a number is first accepted. Another number is another person's WhatsApp; `isOptInNumber`
 * says whether this one, set after the number was cleared, is the number WhatsApp consent was given for.
 */
export function withPhone(
  recipient: Recipient,
  { phone, isOptInNumber }: { phone: Phone; isOptInNumber: boolean },
  source: 'push' | 'api' | 'admin',
  now: Date,
): Recipient {
  if (recipient.phone?.e164 === phone.e164) return recipient
  const set = {
    ...recipient,
    phone,
    smsConsentAt: recipient.smsConsentAt ?? now,
    smsConsentSource: recipient.smsConsentSource ?? source,
  }
  return recipient.phone === null && isOptInNumber ? set : withoutOptIn(set)
}

/** Consents stay as they were: the one to WhatsApp stands for the number it was given for, should that be set again. */
export const withoutPhone = (recipient: Recipient): Recipient => ({ ...recipient, phone: null })

export const withoutOptIn = (recipient: Recipient): Recipient => ({
  ...recipient,
  whatsappOptedInAt: null,
  whatsappOptIn: null,
})

/** A stop and a withdrawal may belong to the number, where they outlive the recipient they came from. */
export function withOptIn(
  recipient: Recipient,
  optIn: OptIn,
  facts: { phoneConflict: boolean; numberStopped: boolean; numberWithdrawn: boolean },
  now: Date,
): { recipient: Recipient; result: OptInResult } {
  const refuse = (reason: OptInResult['reason']) => ({
    recipient,
    result: { recorded: false, reason, opted_in_at: null },
  })
  if (facts.phoneConflict) return refuse('phone_conflict')
  if (recipient.whatsappStopped || facts.numberStopped) return refuse('stopped')
  if (recipient.whatsappWithdrawnAt !== null || facts.numberWithdrawn) return refuse('withdrawn')
  const stood = recipient.whatsappOptedInAt
  return {
    recipient: stood === null ? { ...recipient, whatsappOptedInAt: now, whatsappOptIn: optIn } : recipient,
    result: { recorded: true, reason: null, opted_in_at: (stood ?? now).toISOString() },
  }
}
