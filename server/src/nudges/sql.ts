import type { Channel } from '../channels/registry.ts'
import { serviceTime, toServiceTime } from '../db/clock.ts'
import { waitingRows } from '../db/queue-due.ts'
import { statement } from '../db/statement.ts'
import type { SkipReason } from '../reasons.ts'
import { type NudgeRow, nudgeColumns } from './row.ts'
import type { Nudge, NudgeState } from './states.ts'

type Key = { businessId: string; id: string }

/** Nudges that wait for `send_at` or for their escalation. A nudge that waits for a retry has at least one attempt. */
export const lockWaitingNudges = statement<{ messages: Key[] }, { id: string; message_id: string; channel: Channel }>(
  'nudges.lock_scheduled',
  `select n.id, n.message_id, n.channel
     from nudges n
    where (n.business_id, n.message_id) in (select business_id, id from $messages(business_id uuid, id uuid))
      and n.state = 'waiting' and n.attempts = 0
    order by n.business_id, n.id
      for update`,
)

/** `dueAt` is text, because a Date would lose the microseconds of `send_at`. */
export type NewNudge = Key & {
  messageId: string
  pushId: string
  channel: Channel
  state: NudgeState
  skippedReason: SkipReason | null
  price: number
  charged: boolean
  dueAt: string | null
  escalatesAt: Date | null
  escalationMinutes: number | null
  fallback: boolean
  numberDigest: Buffer | null
  /** `send_at`, which the timeline shows after `due_at` is cleared. */
  scheduledFor: string | null
  /** The key of an update or of a resend; null for the push that created the message, a fallback, and a resend by a person. */
  keyId: string | null
  resent: true | null
}
/** Counts the nudges in the same statement: a push pays less for it than for a trigger. */
export const storeNudges = statement<{ nudges: NewNudge[] }>(
  'nudges.store',
  `with stored as (
     insert into nudges (business_id, id, message_id, push_id, channel, state, skipped_reason, price, charged, due_at, escalates_at,
                         escalation_minutes, fallback, number_digest, scheduled_for, key_id, resent, created_at, is_counted)
     select business_id, id, message_id, push_id, channel, state, skipped_reason, price, charged, ${toServiceTime('due_at')}, escalates_at,
            escalation_minutes, fallback, number_digest, scheduled_for, key_id, resent, clock_now(), true
       from $nudges(business_id uuid, id uuid, message_id uuid, push_id uuid, channel text, state text, skipped_reason text,
                    price integer, charged boolean, due_at timestamptz, escalates_at timestamptz,
                    escalation_minutes integer, fallback boolean, number_digest bytea, scheduled_for timestamptz, key_id uuid,
                    resent boolean)
     returning business_id, channel, state, skipped_reason, price, charged, created_at
   )
   insert into figure_changes (business_id, day, subject, channel, state, reason, mark, delay, count, credits, removed, removed_credits)
   select business_id, figure_day(created_at), 'nudge', channel, figure_state(state), coalesce(skipped_reason, ''), '', -1,
          count(*), sum(case when charged then price else 0 end), 0, 0
     from stored
    group by business_id, created_at, channel, state, skipped_reason`,
)

export const cancelNudges = statement<{ cancelled: Key[] }>(
  'nudges.cancel',
  `update nudges n
      set state = 'cancelled', due_at = null, charged = false, ended_at = clock_now()
     from $cancelled(business_id uuid, id uuid)
    where n.business_id = cancelled.business_id and n.id = cancelled.id`,
)

const cancelPending = (which: string, assignment: string): string =>
  `with pending as (
     select n.business_id, n.id, case when n.charged then n.price else 0 end as refund
       from nudges n
      where ${which} and n.state in ('waiting', 'queued')
      order by n.business_id, n.id
        for update
   )
   update nudges n
      set state = 'cancelled', due_at = null, charged = false, ended_at = clock_now(), ${assignment}
     from pending
    where n.business_id = pending.business_id and n.id = pending.id
   returning n.business_id as "businessId", n.id, n.message_id as "messageId", n.channel, pending.refund`
export type Cancelled = Key & { messageId: string; channel: Channel; refund: number }
/** Cancels the pending nudges of these messages, and returns the refund of each. */
export const cancelRetracted = statement<{ messages: Key[] }, Cancelled>(
  'nudges.cancel_retracted',
  cancelPending(
    '(n.business_id, n.message_id) in (select business_id, id from $messages(business_id uuid, id uuid))',
    `skipped_reason = case when n.channel = 'email' then 'retracted' end`,
  ),
)

