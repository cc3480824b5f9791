/**
 * The facts that a support person needs first: what did not arrive on each channel, what that means, who can change it, and what
 * can be done on the page. Rows of a message that arrived have one fact, which says so.
 */
import { type PaidChannel, paidChannels } from '../../channels/registry.ts'
import type { CodeWords, Fixer } from '../../code-words.ts'
import type { MessageItem } from '../../messages/view.schema.ts'
import type { Tone } from '../../pages/components.ts'
import type { FailureCode, Reason } from '../../reasons.ts'
import { type Delivery, emailOutcome, isUnwanted, type Outcome, paidOutcome } from './outcome.decide.ts'

/** What the page offers beside a fact. */
export type Act = 'resend' | 'number' | 'recipient'
/** `channel` is null for a fact about the message as a whole. `code` is what the interface returns. */
export type Fact = {
  channel: 'email' | PaidChannel | null
  tone: Tone
  title: string
  code: Reason | FailureCode | null
  acts: Act[]
}

export function factsOf({ status, delivery }: Pick<MessageItem, 'status' | 'delivery'>): Fact[] {
  if (status === 'retracted')
    return [
      fact(
        null,
        'warn',
        'The message was retracted. Nothing more is sent about it, and the inbox shows it as retracted.',
      ),
    ]
  const problems = [...paidChannels.flatMap((channel) => paidFact(delivery, channel)), ...emailFact(delivery)]
  return problems.length === 0 ? [arrivalFact(delivery)] : problems
}

function paidFact(delivery: Delivery, channel: PaidChannel): Fact[] {
  const paid = delivery[channel]
  const outcome = paidOutcome(paid)
  if (paid === null || outcome === null || (outcome.tone !== 'warn' && outcome.tone !== 'bad')) return []
  const code = (paid.skipped_reason ?? paid.error_code) as Reason | FailureCode
  const acts: Act[] = [...(actsByCode[code] ?? []), ...(canResend(delivery, channel) ? (['resend'] as const) : [])]
  return [fact(channel, outcome.tone, titleOf(nouns[channel], outcome), code, acts)]
}

function emailFact(delivery: Delivery): Fact[] {
  const outcome = emailOutcome(delivery)
  if (outcome === null || (outcome.tone !== 'warn' && outcome.tone !== 'bad')) return []
  const code = delivery.not_sent?.reason ?? delivery.failed?.reason ?? null
  return [fact('email', outcome.tone, titleOf('email', outcome), code, code === null ? [] : (actsByCode[code] ?? []))]
}

/** "Not sent: no number" becomes "The text was not sent: no number." */
function titleOf(noun: string, { words }: Outcome): string {
  const [start, cause] = words.split(': ')
  const verb = verbs[start!] ?? start!.toLowerCase()
  return `The ${noun} ${verb}${cause === undefined ? '' : `: ${cause}`}.`
}
const verbs: Record<string, string> = {
  'Not sent': 'was not sent',
  Failed: 'failed',
  Bounced: 'bounced',
  'Marked as spam': 'was marked as spam by the customer',
  'Trying again': 'was refused for the moment and is tried again',
}
export const nouns = { email: 'email', sms: 'text', whatsapp: 'WhatsApp message' } as const

function arrivalFact(delivery: Delivery): Fact {
  if (delivery.opened) return fact(null, 'good', 'The customer opened the message in the inbox.')
  const arrived = [
    ...(delivery.email?.state === 'delivered' ? ['email'] : []),
    ...paidChannels.filter((channel) => isDelivered(delivery[channel]?.state)).map((channel) => nouns[channel]),
  ]
  if (arrived.length > 0)
    return fact(null, 'good', `The ${arrived.join(' and the ')} arrived. The customer has not opened the inbox.`)
  const isSilent = delivery.email === null && paidChannels.every((channel) => paidOutcome(delivery[channel]) === null)
  return isSilent
    ? fact(null, 'neutral', 'The push did not ask to notify the customer. The message is in the inbox.')
    : fact(null, 'info', 'Nothing has arrived yet. The message is on its way, and it is in the inbox already.')
}
const isDelivered = (state: string | null | undefined): boolean => state === 'delivered' || state === 'read'

const fact = (
  channel: Fact['channel'],
  tone: Tone,
  title: string,
  code: Fact['code'] = null,
  acts: Act[] = [],
): Fact => ({ channel, tone, title, code, acts })

/** The operation decides again. It is not offered where it would be refused, or where nothing can have changed. */
export function canResend(delivery: Delivery, channel: PaidChannel): boolean {
  const paid = delivery[channel]
  if (paid === null) return true
  const { state, error_code: error, skipped_reason: reason } = paid
  const isUnsent = state === null || state === 'rejected'
  const isUndelivered = state === 'failed' && (error === 'sms.carrier_failed' || error === 'whatsapp.platform_failed')
  if (!isUnsent && !isUndelivered) return false
  return reason === null || !isClosed(reason)
}
const isClosed = (reason: Reason): boolean =>
  reason === 'unsubscribed' || (isUnwanted(reason as never) && reason !== 'disabled_by_request')

