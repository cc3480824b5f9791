import type { Branded } from '../../brand/brand.ts'
/** The facts that a batch of pushes is decided by, and the resulting plan. */

import type { Channel, PaidChannel } from '../../channels/registry.ts'
import type { LowBalance } from '../../credits/low-balance.decide.ts'
import type { DisplayedEmail, EmailIdentity } from '../../email.ts'
import type { ValidationError } from '../../errors.ts'
import type { MessageStatus } from '../../message-status.ts'
import type { PaidBusiness, PaidCatalogue, PaidNumber } from '../../nudges/paid.decide.ts'
import type { NewNudge } from '../../nudges/sql.ts'
import type { NumberKind, Phone } from '../../phone.ts'
import type { QuotaChange, QuotaRefusal, Usages } from '../../quotas/quota.decide.ts'
import type { TextCount, TextUsage } from '../../quotas/texts.decide.ts'
import type { EmailSkipReason, PaidSkipReason } from '../../reasons.ts'
import type { OptIn, OptInResult, Recipient } from '../../recipients/consent.decide.ts'
import type { Suppression } from '../../suppressions/sql.ts'
import type { PushRequest } from './schema.ts'

/** One parsed push, with the ids that it may need. */
export type Push = {
  businessId: string
  /** Null: the push was made without a key. */
  keyId: string | null
  request: PushRequest
  email: EmailIdentity
  displayedEmail: DisplayedEmail
  /** The parsed recipient_phone; `impossible` becomes a validation error. */
  phone: Phone | 'impossible' | null
  /** `send_at` as a Date, and as text, because a Date drops microseconds. */
  sendAt: { at: Date; text: string } | null
  /** The usable fields of whatsapp_opt_in; null when the push has none. */
  optIn: OptIn | null
  /** The well-formed ids of `obsoletes`. */
  obsoletes: string[]
  ids: Record<'push' | 'message' | 'recipient' | Channel, string>
}

export type BusinessFacts = PaidBusiness &
  Branded & {
    active: boolean
    planLapsed: boolean
    balance: number
    lowBalance: LowBalance
    usages: Usages
  }
/** `withdrawnAt`: when a recipient with this address, erased since, withdrew the opt-in for good. */
export type AddressFacts = Suppression & { withdrawnAt: Date | null }
export type NumberFacts = PaidNumber & { holderId: string | null }
export type Message = {
  businessId: string
  id: string
  recipientId: string
  kind: 'one_off' | 'updateable'
  status: MessageStatus
  subject: string
  body: string
  reference: string | null
  orderStatus: string | null
  createdAt: Date
  updatedAt: Date
  /** The keys of the push that created it and of its last update. Null for pushes before they were stored. */
  createdKeyId: string | null
  updatedKeyId: string | null
  /** When it was retracted or became obsolete. */
  statusChangedAt: Date | null
}
/** A nudge that waits for `send_at` or for its escalation. It has not been charged. */
export type WaitingNudge = { id: string; channel: Channel }
export type Facts = PaidCatalogue & {
  businesses: Map<string, BusinessFacts>
  /** By business and address. */
  recipients: Map<string, Recipient>
  addresses: Map<string, AddressFacts>
  /** By business and number. */
  numbers: Map<string, NumberFacts>
  /** By number, only for businesses with a paid channel. */
  numberKinds: Map<string, NumberKind>
  textUsage: TextUsage
  /** By business, address and number: the numbers in these pushes that the recipient's opt-in was given for. */
  optInNumbers: Set<string>
  /** By id: the updateable messages that may match, and those named in obsoletes. */
  messages: Map<string, Message>
  /** By message. */
  waitingNudges: Map<string, WaitingNudge[]>
}

/** `phone` is the destination number: rate limits and stops apply to it. */
export type PlannedNudge = Omit<NewNudge, 'numberDigest'> & { phone: Phone | null }
export type Charge = { businessId: string; id: string; credits: number }
export type PaidBlock = {
  queued: boolean
  credits: number
  skipped_reason: PaidSkipReason | null
  escalates_at: Date | null
}
/** Has one block per paid channel, under the name of the channel. */
export type AcceptedPush = Record<PaidChannel, PaidBlock | null> & {
  message: Message
  created: boolean
  scheduledFor: string | null
  nudged: boolean
  email: { sending: boolean; skipped_reason: EmailSkipReason | null } | null
  optIn: OptInResult | null
  /** The ids of the messages that the push makes obsolete. */
  obsoleted: string[]
}
export type Plan = {
  /** `invalid`: validation errors that depend on stored state or the current time. */
  outcomes: ({ done: AcceptedPush; recipientEmail: DisplayedEmail } | { invalid: ValidationError[] } | QuotaRefusal)[]
  /** Only new or changed recipients, with their new values. */
  recipients: (Recipient & { businessId: string; email: EmailIdentity })[]
  /** Numbers that one push of the batch assigned to a recipient and a later push replaced. */
  intermediateNumbers: { businessId: string; recipientId: string; phone: Phone }[]
  messages: Message[]
  nudges: PlannedNudge[]
  cancelled: { businessId: string; id: string }[]
  charges: Charge[]
  /** Emails that a gate refused. An event is published for each, although the response reports it too. */
  notSent: { message: Message; recipientEmail: DisplayedEmail; reason: EmailSkipReason }[]
  /** Businesses to which `credits.low_balance` is published. */
  lowBalances: { businessId: string; balance: number; threshold: number }[]
  /** One entry per business with texts that are charged or refused by a limit on texts. */
  textCounts: TextCount[]
  /** One entry per business with an accepted push. */
  counts: (QuotaChange & { businessId: string })[]
}
