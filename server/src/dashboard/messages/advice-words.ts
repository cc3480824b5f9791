import { type Channel, type PaidChannel, registry } from '../../channels/registry.ts'
import type { Fixer } from '../../code-words.ts'
import { failureCodeWords } from '../../failure-code-words.ts'
import type { Tone } from '../../pages/components.ts'
import { reasonWords } from '../../reason-words.ts'
import type { FailureCode, PaidSkipReason, Reason } from '../../reasons.ts'
import { type Advice, type Charge, type EarlierSend, type Fact, isCause, type Problem } from './advice.decide.ts'
import { type Cause, nouns, shortReason, shortReasons } from './outcome.decide.ts'

/** Times in the sentences are as the interface writes them. `step` is what to do; `code` is what the interface returns. */
export type FactWords = { tone: Tone; title: string; text: string | null; step: string | null; code: Cause | null }

/** A fact in sentences, for a support person. */
export function wordsOf(fact: Fact): FactWords {
  return fact.kind === 'problem' ? problemWords(fact) : { text: null, step: null, code: null, ...statementWords(fact) }
}

function statementWords(fact: Exclude<Fact, Problem>): Pick<FactWords, 'tone' | 'title'> & { text?: string } {
  if (fact.kind === 'opened_before_update')
    return {
      tone: 'info',
      title: 'The customer opened an earlier version of the message.',
      text: `It was opened on ${fact.openedAt}. The update of ${fact.updatedAt} has no recorded open.`,
    }
  if (fact.kind === 'arrived') {
    const arrived = `The ${listOf(fact.channels)} arrived.`
    return {
      tone: 'good',
      title: fact.wasOpenedBefore ? arrived : `${arrived} The customer has not opened the message in the inbox.`,
    }
  }
  if (fact.kind === 'scheduled')
    return {
      tone: 'info',
      title: `The ${listOf(fact.channels)} ${fact.channels.length === 1 ? 'is' : 'are'} scheduled.`,
      text: `The time is ${fact.at}. The message is in the inbox already.`,
    }
  if (fact.kind === 'off')
    return {
      tone: 'neutral',
      title: `Nothing was sent: ${fact.reasons.map((reason) => shortReasons[reason]).join(', and ')}.`,
      text: 'The message is in the inbox.',
    }
  return statements[fact.kind]
}

const statements = {
  retracted: {
    tone: 'warn',
    title: 'The message was retracted. Nothing more is sent about it, and the inbox shows it as retracted.',
  },
  opened: { tone: 'good', title: 'The customer opened the message in the inbox.' },
  silent: { tone: 'neutral', title: 'The push did not ask to notify the customer. The message is in the inbox.' },
  pending: { tone: 'info', title: 'No delivery has been reported yet. The message is in the inbox already.' },
  ended: { tone: 'neutral', title: 'What was waiting was cancelled before it was sent. The message is in the inbox.' },
} as const satisfies Record<string, { tone: Tone; title: string }>

const listOf = (channels: Channel[]): string => channels.map((channel) => nouns[channel]).join(' and the ')

function problemWords(problem: Problem): FactWords {
  const { channel, outcome, earlier, charge, advice, blockedBy } = problem
  const sentences = [
    meaningOf(problem),
    chargeSentence(charge, earlier),
    earlier === null ? '' : earlierSentence(nouns[channel], earlier),
    whoCanChange(problem),
    blockedBy === null ? '' : cannotSend(blockedBy),
  ].filter((sentence) => sentence !== '')
  return {
    tone: outcome.tone,
    title: problemTitle(problem),
    text: sentences.length === 0 ? null : sentences.join(' '),
    step: advice === null ? null : steps[advice],
    code: outcome.cause,
  }
}

function problemTitle({ channel, outcome: { kind, cause }, advice }: Problem): string {
  const noun = nouns[channel]
  if (kind === 'not_sent') return `The ${noun} was not sent: ${shortReason(cause)}.`
  if (kind === 'failed') return `The ${noun} failed: ${shortReason(cause)}.`
  if (kind === 'bounced') return `The ${noun} bounced.`
  if (kind === 'complained') return `The customer marked the ${noun} as spam.`
  return advice === 'retrying_unreached'
    ? `The ${noun} could not be submitted and is tried again.`
    : `The ${noun} was refused for the moment and is tried again.`
}

function meaningOf({ outcome: { kind, cause }, advice, nextAttemptAt }: Problem): string {
  if (cause !== null) return causeMeaning(cause)
  if (kind === 'retrying') {
    const what = advice === 'retrying_unreached' ? 'could not be reached' : 'refused it'
    return `The email provider ${what}.${nextAttemptAt === null ? '' : ` The next attempt is on ${nextAttemptAt}.`}`
  }
  if (kind === 'complained') return 'The shop sends no more emails to this address.'
  if (kind === 'bounced')
    return advice === 'bounced_for_good'
      ? 'The mail server returned it: the address does not exist or accepts no mail. The shop sends no more emails to it.'
      : 'The mail server of the customer returned it, for example because the mailbox is full. It is not sent again.'
  return ''
}

/** What happened, without names of fields. */
export const causeMeaning = (cause: Cause): string =>
  meanings[cause] ??
  ((reasonWords as Record<string, { meaning: string }>)[cause] ?? failureCodeWords[cause as FailureCode]).meaning

