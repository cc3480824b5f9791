/**
 * What a push does to a recipient's number and WhatsApp consent (2.1, 2.10): set the number, which clears consent given
 * for another; then record the opt-in; only then are channels judged. A number another recipient holds is not moved.
 */
import type { Phone } from './phone.ts'

export type Recipient = {
  id: string
  phone: Phone | null
  smsConsentAt: Date | null
  smsConsentSource: 'push' | 'api' | 'admin' | null
  smsStopped: boolean
  whatsappOptedInAt: Date | null
  whatsappOptIn: OptIn | null
  whatsappStopped: boolean
  whatsappWithdrawn: boolean
  unsubscribed: boolean
}
export type OptIn = { source: string | null; obtained_at: string | null; wording: string | null }
export type OptInResult = {
  recorded: boolean
  reason: 'stopped' | 'withdrawn' | 'phone_conflict' | null
  opted_in_at: string | null
}

/** Consent to texts is written once, when a number is first accepted. Another number is another person's WhatsApp. */
export function withPhone(recipient: Recipient, phone: Phone, source: 'push' | 'api' | 'admin', now: Date): Recipient {
  if (recipient.phone?.e164 === phone.e164) return recipient
  return {
    ...recipient,
    phone,
    smsConsentAt: recipient.smsConsentAt ?? now,
    smsConsentSource: recipient.smsConsentSource ?? source,
    whatsappOptedInAt: null,
    whatsappOptIn: null,
  }
}

/** Consent to texts stays as it was; consent to WhatsApp was about the number. */
export const withoutPhone = (recipient: Recipient): Recipient => ({
  ...recipient,
  phone: null,
  whatsappOptedInAt: null,
  whatsappOptIn: null,
})

/** `numberStopped`: a stop that belongs to the number and outlives the recipient. */
export function withOptIn(
  recipient: Recipient,
  optIn: OptIn,
  facts: { phoneConflict: boolean; numberStopped: boolean },
  now: Date,
): { recipient: Recipient; result: OptInResult } {
  const refuse = (reason: OptInResult['reason']) => ({
    recipient,
    result: { recorded: false, reason, opted_in_at: null },
  })
  if (facts.phoneConflict) return refuse('phone_conflict')
  if (recipient.whatsappStopped || facts.numberStopped) return refuse('stopped')
  if (recipient.whatsappWithdrawn) return refuse('withdrawn')
  const stood = recipient.whatsappOptedInAt
  return {
    recipient: stood === null ? { ...recipient, whatsappOptedInAt: now, whatsappOptIn: optIn } : recipient,
    result: { recorded: true, reason: null, opted_in_at: (stood ?? now).toISOString() },
  }
}
