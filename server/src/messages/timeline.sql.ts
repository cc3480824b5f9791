import { fromServiceTime } from '../db/clock.ts'
import { statement } from '../db/statement.ts'
import type {
  TimelineAttempt,
  TimelineCharge,
  TimelineDelivery,
  TimelineEvent,
  TimelineKey,
  TimelineMessage,
  TimelineNudge,
} from './timeline.decide.ts'

/** Every statement reads the newest rows of one message, one more than the limit to find out whether there are more. */
type OfMessage = { businessId: string; messageId: string; limit: number }

const keyOf = (id: string): string =>
  `(select json_build_object('id', k.id, 'name', k.name, 'masked', k.masked)
             from api_keys k where k.business_id = $businessId and k.id = ${id})`

export const timelineMessage = statement<Omit<OfMessage, 'limit'>, TimelineMessage>(
  'messages.timeline_message',
  `select m.status, m.created_at as "createdAt", m.updated_at as "updatedAt", m.opened_at as "openedAt",
          m.status_changed_at as "statusChangedAt", ${keyOf('m.created_key_id')} as "createdKey",
          ${keyOf('m.updated_key_id')} as "updatedKey"
     from messages m
    where m.business_id = $businessId and m.id = $messageId`,
)

/** For an operator, who may read the messages of every business. */
export const businessOfMessage = statement<{ messageId: string | null }, { businessId: string }>(
  'messages.business_of_message',
  `select business_id as "businessId" from messages where id = $messageId`,
)

export const timelineNudges = statement<OfMessage, Omit<TimelineNudge, 'key'> & { key: TimelineKey | null }>(
  'messages.timeline_nudges',
  `select n.id, n.push_id as "pushId", n.channel, n.state, n.skipped_reason as "skippedReason", n.error_code as "errorCode", n.price,
          n.attempts, n.fallback, coalesce(n.resent, false) as resent, ${keyOf('n.key_id')} as key, n.created_at as "createdAt",
          n.submitted_at as "submittedAt", n.scheduled_for as "scheduledFor", n.escalates_at as "escalatesAt",
          n.delivered_at as "deliveredAt", n.read_at as "readAt", n.bounced_at as "bouncedAt", n.bounce_type as "bounceType",
          n.complained_at as "complainedAt", n.ended_at as "endedAt"
     from nudges n
    where n.business_id = $businessId and n.message_id = $messageId
    order by n.made desc
    limit $limit`,
)

export const timelineAttempts = statement<OfMessage, TimelineAttempt>(
  'messages.timeline_attempts',
  `select a.nudge_id as "nudgeId", n.channel, a.attempt, a.source, a.outcome, a.code, a.words, a.next_attempt_at as "nextAttemptAt", a.at
     from nudge_attempts a join nudges n on n.business_id = a.business_id and n.id = a.nudge_id
    where a.business_id = $businessId and a.message_id = $messageId
    order by a.at desc
    limit $limit`,
)

const newestEvents = `select id, type, occurred_at
     from events
    where business_id = $businessId and message_id = $messageId
    order by occurred_at desc, id desc
    limit $limit`
export const timelineEvents = statement<OfMessage, TimelineEvent>(
  'messages.timeline_events',
  `select id, type, occurred_at as at from (${newestEvents}) e`,
)

/**
 * The deliveries of these events. An event usually has one for each endpoint. One that was redelivered often may have any number,
 * without an index by time, so only some of them are read.
 */
export const timelineDeliveries = statement<OfMessage, TimelineDelivery>(
  'messages.timeline_deliveries',
  `select d.id, d.event_id as "eventId", e.type as "eventType", d.endpoint_id as "endpointId", d.state,
          ${fromServiceTime('d.due_at')} as "dueAt", d.ended_at as "endedAt", d.tries
     from (${newestEvents}) e
    cross join lateral (select * from webhook_deliveries d where d.business_id = $businessId and d.event_id = e.id limit 50) d
    limit $limit`,
)

/** The ledger is found by the nudges that are shown. */
export const timelineCharges = statement<OfMessage, TimelineCharge>(
  'messages.timeline_charges',
  `select n.channel, l.kind, abs(l.delta) as credits, l.at
     from (select id, channel from nudges
            where business_id = $businessId and message_id = $messageId and channel <> 'email' order by made desc limit $limit) n
     join credit_ledger l on l.send_id = n.id and l.business_id = $businessId and l.kind in ('charge', 'refund')`,
)
