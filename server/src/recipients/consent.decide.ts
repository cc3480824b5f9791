/**
 * How a push changes a recipient's number and consents (2.1, 2.10). It sets the number, which clears an opt-in given for
 * another number, then records the opt-in, and only then decides the channels. A number that belongs to another recipient is
 * not moved. An opt-in that was withdrawn for good, for the address or for the number, is not recorded again (2.11).
 */
import { mapPaid, type PaidChannel, registry } from '../channels/registry.ts'
import type { DisplayedEmail } from '../email.ts'
import type { Phone } from '../phone.ts'

export type ConsentSource = 'push' | 'api' | 'admin'
export type StopSource = 'text' | 'inbox' | 'admin'
/** Consent and stop of a recipient for one channel, as stored. */
export type Consent = {
  /** When the opt-in was recorded; on a channel without opt-in, when a number was first set. */
  consentedAt: Date | null
  consentSource: ConsentSource | null
  optIn: OptIn | null
  /** Digest of the number that the opt-in is for. */
  consentDigest: Buffer | null
  stoppedAt: Date | null
  stopSource: StopSource | null
  /** Digest of the number that a STOP text came from. */
  stopDigest: Buffer | null
  /** A withdrawal is permanent. */
  withdrawnAt: Date | null
}
export type Consents = Readonly<Record<PaidChannel, Consent>>
export type Recipient = {
  id: string
  /** The address as it was first given. Responses show it. */
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

/** Neither consent nor a stop. Nothing is stored for it. */
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
 * On a channel without opt-in, consent is recorded once, when a number is first set. Another number may belong to another
 * person, so it clears opt-ins. `isOptInNumber`: the opt-in was given for this number, which was cleared and is now set again.
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

/** Consents are unchanged, so that an opt-in applies again when the same number is set again. */
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

/** A stop or a withdrawal may also be stored for the number, where it outlives the recipient who made it. */
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
