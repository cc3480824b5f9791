/**
 * What became of a message on a channel, in a few words with a tone, and whether it belongs to a filter of the list. Good: it
 * arrived. Bad: it was sent and did not arrive. Warn: it was not sent.
 */
import type { PaidChannel } from '../../channels/registry.ts'
import type { MessageItem } from '../../messages/view.schema.ts'
import type { Tone } from '../../pages/components.ts'
import type { EmailFailureReason, FailureCode, Reason, SkipReason } from '../../reasons.ts'

export type Delivery = MessageItem['delivery']
export type Outcome = { tone: Tone; words: string }

/** Null if no email was considered. */
export function emailOutcome(delivery: Delivery): Outcome | null {
  if (delivery.email === null) return null
  if (delivery.complained) return { tone: 'bad', words: 'Marked as spam' }
  const { state } = delivery.email
  if (state === 'skipped') return { tone: 'warn', words: notSentWords(delivery.not_sent?.reason) }
  if (state === 'failed') return { tone: 'bad', words: `Failed: ${shortReason(delivery.failed?.reason)}` }
  if (state === 'delivered' && delivery.opened) return { tone: 'good', words: 'Delivered and opened' }
  return emailWords[state]
}

const emailWords = {
  scheduled: { tone: 'info', words: 'Scheduled' },
  queued: { tone: 'info', words: 'On its way' },
  retrying: { tone: 'warn', words: 'Trying again' },
  sent: { tone: 'info', words: 'Sent, no report yet' },
  delivered: { tone: 'good', words: 'Delivered' },
  bounced: { tone: 'bad', words: 'Bounced' },
  cancelled: { tone: 'neutral', words: 'Cancelled' },
} as const satisfies Record<string, Outcome>

type PaidDelivery = NonNullable<Delivery[PaidChannel]>
/** Null if the channel was never considered, or the push did not ask for it. A send is more recent news than an earlier skip. */
export function paidOutcome(paid: PaidDelivery | null): Outcome | null {
  if (paid === null) return null
  const { state, skipped_reason: reason, error_code: error } = paid
  if (state === 'delivered') return { tone: 'good', words: 'Delivered' }
  if (state === 'read') return { tone: 'good', words: 'Read' }
  if (state === 'queued')
    return { tone: 'info', words: paid.escalates_at === null ? 'On its way' : 'Sent if not opened' }
  if (reason !== null && isUnwanted(reason)) return null
  if (state === null)
    return reason === null ? { tone: 'neutral', words: 'Cancelled' } : { tone: 'warn', words: notSentWords(reason) }
  const cause = reason === null ? shortReason(error) : shortReason(reason)
  return state === 'rejected'
    ? { tone: 'warn', words: `Not sent: ${cause}` }
    : { tone: 'bad', words: `Failed: ${cause}` }
}

/** The shop did not want this channel, so that nothing is missing. */
export const isUnwanted = (reason: SkipReason): boolean =>
  reason === 'disabled_by_request' || reason.endsWith('_not_enabled') || reason.endsWith('_disabled')

const notSentWords = (reason: Reason | undefined): string => `Not sent: ${shortReason(reason)}`
const shortReason = (reason: string | null | undefined): string =>
  shortReasons[reason as Reason | FailureCode] ?? 'the cause is unknown'

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
