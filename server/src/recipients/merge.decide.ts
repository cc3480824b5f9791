/**
 * Two stored recipients of a business that are one mailbox become one (2.10, 3.4). The older one stays. The stricter consent wins:
 * a stop, a withdrawal or an unsubscription of either stands. At most one number is kept, and WhatsApp consent goes with its number.
 */

import { mapPaid, type PaidChannel, registry } from '../channels/registry.ts'
import type { EmailIdentity } from '../email.ts'
import type { Consent, Consents } from './consent.decide.ts'

/** `email` and `displayed_email` as they are stored. */
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
  created_at: Date
}

/** The oldest, as it is to be, and the ids of the others, which are to go. */
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
  }
}

/** `number` is the one of the two whose number is kept. */
function mergeConsent(
  channel: PaidChannel,
  survivor: StoredRecipient,
  other: StoredRecipient,
  number: StoredRecipient,
): Consent {
  const [one, two] = [survivor.consents[channel], other.consents[channel]]
  const withdrawnAt = earliest(one.withdrawnAt, two.withdrawnAt)
  const agreed =
    registry[channel].consent === 'opt_in'
      ? number.consents[channel]
      : firstOf(one, two, ({ consentedAt }) => consentedAt)
  const stop = stricterStop(one, two)
  return {
    consentedAt: withdrawnAt === null ? agreed.consentedAt : null,
    consentSource: agreed.consentSource,
    optIn: withdrawnAt === null ? agreed.optIn : null,
    consentDigest: withdrawnAt === null ? agreed.consentDigest : null,
    ...stop,
    stopDigest: stop.stopSource === 'text' ? (one.stopDigest ?? two.stopDigest) : null,
    withdrawnAt,
  }
}

/** It began with the first of the two. A text can lift a stop made by text, so a stop of another source decides the source. */
function stricterStop(one: Consent, two: Consent): Pick<Consent, 'stoppedAt' | 'stopSource'> {
  const [first, second] = firstOf(one, two, ({ stoppedAt }) => stoppedAt) === one ? [one, two] : [two, one]
  const stopSource = first.stopSource === 'text' ? (second.stopSource ?? 'text') : first.stopSource
  return { stoppedAt: first.stoppedAt, stopSource }
}

/** Whichever has the earlier moment; one that has none comes after one that has. */
const firstOf = <T>(one: T, two: T, at: (of: T) => Date | null): T =>
  (at(two)?.getTime() ?? Infinity) < (at(one)?.getTime() ?? Infinity) ? two : one

const earliest = (one: Date | null, two: Date | null): Date | null => firstOf(one, two, (moment) => moment)
const latest = (one: Date | null, two: Date | null): Date | null =>
  (two?.getTime() ?? 0) > (one?.getTime() ?? 0) ? two : one
