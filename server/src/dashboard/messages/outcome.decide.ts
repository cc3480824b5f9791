/**
 * What became of a message on a channel, in a few words with a tone, and whether it belongs to a filter of the list. Good: it
 * arrived. Bad: it was sent and did not arrive. Warn: it was not sent.
 */
import type { PaidChannel } from '../../channels/registry.ts'
import type { MessageItem } from '../../messages/view.schema.ts'
import type { Tone } from '../../pages/components.ts'
import type { EmailFailureReason, FailureCode, Reason, SkipReason } from '../../reasons.ts'
import type { Stage } from './stage.decide.ts'

export type Delivery = MessageItem['delivery']
export type Cause = Reason | FailureCode
export type OutcomeKind =
  | 'scheduled'
  | 'waits_for_open'
  | 'on_its_way'
  | 'retrying'
  | 'sent'
  | 'delivered'
  | 'read'
  | 'bounced'
  | 'complained'
  | 'failed'
  | 'not_sent'
  | 'cancelled'
/** `cause` is set if something failed or was not sent, and null also if the cause is unknown. */
export type Outcome = { kind: OutcomeKind; tone: Tone; words: string; cause: Cause | null }

/** Null if no email was considered. */
export function emailOutcome(message: Pick<MessageItem, 'delivery' | 'updated_at'>): Outcome | null {
  const { delivery } = message
  const kind = emailKind(delivery)
  if (kind === null) return null
  if (delivery.complained) return outcomes.complained
  if (kind === 'delivered')
    return isOpened(message) ? { ...outcomes.delivered, words: 'Delivered and opened' } : outcomes.delivered
  if (kind === 'not_sent') return notSent(delivery.not_sent?.reason)
  return kind === 'failed' ? failed(delivery.failed?.reason) : outcomes[kind]
}

/** Whether the customer opened the message since its last update: an open is of the content at that time. */
export const isOpened = ({ delivery, updated_at: updatedAt }: Pick<MessageItem, 'delivery' | 'updated_at'>): boolean =>
  delivery.opened_at !== null && new Date(delivery.opened_at) >= new Date(updatedAt)

type EmailKind = Exclude<OutcomeKind, 'waits_for_open' | 'read' | 'complained'>
/** Without complaints. An email that was not sent does not hide a later or earlier one that was, and then has no reason. */
export function emailKind({ email, ...delivery }: Delivery): EmailKind | null {
  if (email === null) return null
  const { state } = email
  if ((state !== 'skipped' && state !== 'cancelled') || delivery.not_sent !== null) return emailKinds[state]
  const { delivered_at: deliveredAt, bounced_at: bouncedAt } = delivery
  if (bouncedAt !== null && (deliveredAt === null || new Date(bouncedAt) >= new Date(deliveredAt))) return 'bounced'
  if (deliveredAt !== null) return 'delivered'
  return state === 'skipped' ? 'sent' : 'cancelled'
}
const emailKinds = {
  scheduled: 'scheduled',
  queued: 'on_its_way',
  retrying: 'retrying',
  sent: 'sent',
  delivered: 'delivered',
  bounced: 'bounced',
  failed: 'failed',
  skipped: 'not_sent',
  cancelled: 'cancelled',
} as const satisfies Record<NonNullable<Delivery['email']>['state'], EmailKind>

export type PaidDelivery = NonNullable<Delivery[PaidChannel]>
/**
 * Null if the channel was never considered, or the push did not ask for it. The reason of a skip is that of the newest push, so it is
 * more recent than a send, except for a rejected send, whose own reason it is. `stage` is how far a send without an outcome is; a list
 * that does not know it says so.
 */
export function paidOutcome(paid: PaidDelivery | null, stage?: Stage | null): Outcome | null {
  if (paid === null) return null
  const { state, skipped_reason: reason, error_code: error } = paid
  if (state !== 'rejected' && reason !== null && !isUnwanted(reason)) return notSent(reason)
  if (state === null) return reason === null ? outcomes.cancelled : null
  if (state === 'queued')
    return stage == null ? { ...outcomes.on_its_way, words: 'Waiting or on its way' } : outcomes[stages[stage]]
  if (state === 'rejected') return notSent(reason === null || reason === 'disabled_by_request' ? error : reason)
  return state === 'failed' ? failed(error) : outcomes[state]
}
const stages = {
  scheduled: 'scheduled',
  waits_for_open: 'waits_for_open',
  queued: 'on_its_way',
  accepted: 'sent',
} as const satisfies Record<Stage, OutcomeKind>

