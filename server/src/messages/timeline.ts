import type { Database } from '../db/database.ts'
import { pipeline } from '../db/database.ts'
import { done, type Outcome, refused } from '../errors.ts'
import { formatId, parseId } from '../ids.ts'
import { defineOperation } from '../operation.ts'
import {
  decideTimeline,
  maxTimelineEntries,
  type TimelineFact,
  type TimelineKey,
  type TimelineRows,
} from './timeline.decide.ts'
import { type Timeline, type TimelineEntry, timeline } from './timeline.schema.ts'
import {
  businessOfMessage,
  timelineAttempts,
  timelineCharges,
  timelineDeliveries,
  timelineEvents,
  timelineMessage,
  timelineNudges,
} from './timeline.sql.ts'
import { sentenceOf } from './timeline-sentences.ts'
import { withoutContacts } from './timeline-words.ts'
import { messagePath } from './view.schema.ts'

const description =
  'Lists what happened to a message, oldest first, as typed entries with a sentence each: pushes and their keys, what the gates decided on every channel, submissions with the words of the provider, retries, delivery reports, opens, charges and refunds, events, and the attempts to post them. The newest 200 entries are shown; `truncated` is true if there were more.'

export const readMessageTimeline = defineOperation({
  access: 'key',
  scope: 'messages:read',
  number: 31,
  addition: true,
  name: 'readMessageTimeline',
  tag: 'Messages',
  method: 'GET',
  path: '/api/v1/messages/{public_id}/timeline',
  summary: 'Read what happened to a message, step by step',
  description,
  params: messagePath,
  response: timeline,
  refusals: ['message.not_found'],
  handle: ({ db }, { caller: { businessId }, params }) =>
    readTimeline(db, businessId, parseId('msg', params.public_id), (words) => words),
})

/** Addresses and numbers in the words of a provider are masked: an operator sees no more of the recipient than in the message. */
export const readMessageTimelineAsOperator = defineOperation({
  access: 'operator',
  effect: 'read',
  roles: ['support'],
  name: 'readMessageTimelineAsOperator',
  tag: 'Messages',
  description: `${description} Addresses and numbers in the words of a provider are masked.`,
  method: 'GET',
  path: '/operator/v1/messages/{public_id}/timeline',
  summary: 'Read what happened to a message of any business, step by step',
  params: messagePath,
  response: timeline,
  refusals: ['message.not_found'],
  async handle({ db }, { params }) {
    const messageId = parseId('msg', params.public_id)
    const found = await db.one(businessOfMessage, { messageId })
    return found === null
      ? refused('message.not_found')
      : readTimeline(db, found.businessId, messageId, withoutContacts)
  },
})

/** `toShown` changes the words of a provider for this reader. */
async function readTimeline(
  db: Database,
  businessId: string,
  messageId: string | null,
  toShown: (words: string) => string,
): Promise<Outcome<Timeline>> {
  const rows = messageId === null ? null : await loadRows(db, businessId, messageId, toShown)
  if (rows === null) return refused('message.not_found')
  const { entries, isTruncated } = decideTimeline(rows)
  return done({ items: entries.map(toEntry), truncated: isTruncated })
}

const toEntry = (fact: TimelineFact): TimelineEntry =>
  ({
    at: fact.at.toISOString(),
    kind: fact.kind,
    channel: fact.channel,
    sentence: sentenceOf(fact),
    data: fact.data,
  }) as TimelineEntry

/** Seven statements in one round trip, each with a limit. */
async function loadRows(
  db: Database,
  businessId: string,
  messageId: string,
  toShown: (words: string) => string,
): Promise<TimelineRows | null> {
  const of = { businessId, messageId, limit: maxTimelineEntries + 1 }
  const [message, nudges, attempts, events, deliveries, charges] = await db.transaction((tx) =>
    pipeline(
      () => tx.one(timelineMessage, of),
      () => tx.all(timelineNudges, of),
      () => tx.all(timelineAttempts, of),
      () => tx.all(timelineEvents, of),
      () => tx.all(timelineDeliveries, of),
      () => tx.all(timelineCharges, of),
    ),
  )
  if (message === null) return null
  return {
    message: { ...message, createdKey: toKey(message.createdKey), updatedKey: toKey(message.updatedKey) },
    nudges: nudges.map((nudge) => ({ ...nudge, key: toKey(nudge.key) })).toReversed(),
    attempts: attempts
      .map((attempt) => ({ ...attempt, words: attempt.words === null ? null : toShown(attempt.words) }))
      .toReversed(),
    events: events.map((event) => ({ ...event, id: formatId('evt', event.id) })).toReversed(),
    deliveries: deliveries.map((delivery) => ({
      ...delivery,
      id: formatId('whd', delivery.id),
      eventId: formatId('evt', delivery.eventId),
      endpointId: formatId('whe', delivery.endpointId),
    })),
    charges,
    isPartial: [nudges, attempts, events, deliveries].some(({ length }) => length > maxTimelineEntries),
  }
}

const toKey = (key: TimelineKey | null): TimelineKey | null => key && { ...key, id: formatId('key', key.id) }
