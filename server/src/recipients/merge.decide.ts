/**
 * Two stored recipients of a business that are one mailbox become one (2.10, 3.4). The older one stays. The stricter consent wins:
 * a stop, a withdrawal or an unsubscription of either stands. At most one number is kept, and WhatsApp consent goes with its number.
 */

import type { EmailIdentity } from '../email.ts'
import type { OptIn } from './consent.decide.ts'

export type StopSource = 'text' | 'inbox' | 'admin'
/** `email` and `displayed_email` as they are stored. */
export type StoredRecipient = {
  business_id: string
  id: string
  email: EmailIdentity
  displayed_email: string | null
  phone: string | null
  phone_destination: string | null
  phone_digest: Buffer | null
  sms_consent_at: Date | null
  sms_consent_source: 'push' | 'api' | 'admin' | null
  sms_stopped_at: Date | null
  sms_stop_source: StopSource | null
  sms_stop_digest: Buffer | null
  whatsapp_opted_in_at: Date | null
  whatsapp_opt_in: OptIn | null
  whatsapp_opt_in_digest: Buffer | null
  whatsapp_stopped_at: Date | null
  whatsapp_stop_source: StopSource | null
  whatsapp_withdrawn_at: Date | null
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
  const consent = firstOf(survivor, other, ({ sms_consent_at: at }) => at)
  const sms = stricterStop(stopOf(survivor, 'sms'), stopOf(other, 'sms'))
  const whatsapp = stricterStop(stopOf(survivor, 'whatsapp'), stopOf(other, 'whatsapp'))
  const withdrawnAt = earliest(survivor.whatsapp_withdrawn_at, other.whatsapp_withdrawn_at)
  return {
    ...survivor,
    phone: number.phone,
    phone_destination: number.phone_destination,
    phone_digest: number.phone_digest,
    sms_consent_at: consent.sms_consent_at,
    sms_consent_source: consent.sms_consent_source,
    sms_stopped_at: sms.at,
    sms_stop_source: sms.source,
    sms_stop_digest: sms.source === 'text' ? (survivor.sms_stop_digest ?? other.sms_stop_digest) : null,
    whatsapp_opted_in_at: withdrawnAt === null ? number.whatsapp_opted_in_at : null,
    whatsapp_opt_in: withdrawnAt === null ? number.whatsapp_opt_in : null,
    whatsapp_opt_in_digest: withdrawnAt === null ? number.whatsapp_opt_in_digest : null,
    whatsapp_stopped_at: whatsapp.at,
    whatsapp_stop_source: whatsapp.source,
    whatsapp_withdrawn_at: withdrawnAt,
    unsubscribed_at: earliest(survivor.unsubscribed_at, other.unsubscribed_at),
    erasure_asked_at: latest(survivor.erasure_asked_at, other.erasure_asked_at),
    link_asked_at: latest(survivor.link_asked_at, other.link_asked_at),
  }
}

type Stop = { at: Date | null; source: StopSource | null }
const stopOf = (recipient: StoredRecipient, channel: 'sms' | 'whatsapp'): Stop => ({
  at: recipient[`${channel}_stopped_at`],
  source: recipient[`${channel}_stop_source`],
})

/** It began with the first of the two. A text can lift a stop made by text, so a stop of another source decides the source. */
function stricterStop(one: Stop, two: Stop): Stop {
  const [first, second] = firstOf(one, two, ({ at }) => at) === one ? [one, two] : [two, one]
  return { at: first.at, source: first.source === 'text' ? (second.source ?? 'text') : first.source }
}

/** Whichever has the earlier moment; one that has none comes after one that has. */
const firstOf = <T>(one: T, two: T, at: (of: T) => Date | null): T =>
  (at(two)?.getTime() ?? Infinity) < (at(one)?.getTime() ?? Infinity) ? two : one

const earliest = (one: Date | null, two: Date | null): Date | null => firstOf(one, two, (moment) => moment)
const latest = (one: Date | null, two: Date | null): Date | null =>
  (two?.getTime() ?? 0) > (one?.getTime() ?? 0) ? two : one