/** Cancels the escalations of messages that were opened. An escalation that waits for a retry has been charged. */
export const cancelEscalations = statement<{ businessId: string; messageIds: string[] }, Cancelled>(
  'nudges.cancel_escalations',
  cancelPending(
    'n.business_id = $businessId and n.message_id = any($messageIds::uuid[]) and n.escalation_minutes is not null',
    'opened_in_time = true',
  ),
)

/** Includes nudges that another transaction has locked. */
export const findNudges = statement<{ ids: string[] }, Key>(
  'nudges.find',
  `select id, business_id as "businessId" from nudges where id = any($ids::uuid[])`,
)

export const messagesOfNudges = statement<
  { businessId: string; ids: string[] },
  { id: string; messageId: string; channel: Channel }
>(
  'nudges.messages_of',
  `select id, message_id as "messageId", channel from nudges where id = any($ids::uuid[]) and business_id = $businessId`,
)

export const waitingNudges = waitingRows<{ channel: Channel }>('nudges', 'nudges', 't.channel')

/** Prevents the retraction of these messages until the commit. Returns the nudges whose message was not locked. */
export const lockFreeMessages = statement<{ ids: string[] }, { id: string }>(
  'nudges.lock_free_messages',
  `select n.id
     from nudges n join messages m on m.business_id = n.business_id and m.id = n.message_id
    where n.id = any($ids::uuid[])
    order by m.business_id, m.id
      for share of m skip locked`,
)

export type SentRow = NudgeRow & { clockAheadSeconds: number; retracted: boolean }
const sent = `select ${nudgeColumns}, extract(epoch from clock_now() - now())::float8 as "clockAheadSeconds",
          m.status = 'retracted' as retracted
     from nudges n
     join messages m on m.business_id = n.business_id and m.id = n.message_id
     join recipients r on r.business_id = m.business_id and r.id = m.recipient_id
    where n.id = any($ids::uuid[])
    order by n.business_id, n.id
      for no key update of n`
export const lockSent = statement<{ ids: string[] }, SentRow>('nudges.lock_sent', sent)
export const lockFreeSent = statement<{ ids: string[] }, SentRow>('nudges.lock_free_sent', `${sent} skip locked`)

export const storeOutcomes = statement<{ outcomes: Nudge[] }>(
  'nudges.store_outcomes',
  `update nudges n
      set state = o.state, due_at = ${toServiceTime('o.due_at')}, charged = o.charged, skipped_reason = o.skipped_reason, error_code = o.error_code,
          delivered_at = o.delivered_at, bounced_at = o.bounced_at, bounce_type = o.bounce_type, complained_at = o.complained_at,
          ended_at = o.ended_at, read_at = o.read_at, check_at = ${toServiceTime('o.check_at')}, fallback = o.fallback, platform_id = o.platform_id,
          opened_in_time = case when o.opened_in_time then true end
     from (select * from $outcomes(business_id uuid, id uuid, state text, due_at timestamptz, charged boolean, skipped_reason text,
                                   error_code text, delivered_at timestamptz, bounced_at timestamptz, bounce_type text,
                                   complained_at timestamptz, ended_at timestamptz, read_at timestamptz, check_at timestamptz,
                                   fallback boolean, platform_id text, opened_in_time boolean)) o
    where n.business_id = o.business_id and n.id = o.id`,
)

type Push = { messageId: string; pushId: string }
const movedEscalation = (isOut: string): string => {
  const delay = `case when ${isOut} then make_interval(mins => n.escalation_minutes) else interval '0' end`
  return `update nudges n
      set due_at = ${serviceTime} + ${delay}, escalates_at = clock_now() + ${delay}
     from emails
    where n.message_id = emails.message_id and n.push_id = emails.push_id and n.state = 'waiting' and n.escalation_minutes is not null`
}
/**
 * Escalations whose due time passed before their email was sent: they are due after their minutes from now, or now if no email
 * is sent. One that already waits longer than until its time was due after this transaction began.
 */
export const moveEscalations = statement<{ emails: (Push & { isOut: boolean })[] }>(
  'nudges.move_escalations',
  `with emails as (select * from $emails(message_id uuid, push_id uuid, is_out boolean))
   ${movedEscalation('emails.is_out')}
      and (n.escalates_at <= clock_now() or n.due_at > ${toServiceTime('n.escalates_at')} + interval '1 hour')`,
)
/**
 * The same for escalations that this transaction makes wait for their email, if the email was sent meanwhile: its outcome found them
 * queued and left them. The lock delays an outcome that is recorded now until it finds them waiting.
 */