const meanings: { [Code in Cause]?: string } = {
  no_phone: 'The push had no number, and none was stored for the customer.',
  stopped: 'The customer opted out of this channel.',
  disabled_by_request: 'The push did not ask for this channel.',
  template_not_sendable:
    'No approved WhatsApp template fits: the order number or the order status is missing, the order number or the name of the shop cannot be displayed, or the template of the status is not approved.',
  ...Object.fromEntries((['sms', 'whatsapp'] as const).flatMap(meaningsOf)),
}
function meaningsOf(channel: PaidChannel): [Cause, string][] {
  const { noun, errorCodes } = registry[channel]
  return [
    [`${channel}_not_enabled`, `The shop cannot send ${noun}s: the channel has not been enabled.`],
    [`${channel}_disabled`, `The shop sends no ${noun}s: the channel is off.`],
    [errorCodes.refused, `The provider refused the ${noun}, so it was not sent.`],
    [errorCodes.neverReached, `The provider could not be reached, so the ${noun} was not sent.`],
    [errorCodes.unknown, `The provider did not respond, so it is unknown whether the ${noun} arrived.`],
    [errorCodes.undeliverable, `The provider accepted the ${noun}, and reported later that it could not be delivered.`],
    [
      `${channel}.no_report`,
      `The provider accepted the ${noun}, and no report arrived within 72 hours. It is unknown whether it arrived.`,
    ],
  ]
}

function chargeSentence(charge: Charge, earlier: EarlierSend | null): string {
  if (charge === null) return ''
  if (charge === 'refunded') return 'The charge was refunded.'
  if (charge === 'costs_nothing') return 'It costs nothing.'
  if (charge !== 'nothing') return `${amountOf(charge)} charged.`
  return earlier === null ? 'Nothing was charged.' : 'Nothing was charged for this one.'
}
export const amountOf = (credits: number): string => (credits === 1 ? '1 credit was' : `${credits} credits were`)

/** The newest push made no send, and an earlier one did. */
export function earlierSentence(noun: string, { kind, at, credits }: EarlierSend): string {
  const cost = credits === 0 ? '' : ` ${amountOf(credits)} charged for it.`
  if (kind === 'on_its_way') return `An earlier ${noun} is still on its way.${cost}`
  const verb = { delivered: 'was delivered', read: 'was delivered', failed: 'failed' }[kind]
  return `An earlier ${noun} ${verb}${at === null ? '' : ` on ${at}`}.${cost}`
}

function whoCanChange({ channel, outcome: { kind, cause }, advice, stop }: Problem): string {
  if (kind === 'bounced' || kind === 'complained') return fixerSentences.customer
  if (cause === null || advice === null || !isCause(advice)) return ''
  if (advice === 'stopped' && channel !== 'email') return stopSentence(channel, stop)
  return fixerSentences[fixerOf(advice)]
}

/** START lifts only a stop that was made by text, on a channel where it can. */
function stopSentence(channel: PaidChannel, stop: Problem['stop']): string {
  if (stop === null) return ''
  return stop === 'text' && registry[channel].inbound.startLiftsStops
    ? 'The customer can lift it by texting START.'
    : 'This stop is permanent.'
}

/** A person can set a number on the page of the recipient. */
const fixerOf = (cause: Cause): Fixer =>
  cause === 'no_phone'
    ? 'merchant'
    : ((reasonWords as Record<string, { fixedBy: Fixer }>)[cause] ?? failureCodeWords[cause as FailureCode]).fixedBy
const fixerSentences: Record<Fixer, string> = {
  developer: 'Your developers can change this.',
  merchant: 'Your shop can change this.',
  operator: 'The operator of the service can change this.',
  customer: 'Only the customer can change this.',
  none: '',
}

/** Why a send is not offered. */
export const cannotSend = (reason: PaidSkipReason): string =>
  `It cannot be sent now: ${present[reason] ?? shortReasons[reason]}.`
const present: { [Gate in PaidSkipReason]?: string } = {
  no_phone: 'no number is stored',
  insufficient_credit: 'the balance is lower than its price',
  not_opted_in: 'no consent is recorded',
}

/** What to do, for a person who uses the pages and not the interface. */
export const stepOf = (cause: Reason | FailureCode): string => steps[cause]
const steps: Record<Advice, string> = {
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
  stopped: 'Use another channel.',
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
  bounced: 'Check the address with the customer, then push the update again.',
  bounced_for_good: 'Ask the customer for another address, and push to that one.',
  complained:
    'Do not push another email to this address. If the customer still wants updates, ask for another address.',
  retrying: 'Wait for the next attempt. The email is sent without anything being done.',
  retrying_unreached: 'Wait for the next attempt. The email is sent without anything being done.',
  replaced_by_text: 'A text replaced it, so it is not sent again.',
  text_follows: 'Wait: a text follows if no status arrives within five minutes.',
  in_progress: 'An earlier one is still on its way, so it cannot be sent now. Wait until it has arrived or failed.',
  sendable: 'The cause no longer applies: it can be sent now.',
  perhaps_arrived: 'Ask the customer whether it arrived before you send it again.',
}