/** The send is that of an earlier push: the newest one made none. */
export const isEarlierSend = ({ state, skipped_reason: reason }: PaidDelivery): boolean =>
  state !== null && state !== 'rejected' && reason !== null

/** The shop did not want this channel, so that nothing is missing. */
const isUnwanted = (reason: SkipReason): boolean => reason === 'disabled_by_request' || isOff(reason)
/** The channel is off or not enabled. */
export const isOff = (reason: SkipReason): boolean => reason.endsWith('_not_enabled') || reason.endsWith('_disabled')

const plain = (kind: OutcomeKind, tone: Tone, words: string): Outcome => ({
  kind,
  tone,
  words,
  cause: null,
})
const outcomes = {
  scheduled: plain('scheduled', 'info', 'Scheduled'),
  waits_for_open: plain('waits_for_open', 'info', 'Sent if not opened'),
  on_its_way: plain('on_its_way', 'info', 'On its way'),
  retrying: plain('retrying', 'warn', 'Trying again'),
  sent: plain('sent', 'info', 'Sent, no report yet'),
  delivered: plain('delivered', 'good', 'Delivered'),
  read: plain('read', 'good', 'Read'),
  bounced: plain('bounced', 'bad', 'Bounced'),
  complained: plain('complained', 'bad', 'Marked as spam'),
  cancelled: plain('cancelled', 'neutral', 'Cancelled'),
} as const satisfies Record<Exclude<OutcomeKind, 'failed' | 'not_sent'>, Outcome>

const notSent = (reason: Cause | null | undefined): Outcome => withCause('not_sent', 'warn', 'Not sent', reason)
const failed = (reason: Cause | null | undefined): Outcome => withCause('failed', 'bad', 'Failed', reason)
/** Later versions may add codes. */
function withCause(kind: OutcomeKind, tone: Tone, what: string, given: Cause | null | undefined): Outcome {
  const cause = given != null && Object.hasOwn(shortReasons, given) ? given : null
  return { kind, tone, words: `${what}: ${shortReason(cause)}`, cause }
}
export const shortReason = (cause: Cause | null): string =>
  cause === null ? 'the cause is unknown' : shortReasons[cause]

export const nouns = { email: 'email', sms: 'text', whatsapp: 'WhatsApp message' } as const

/** The end of a sentence such as "Not sent: …". */
export const shortReasons: Record<Reason | FailureCode | EmailFailureReason, string> = {
  business_inactive: 'the shop is deactivated',
  sending_paused: 'sending is paused',
  plan_lapsed: 'the plan has ended',
  unsubscribed: 'the customer unsubscribed',
  suppressed: 'the address bounced or complained before',
  platform_suppressed: 'the address bounced at another shop',
  daily_cap_reached: 'the daily limit was reached',
  retracted: 'the message was retracted',
  esp_refused: 'the email provider refused it',
  retries_exhausted: 'all attempts were refused',
  outcome_unknown: 'the email provider did not respond',
  sms_not_enabled: 'texts are not enabled',
  sms_disabled: 'texts are off',
  whatsapp_not_enabled: 'WhatsApp is not enabled',
  whatsapp_disabled: 'WhatsApp is off',
  disabled_by_request: 'the push did not ask for it',
  stopped: 'the customer opted out',
  phone_conflict: 'the number is of another recipient',
  no_phone: 'no number',
  country_not_allowed: 'the number cannot get it',
  not_opted_in: 'no consent',
  not_reachable: 'the number is not on WhatsApp',
  template_not_sendable: 'no template fits',
  rate_limited: 'too many to this number',
  platform_limited: 'a limit of the shop was reached',
  insufficient_credit: 'the balance was empty',
  sms_warmup_cap_reached: 'the limit of the first days was reached',
  'sms.submit_refused': 'the provider refused it',
  'sms.never_submitted': 'the provider was not reached',
  'sms.submit_outcome_unknown': 'the provider did not respond',
  'sms.carrier_failed': 'the phone was not reached',
  'sms.no_report': 'no report arrived',
  'whatsapp.submit_refused': 'the provider refused it',
  'whatsapp.never_submitted': 'the provider was not reached',
  'whatsapp.submit_outcome_unknown': 'the provider did not respond',
  'whatsapp.platform_failed': 'the phone was not reached',
  'whatsapp.no_report': 'no report arrived',
}
