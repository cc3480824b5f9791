/**
 * What a push does to a recipient's number and consents (2.1, 2.10): set the number, which clears an agreement given for another;
 * then record the opt-in; only then are channels judged. A number another recipient holds is not moved. An agreement that was
 * withdrawn for good, for the address or for the number, is not recorded again (2.11).
 */
import { mapPaid, type PaidChannel, registry } from '../channels/registry.ts'
import type { DisplayedEmail } from '../email.ts'
import type { Phone } from '../phone.ts'

export type ConsentSource = 'push' | 'api' | 'admin'
export type StopSource = 'text' | 'inbox' | 'admin'
/** What a recipient has said of one channel, as it is stored. */
export type Consent = {
  /** On a channel that needs an opt-in when it was recorded, on others when a number was first accepted. */
  consentedAt: Date | null
  consentSource: ConsentSource | null
  optIn: OptIn | null
  /** The number an opt-in is for. */
  consentDigest: Buffer | null
  stoppedAt: Date | null
  stopSource: StopSource | null
  /** The number it was stopped from by text. */
  stopDigest: Buffer | null
  /** For good. */
  withdrawnAt: Date | null
}
export type Consents = Readonly<Record<PaidChannel, Consent>>
export type Recipient = {
  id: string
  /** The address as it was first given, which is what answers show. */
  displayedEmail: DisplayedEmail
  phone: Phone | null
  consents: Consents
  unsubscribed: boolean
}
export type OptIn = { source: string | null; obtained_at: string | null; wording: string | null }
export type OptInResult = {
  recorded: boolean
  reason: 'stopped' | 'withdrawn' | 'phone_conflict' | null
  opted_in_at: string | null
}

/** Nothing was said of a channel, and nothing is stored. */
export const noConsent: Consent = {
  consentedAt: null,
  consentSource: null,
  optIn: null,
  consentDigest: null,
  stoppedAt: null,
  stopSource: null,
  stopDigest: null,
  withdrawnAt: null,
}

export const noConsents: Consents = mapPaid(() => noConsent)

/**
 * Where having a number is the consent, it is written once, when a number is first accepted. Another number is another person's
 * opt-in; `isOptInNumber` says whether this one, set after the number was cleared, is the number it was given for.
 */
export function withPhone(
  recipient: Recipient,
  { phone, isOptInNumber }: { phone: Phone; isOptInNumber: boolean },
  source: ConsentSource,
  now: Date,
): Recipient {
  if (recipient.phone?.e164 === phone.e164) return recipient
  const consents = mapPaid((channel) => {
    const consent = recipient.consents[channel]
    return needsOptIn(channel) || consent.consentedAt !== null
      ? consent
      : { ...consent, consentedAt: now, consentSource: source }
  })
  const set = { ...recipient, phone, consents }
  return recipient.phone === null && isOptInNumber ? set : withoutOptIns(set)
}

/** Consents stay as they were: an opt-in stands for the number it was given for, should that be set again. */
export const withoutPhone = (recipient: Recipient): Recipient => ({ ...recipient, phone: null })

export const withoutOptIns = (recipient: Recipient): Recipient => ({
  ...recipient,
  consents: mapPaid((channel) => {
    const consent = recipient.consents[channel]
    return needsOptIn(channel) && consent.consentedAt !== null
      ? { ...consent, consentedAt: null, optIn: null }
      : consent
  }),
})

const needsOptIn = (channel: PaidChannel): boolean => registry[channel].consent === 'opt_in'

/** A stop and a withdrawal may belong to the number, where they outlive the recipient they came from. */
export function withOptIn(
  recipient: Recipient,
  channel: PaidChannel,
  optIn: OptIn,
  facts: { phoneConflict: boolean; numberStopped: boolean; numberWithdrawn: boolean },
  now: Date,
): { recipient: Recipient; result: OptInResult } {
  const refuse = (reason: OptInResult['reason']) => ({
    recipient,
    result: { recorded: false, reason, opted_in_at: null },
  })
  const consent = recipient.consents[channel]
  if (facts.phoneConflict) return refuse('phone_conflict')
  if (consent.stoppedAt !== null || facts.numberStopped) return refuse('stopped')
  if (consent.withdrawnAt !== null || facts.numberWithdrawn) return refuse('withdrawn')
  const recorded = (at: Date): OptInResult => ({ recorded: true, reason: null, opted_in_at: at.toISOString() })
  if (consent.consentedAt !== null) return { recipient, result: recorded(consent.consentedAt) }
  const consents = { ...recipient.consents, [channel]: { ...consent, consentedAt: now, optIn } }
  return { recipient: { ...recipient, consents }, result: recorded(now) }
}
