/**
 * Merges stored recipients of a business that are the same mailbox (2.10, 3.4). The oldest one survives. The stricter consent
 * wins: a stop, a withdrawal or an unsubscription of either applies. One number is retained, together with the opt-ins given
 * for it.
 */

import { mapPaid, type PaidChannel, registry } from '../channels/registry.ts'
import type { EmailIdentity } from '../email.ts'
import type { Consent, Consents } from './consent.decide.ts'

/** `email` and `displayed_email` as stored. */
export type StoredRecipient = {
  business_id: string
  id: string
  email: EmailIdentity
  displayed_email: string | null
  phone: string | null
  phone_destination: string | null
  phone_digest: Buffer | null
  consents: Consents
  unsubscribed_at: Date | null
  erasure_asked_at: Date | null
  link_asked_at: Date | null
  link_epoch: number
  created_at: Date
}

/** Returns the oldest recipient with its new values, and the ids of the others, which are to be deleted. */
export function mergeRecipients(
  recipients: StoredRecipient[],
  identity: EmailIdentity,
): { survivor: StoredRecipient; merged: string[] } {
  const [oldest, ...others] = recipients.toSorted(
    (one, two) => one.created_at.getTime() - two.created_at.getTime() || (one.id < two.id ? -1 : 1),
  )
  const displayed = oldest!.displayed_email ?? oldest!.email
  return {
    survivor: {
      ...others.reduce(merge, oldest!),
      email: identity,
      displayed_email: displayed === identity ? null : displayed,
    },
    merged: others.map(({ id }) => id),
  }
}

function merge(survivor: StoredRecipient, other: StoredRecipient): StoredRecipient {
  const number = survivor.phone === null ? other : survivor
  return {
    ...survivor,
    phone: number.phone,
    phone_destination: number.phone_destination,
    phone_digest: number.phone_digest,
    consents: mapPaid((channel) => mergeConsent(channel, survivor, other, number)),
    unsubscribed_at: earliest(survivor.unsubscribed_at, other.unsubscribed_at),
    erasure_asked_at: latest(survivor.erasure_asked_at, other.erasure_asked_at),
    link_asked_at: latest(survivor.link_asked_at, other.link_asked_at),
    link_epoch: mergeEpochs(survivor, other),
  }
}

/**
 * The links of both lead to the survivor afterwards. In the same epoch the current links of either stay valid, and no earlier
 * link becomes valid again. In different epochs, or when a number is dropped, all links issued before end.
 */
function mergeEpochs(survivor: StoredRecipient, other: StoredRecipient): number {
  const isNumberDropped = survivor.phone !== null && other.phone !== null && survivor.phone !== other.phone
  return survivor.link_epoch === other.link_epoch && !isNumberDropped
    ? survivor.link_epoch
    : Math.max(survivor.link_epoch, other.link_epoch) + 1
}

/** `number` is the recipient whose number is retained. */
function mergeConsent(
  channel: PaidChannel,
  survivor: StoredRecipient,
  other: StoredRecipient,
  number: StoredRecipient,
): Consent {
  const [one, two] = [survivor.consents[channel], other.consents[channel]]
  const withdrawnAt = earliest(one.withdrawnAt, two.withdrawnAt)
  const given =
    registry[channel].consent === 'opt_in'
      ? number.consents[channel]
      : firstOf(one, two, ({ consentedAt }) => consentedAt)
  const stop = stricterStop(one, two)
  return {
    consentedAt: withdrawnAt === null ? given.consentedAt : null,
    consentSource: given.consentSource,
    optIn: withdrawnAt === null ? given.optIn : null,
    consentDigest: withdrawnAt === null ? given.consentDigest : null,
    ...stop,
    stopDigest: stop.stopSource === 'text' ? (one.stopDigest ?? two.stopDigest) : null,
    withdrawnAt,
  }
}

/** The time of the earlier stop. A START text lifts only stops made by text, so another source takes precedence over text. */
function stricterStop(one: Consent, two: Consent): Pick<Consent, 'stoppedAt' | 'stopSource'> {
  const [first, second] = firstOf(one, two, ({ stoppedAt }) => stoppedAt) === one ? [one, two] : [two, one]
  const stopSource = first.stopSource === 'text' ? (second.stopSource ?? 'text') : first.stopSource
  return { stoppedAt: first.stoppedAt, stopSource }
}

/** Returns the one with the earlier time. Null is later than any time. */
const firstOf = <T>(one: T, two: T, at: (of: T) => Date | null): T =>
  (at(two)?.getTime() ?? Infinity) < (at(one)?.getTime() ?? Infinity) ? two : one

const earliest = (one: Date | null, two: Date | null): Date | null => firstOf(one, two, (moment) => moment)
const latest = (one: Date | null, two: Date | null): Date | null =>
  (two?.getTime() ?? 0) > (one?.getTime() ?? 0) ? two : one
