import { type Channel, registry } from '../channels/registry.ts'
import { reasonWords } from '../reason-words.ts'
import type { CancelCause, TimelineData, TimelineFact, TimelineKey, TimelineKind } from './timeline.decide.ts'

/** The entry in words, for a support person. Ids, names and the words of providers are quoted as they are. */
export function sentenceOf({ kind, channel, data }: TimelineFact): string {
  const write = sentences[kind] as (data: TimelineData[TimelineKind], noun: string) => string
  return write(data, channel === null ? '' : nounOf(channel))
}

const nounOf = (channel: Channel): string => (channel === 'email' ? 'email' : registry[channel].noun)

type Sentences = { [Kind in TimelineKind]: (data: TimelineData[Kind], noun: string) => string }
const sentences: Sentences = {
  pushed: ({ created, key }) =>
    `The message was ${created ? 'created' : 'updated'} by a push with ${describeKey(key)}.`,
  // The nudge of a resend always stores its key. Only a person in the dashboard has none.
  resent: ({ key }, noun) =>
    `A resend of the ${noun} was requested ${key === null ? 'in the dashboard' : `with ${describeKey(key)}`}.`,
  queued: ({ credits }, noun) =>
    credits === 0 ? `The ${noun} was queued.` : `The ${noun} was queued. It costs ${amountOf(credits)}.`,
  scheduled: ({ send_at: at }, noun) => `The ${noun} was scheduled for ${at}.`,
  escalation_scheduled: ({ escalates_at: at }, noun) =>
    `The ${noun} is sent at ${at}, unless the customer opens the message before.`,
  fallback: (data, noun) => `The ${noun} replaces the ${nounOf(data.for)}, which was not delivered.`,
  skipped: ({ reason }, noun) => `No ${noun} was sent (${reason}). ${reasonWords[reason].meaning}`,
  cancelled: ({ cause }, noun) => `The ${noun} was cancelled: ${cancelCauses[cause]}.`,
  submitted: describeSubmission,
  report: describeReport,
  no_report: (_, noun) =>
    `The provider sent no report on the ${noun} in time, so it is unknown whether the customer got it.`,
  opened: () => 'The customer opened the message in the inbox.',
  retracted: () => 'The message was retracted.',
  obsoleted: () => 'A later push made the message obsolete.',
  charged: ({ credits }, noun) => `${amountOf(credits)} charged for the ${noun}.`,
  refunded: ({ credits }, noun) => `${amountOf(credits)} refunded for the ${noun}.`,
  event_published: ({ type }) => `The event ${type} was published.`,
  webhook_attempt: describeWebhook,
  webhook_dropped: ({ type, endpoint_id: endpoint }) =>
    `The event ${type} was not posted to ${endpoint}, because the endpoint was disabled or deleted.`,
}

const describeKey = (key: TimelineKey | null): string =>
  key === null ? 'a key that was not recorded' : `the key "${key.name}" (${key.masked})`

const amountOf = (credits: number): string => (credits === 1 ? '1 credit' : `${credits} credits`)

const cancelCauses: Record<CancelCause, string> = {
  retracted: 'the message was retracted',
  opened: 'the customer opened the message before the deadline',
  replaced: 'a later push replaced it',
}

function describeSubmission(data: TimelineData['submitted'], noun: string): string {
  const { attempt, outcome, code, words, next_attempt_at: next } = data
  const said = words === null ? (code === null ? '' : ` (${code})`) : `: "${words}"`
  const results = {
    in_progress: 'The provider has not responded yet.',
    accepted: 'The provider accepted it.',
    refused: `The provider did not accept it${said}.`,
    never_reached: `The provider could not be reached${said}.`,
    unknown: `The provider gave no clear response${said}. It may have the ${noun}, so it is not submitted again.`,
  }
  const retry = next === null ? '' : ` The next attempt is at ${next}.`
  return `Attempt ${attempt} to submit the ${noun}. ${results[outcome]}${retry}`
}

function describeReport({ report, code, words, is_contradiction: contradicts }: TimelineData['report'], noun: string) {
  const results = {
    delivered: `The ${noun} was delivered.`,
    read: `The customer read the ${noun}.`,
    bounced: `The ${noun} bounced${code === null ? '' : ` (${code})`}.`,
    complained: `The customer marked the ${noun} as spam.`,
    failed: `The ${noun} could not be delivered.`,
    refused: `The provider dropped the ${noun} before it tried to deliver it.`,
  }
  const said = words === null ? '' : ` The provider wrote: "${words}".`
  return `${results[report]}${said}${contradicts ? ' This contradicts what was known before.' : ''}`
}

function describeWebhook(data: TimelineData['webhook_attempt']): string {
  const { type, endpoint_id: endpoint, attempt, is_delivered: isDelivered, status_code: status, error } = data
  const posted = `Attempt ${attempt} to post the event ${type} to ${endpoint}`
  if (isDelivered) return `${posted}: the endpoint responded with ${status}.`
  const failure = status === null ? `it failed (${error})` : `the endpoint responded with ${status}`
  const { next_attempt_at: next } = data
  return `${posted}: ${failure}. ${next === null ? 'There is no further attempt.' : `The next attempt is at ${next}.`}`
}