const actsByCode: { [Code in Reason | FailureCode]?: Act[] } = {
  no_phone: ['number'],
  phone_conflict: ['number'],
  country_not_allowed: ['number'],
  not_reachable: ['number'],
  'sms.submit_refused': ['number'],
  'sms.carrier_failed': ['number'],
  'whatsapp.submit_refused': ['number'],
  'whatsapp.platform_failed': ['number'],
  stopped: ['recipient'],
  not_opted_in: ['recipient'],
  unsubscribed: ['recipient'],
  suppressed: ['recipient'],
  platform_suppressed: ['recipient'],
}

/** Who can remove the cause, as a sentence for a person of the shop. */
export const fixerSentences: Record<Fixer, string> = {
  developer: 'Your developers can change this.',
  merchant: 'Your shop can change this.',
  operator: 'The operator of the service can change this.',
  customer: 'Only the customer can change this.',
  none: 'Nothing has to be changed.',
}
export const chargeSentences: Record<CodeWords['charged'], string> = {
  no: 'Nothing was charged.',
  yes: 'It was charged, because it may have arrived or was sent.',
  refunded: 'The charge was refunded.',
  free: '',
}

/** What to do, for a person who uses the pages and not the interface. */
export const nextSteps: Record<Reason | FailureCode, string> = {
  business_inactive: 'Ask the operator to activate the shop, then push the update again.',
  sending_paused:
    'Ask the operator why sending is paused. Once it is resumed, push the update again, or send the text again here.',
  plan_lapsed: 'Renew the plan, then push the update again.',
  unsubscribed: 'Do not send again. The customer can still read the message in the inbox.',
  suppressed: 'Ask the customer for another address, and push to that one.',
  platform_suppressed: 'Check the address with the customer. If it is right, ask the operator to release it.',
  daily_cap_reached: 'Push the update again tomorrow, or ask the operator for a higher limit.',
  retracted: 'Push a new message if the customer needs another update.',
  esp_refused: 'Check the address with the customer, then push the update again.',
  retries_exhausted: 'Push the update again once other emails are delivered.',
  outcome_unknown: 'Ask the customer whether it arrived. Push again only if a second email does no harm.',
  sms_not_enabled: 'Ask the operator to enable texts for the shop.',
  sms_disabled: 'Ask the operator to switch texts on.',
  whatsapp_not_enabled: 'Ask the operator to enable WhatsApp for the shop.',
  whatsapp_disabled: 'Ask the operator to switch WhatsApp on.',
  disabled_by_request: 'It can be sent now.',
  stopped: 'Use another channel. A stop by text ends when the customer texts START.',
  phone_conflict: 'Find out whose number it is, and correct it at both recipients. Then send it again.',
  no_phone: 'Set the number of the customer. Then send it again.',
  country_not_allowed: 'Check the number. If it is right, ask the operator to allow its country. Then send it again.',
  not_opted_in: 'Ask the customer for consent, and record it with the next push.',
  not_reachable: 'Set another number of the customer, or send a text.',
  template_not_sendable: 'The push needs an order number and a known order status. Ask your developers.',
  rate_limited: 'Wait an hour, then send it again.',
  platform_limited: 'Send it again in an hour or tomorrow, or ask the operator for a higher limit.',
  insufficient_credit: 'Top up the balance. Then send it again.',
  sms_warmup_cap_reached: 'Send it again tomorrow.',
  'sms.submit_refused': 'Check the number with the customer, and correct it. Then send it again.',
  'sms.never_submitted': 'Send it again in a few minutes.',
  'sms.submit_outcome_unknown':
    'Ask the customer whether it arrived. It cannot be sent again, because it could arrive twice.',
  'sms.carrier_failed': 'Check the number with the customer, and correct it. Sending it again is charged again.',
  'sms.no_report': 'Ask the customer whether it arrived. It cannot be sent again, because it could arrive twice.',
  'whatsapp.submit_refused': 'Check the number with the customer, and correct it. Then send it again.',
  'whatsapp.never_submitted': 'Send it again in a few minutes.',
  'whatsapp.submit_outcome_unknown':
    'Ask the customer whether it arrived. It cannot be sent again, because it could arrive twice.',
  'whatsapp.platform_failed': 'Check the number with the customer, and correct it. Sending it again is charged again.',
  'whatsapp.no_report': 'Ask the customer whether it arrived. It cannot be sent again, because it could arrive twice.',
}