export const moveMissedEscalations = statement<{ escalations: Push[] }>(
  'nudges.move_missed_escalations',
  `with emails as (
     select e.message_id, e.push_id, e.state
       from nudges e
      where (e.message_id, e.push_id) in (select message_id, push_id from $escalations(message_id uuid, push_id uuid))
        and e.channel = 'email'
      order by e.business_id, e.id
        for no key update
   )
   ${movedEscalation(`emails.state in ('accepted', 'delivered')`)}
      and emails.state not in ('waiting', 'queued', 'submitting')`,
)

const isTestSide = "exists (select from businesses b where b.id = n.business_id and b.mode = 'test')"
/** Of one test side, or of all live businesses if `testSide` is null. */
export const dueChecks = statement<{ testSide: string | null }, { id: string }>(
  'nudges.due_checks',
  `select n.id from nudges n
    where n.check_at <= service_now() and case when $testSide::uuid is null then not ${isTestSide} else n.business_id = $testSide end
    order by n.check_at limit 500 for update of n skip locked`,
)
export const testSidesWithDueChecks = statement<null, { businessId: string }>(
  'nudges.test_sides_with_due_checks',
  `select distinct business_id as "businessId"
     from (select n.business_id from nudges n where n.check_at <= service_now() and ${isTestSide} order by n.check_at limit 500) due`,
)
export const nextCheck = statement<null, { at: Date | null }>(
  'nudges.next_check',
  `select min(check_at) as at from nudges where check_at is not null`,
)

/** No WhatsApp message is sent to these numbers for a week. */
export const markUnreachable = statement<{ numbers: { businessId: string; numberDigest: Buffer }[] }>(
  'nudges.mark_unreachable',
  `insert into unreachable_numbers (business_id, number_digest, until)
   select distinct business_id, number_digest, clock_now() + interval '7 days'
     from $numbers(business_id uuid, number_digest bytea)
       on conflict (number_digest, business_id) do update set until = excluded.until`,
)
export const deleteUnreachable = statement<{ businessId: string; recipientId: string }>(
  'nudges.delete_unreachable',
  `delete from unreachable_numbers u using recipients r
    where r.business_id = $businessId and r.id = $recipientId and u.business_id = r.business_id and u.number_digest = r.phone_digest`,
)

type NudgeOfMessage = Pick<NudgeRow, 'messageId' | 'pushId' | 'channel' | 'state' | 'errorCode' | 'fallback'>
/** In the order of creation. */
export const nudgesOfMessages = statement<{ messageIds: string[] }, NudgeOfMessage>(
  'nudges.of_messages',
  `select message_id as "messageId", push_id as "pushId", channel, state, error_code as "errorCode", fallback
     from nudges
    where message_id = any($messageIds::uuid[])
    order by made`,
)

/** Locks all nudges of a recipient, and returns those that may have a job. A cancelled nudge may still have one. */
export const lockNudgesOf = statement<
  { businessId: string; recipientId: string },
  {
    id: string
    channel: Channel
    state: Extract<NudgeState, 'waiting' | 'queued' | 'submitting' | 'cancelled'>
    refund: number
  }
>(
  'nudges.lock_of_recipient',
  `with locked as (
     select n.id, n.channel, n.state, case when n.charged then n.price else 0 end as refund
       from messages m join nudges n on n.business_id = m.business_id and n.message_id = m.id
      where m.business_id = $businessId and m.recipient_id = $recipientId
      order by n.business_id, n.id
        for update of n
   )
   select id, channel, state, refund from locked where state in ('waiting', 'queued', 'submitting', 'cancelled')`,
)

/** Returns the businesses that were not paused before. */
export const pauseSending = statement<{ businessIds: string[] }, { id: string }>(
  'nudges.pause_sending',
  `update businesses set sending_paused = true where id = any($businessIds::uuid[]) and not sending_paused returning id`,
)

/** Nudges with a job that no worker has decided about yet. Only for the development clock, so it need not be fast. */
export const countUndecided = statement<null, { count: number }>(
  'nudges.count_undecided',
  `select count(*)::integer as count
     from queue.job j join nudges n on n.id = j.id
    where j.name like '%nudges.%' and n.state = 'queued'`,
)
