/** What a set of pushes is decided by, and what it comes to. */

import type { Channel, PaidChannel } from '../../channels/registry.ts'
import type { Watched } from '../../credits/low-balance.decide.ts'
import type { DisplayedEmail, EmailIdentity } from '../../email.ts'
import type { Fault } from '../../errors.ts'
import type { MessageStatus } from '../../message-status.ts'
import type { PaidBusiness, PaidCatalogue, PaidNumber } from '../../nudges/paid.decide.ts'
import type { NewNudge } from '../../nudges/sql.ts'
import type { Phone } from '../../phone.ts'
import type { QuotaChange, QuotaRefusal, Usages } from '../../quotas/quota.decide.ts'
import type { OptIn, OptInResult, Recipient } from '../../recipients/consent.decide.ts'
import type { Suppression } from '../../suppressions/sql.ts'
import type { PushRequest } from './schema.ts'

/** One push, read and given the ids it may need. */
export type Push = {
  businessId: string
  request: PushRequest
  email: EmailIdentity
  displayedEmail: DisplayedEmail
  /** What recipient_phone says; `impossible` is told the caller. */
  phone: Phone | 'impossible' | null
  /** `send_at`: the moment, and the same instant as text, which keeps its microseconds. */
  sendAt: { at: Date; text: string } | null
  /** What is usable of whatsapp_opt_in; null when the push brings none. */
  optIn: OptIn | null
  /** The ids of obsoletes that can be ids at all. */
  obsoletes: string[]
  ids: Record<'push' | 'message' | 'recipient' | Channel, string>
}

export type BusinessFacts = PaidBusiness & {
  active: boolean
  planLapsed: boolean
  balance: number
  lowBalance: Watched
  usages: Usages
}
/** `withdrawnAt`: since when a recipient who is erased by now has withdrawn an opt-in for good. */
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
}
/** A nudge that waits for `send_at` or for its escalation. It has not been charged. */
export type HeldNudge = { id: string; channel: Channel }
export type Facts = PaidCatalogue & {
  businesses: Map<string, BusinessFacts>
  /** By business and address. */
  recipients: Map<string, Recipient>
  addresses: Map<string, AddressFacts>
  /** By business and number. */
  numbers: Map<string, NumberFacts>
  /** By business, address and number: the numbers that pushes bring and an opt-in was given for. */
  optInNumbers: Set<string>
  /** By id: the updateable ones that may match, and those named in obsoletes. */
  messages: Map<string, Message>
  /** By message. */
  heldNudges: Map<string, HeldNudge[]>
}

/** `phone` is the number it goes to, for what is counted and stopped by number. */
export type PlannedNudge = Omit<NewNudge, 'numberDigest'> & { phone: Phone | null }
export type Charge = { businessId: string; id: string; credits: number }
export type PaidBlock = { queued: boolean; credits: number; skipped_reason: string | null; escalates_at: Date | null }
/** With what became of each paid channel by its name. */
export type PushAnswer = Record<PaidChannel, PaidBlock | null> & {
  message: Message
  created: boolean
  scheduledFor: string | null
  nudged: boolean
  email: { sending: boolean; skipped_reason: string | null } | null
  optIn: OptInResult | null
}
export type Plan = {
  /** `invalid`: fields that only the stored state or the clock shows to be wrong. */
  answers: ({ done: PushAnswer; recipientEmail: DisplayedEmail } | { invalid: Fault[] } | QuotaRefusal)[]
  /** Only those that are new or changed, as they are to be. */
  recipients: (Recipient & { businessId: string; email: EmailIdentity })[]
  /** Numbers that a recipient was given by one push of the set and that a later one replaced. */
  passingNumbers: { businessId: string; recipientId: string; phone: Phone }[]
  messages: Message[]
  nudges: PlannedNudge[]
  cancelled: { businessId: string; id: string }[]
  charges: Charge[]
  /** Emails a gate refused: the merchant is told, also when the answer says so already. */
  notSent: { message: Message; recipientEmail: DisplayedEmail; reason: string }[]
  /** Businesses to which `credits.low_balance` is published. */
  lowBalances: { businessId: string; balance: number; threshold: number }[]
  /** Of every business that had a push accepted. */
  counts: (QuotaChange & { businessId: string })[]
}
