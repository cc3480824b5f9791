import { type Static, type TSchema, Type } from 'typebox'
import { channelSchema } from '../channels/channel.schema.ts'
import { reasonWords } from '../reason-words.ts'
import { notSentReasons, skipReasons } from '../reasons.ts'
import { described, growing, literal, moment, named, nullable, pascalCase } from '../schema.ts'
import { eventType } from '../webhooks/event.schema.ts'
import {
  cancelCauses,
  maxTimelineEntries,
  submissionOutcomes,
  type TimelineFact,
  type TimelineKind,
  timelineReports,
} from './timeline.decide.ts'

const key = described(
  'The API key that was used. Null if the push was made before keys were recorded.',
  nullable(
    named(
      'TimelineKey',
      Type.Object(
        {
          id: Type.String({ description: 'The id of the key. It begins with `key_`.' }),
          name: Type.String({ description: 'The name of the key.' }),
          masked: Type.String({ description: 'The prefix of the key, four asterisks and its last four characters.' }),
        },
        { description: 'An API key, without its secret.' },
      ),
    ),
  ),
)
const credits = Type.Integer({ description: 'The amount in credits.' })
const code = nullable(
  Type.String({ description: 'A code of the protocol or of the provider, such as `smtp 550 5.1.1`; null if none.' }),
)
const words = nullable(
  Type.String({
    description: 'What the provider wrote, as one line of at most 500 characters; null if it wrote nothing.',
  }),
)
const reason = named(
  'TimelineReason',
  growing(
    [...new Set([...notSentReasons, ...Object.values(skipReasons).flat()])],
    'Why nothing was sent on a channel: the reason of the first gate that refused.',
    reasonWords,
  ),
)
const delivery = {
  delivery_id: Type.String({ description: 'The id of the webhook delivery. It begins with `whd_`.' }),
  event_id: Type.String({ description: 'The id of the event. It begins with `evt_`.' }),
  type: described('The type of the event.', eventType),
  endpoint_id: Type.String({ description: 'The id of the webhook endpoint. It begins with `whe_`.' }),
}

/** What each kind of entry states, and the fields of its data; null if there are none. */
const kinds: Record<TimelineKind, { meaning: string; data: Record<string, TSchema> | null }> = {
  pushed: {
    meaning: 'A push created or updated the message. Of the updates without nudges only the last is recorded.',
    data: { created: Type.Boolean({ description: 'True for the push that created the message.' }), key },
  },
  resent: { meaning: 'A resend was requested for this channel.', data: { key } },
  queued: {
    meaning: 'Every gate passed, and the nudge was queued.',
    data: { credits: described('What the nudge costs in credits. An email costs nothing.', credits) },
  },
  scheduled: {
    meaning: 'Every gate passed, and the nudge waits for `send_at`.',
    data: { send_at: moment('When it is sent.') },
  },
  escalation_scheduled: {
    meaning: 'The nudge is sent at its deadline, unless the customer opens the message before.',
    data: { escalates_at: moment('The deadline.') },
  },
  fallback: {
    meaning: 'The nudge replaces one on another channel that was not delivered.',
    data: { for: described('The channel of the nudge that was not delivered.', channelSchema) },
  },
  skipped: { meaning: 'A gate refused the nudge, at the push or when it was due.', data: { reason } },
  cancelled: {
    meaning: 'The nudge was cancelled before it was submitted.',
    data: {
      cause: literal(cancelCauses, {
        description:
          'The message was `retracted`, it was `opened` before the escalation, or a push `replaced` the nudge.',
      }),
    },
  },
  submitted: {
    meaning: 'The nudge was submitted to the provider.',
    data: {
      attempt: Type.Integer({ description: 'The number of the attempt, from 1.' }),
      outcome: literal(submissionOutcomes, {
        description:
          '`in_progress`; `accepted`; `refused`; `never_reached`: no byte was sent to the provider; `unknown`: the provider may have it, so it is never submitted again.',
      }),
      code,
      words,
      next_attempt_at: nullable(moment('When it is submitted again; null if it is not.')),
    },
  },
  report: {
    meaning: 'A delivery report of the provider.',
    data: {
      report: literal(timelineReports, {
        description:
          'What the provider reported. `refused`: it dropped the email before it tried to deliver it. `failed`: it could not deliver a text or a WhatsApp message.',
      }),
      code: described('`permanent` or `transient` for a bounce, or the cause of a failure; null if none.', code),
      words,
      is_contradiction: Type.Boolean({ description: 'True if the report contradicts what was known before.' }),
    },
  },
  no_report: {
    meaning: 'No delivery report arrived in time, so the outcome stays unknown.',
    data: { code: nullable(Type.String({ description: 'The `error_code` of the send.' })) },
  },
  opened: { meaning: 'The customer opened the message in the inbox. Only the last time is recorded.', data: null },
  retracted: { meaning: 'The message was retracted.', data: null },
  obsoleted: { meaning: 'A later push named the message in `obsoletes`.', data: null },
  charged: { meaning: 'The balance was charged.', data: { credits } },
  refunded: { meaning: 'The charge was refunded.', data: { credits } },
  event_published: {
    meaning: 'An event was published. Events are stored for 30 days.',
    data: { event_id: delivery.event_id, type: delivery.type },
  },
  webhook_attempt: {
    meaning: 'An event was posted to a webhook endpoint.',
    data: {
      ...delivery,
      attempt: Type.Integer({ description: 'The number of the attempt, from 1 to 8.' }),
      is_delivered: Type.Boolean({ description: 'True if the endpoint responded with 2xx.' }),
      status_code: nullable(Type.Integer({ description: 'The status of the response; null if there was none.' })),
      error: nullable(Type.String({ description: 'Why it failed, such as `timeout`; null if it was delivered.' })),
      duration_ms: Type.Integer({ description: 'How long it took, in milliseconds.' }),
      next_attempt_at: nullable(moment('When the next attempt was or is due; null if there is none.')),
    },
  },
  webhook_dropped: {
    meaning: 'The event was not posted, because the endpoint was disabled or deleted.',
    data: delivery,
  },
}

export type TimelineEntry = TimelineFact extends infer Fact
  ? Fact extends { at: Date }
    ? Omit<Fact, 'at'> & { at: string; sentence: string }
    : never
  : never

/** The names of the components are such as TimelineWebhookAttempt and TimelineWebhookAttemptData. */
const entries = Object.entries(kinds).map(([kind, { meaning, data }]) => {
  const name = `Timeline${pascalCase(kind)}`
  return named(
    name,
    Type.Object(
      {
        at: moment('When it happened.'),
        kind: Type.Literal(kind, { description: 'The kind of the entry.' }),
        channel: described('The channel; null if the entry concerns the message as a whole.', nullable(channelSchema)),
        sentence: Type.String({ description: 'The entry in words, for people.' }),
        data:
          data === null
            ? Type.Null({ description: 'The entry has no further facts.' })
            : named(`${name}Data`, Type.Object(data, { description: `The facts of \`${kind}\`.` })),
      },
      { description: meaning },
    ),
  )
})

const entry = named(
  'TimelineEntry',
  Type.Unsafe<TimelineEntry>({
    oneOf: entries,
    description: 'Something that happened to a message. `kind` determines the fields of `data`.',
  }),
)
export const timeline = named(
  'Timeline',
  Type.Object(
    {
      items: Type.Array(entry, { description: `The newest ${maxTimelineEntries} entries, oldest first.` }),
      truncated: Type.Boolean({ description: 'True if there were earlier entries, which are not shown.' }),
    },
    { description: 'The life of a message.' },
  ),
)
export type Timeline = Static<typeof timeline>
