import { positional, statement } from '../db/statement.ts'
import type { MessageStatus } from '../message-status.ts'
import type { DisplayedEmail, EmailIdentity } from '../recipients/email.ts'
import { displayedEmail, type RecipientRow, recipientColumns } from '../recipients/sql.ts'
import type { ChannelMode } from './gates.ts'
import type { BounceType, Channel, Nudge, NudgeState } from './states.ts'

/** What waits for `send_at` or for its escalation. What the provider put off waits too, and has been attempted. */
export const lockHeldNudges = positional<{ id: string; message_id: string; channel: Channel }>(
  'nudges.lock_held',
  `select n.id, n.message_id, n.channel
     from nudges n
    where (n.business_id, n.message_id) in (select * from unnest($1::uuid[], $2::uuid[]))
      and n.state = 'waiting' and n.attempts = 0
    order by n.business_id, n.id
      for update`,
)

/** Prices and templates: small tables, read whole. */
export const spendingFacts = positional<{
  destination: string | null
  credits: number | null
  order_status: string | null
  state: 'approved' | 'in_review' | 'paused' | 'rejected' | null
}>(
  'nudges.spending_facts',
  `select destination, credits, null as order_status, null as state from sms_prices
   union all
   select null, null, order_status, state from whatsapp_templates`,
)

export const storeNudges = positional<never>(
  'nudges.store',
  `insert into nudges (business_id, id, message_id, push_id, channel, state, skipped_reason, price, charged, due_at, escalates_at,
                       escalation_minutes, fallback, number_digest, created_at)
   select business_id, id, message_id, push_id, channel, state, skipped_reason, price, charged, due_at, escalates_at,
          escalation_minutes, fallback, number_digest, clock_now()
     from json_populate_recordset(null::nudges, $1::json)`,
)

export const cancelNudges = positional<never>(
  'nudges.cancel',
  `update nudges n
      set state = 'cancelled', due_at = null, charged = false, ended_at = clock_now()
     from unnest($1::uuid[], $2::uuid[]) as off (business_id, id)
    where n.business_id = off.business_id and n.id = off.id`,
)

export type CalledOff = {
  business_id: string
  id: string
  message_id: string
  channel: Channel
  refund: number
}
/** Everything of these messages that has not started. Answers what is to be given back for each. */
export const callOffRetracted = positional<CalledOff>(
  'nudges.call_off_retracted',
  `with live as (
     select n.business_id, n.id, case when n.charged then n.price else 0 end as refund
       from nudges n
      where (n.business_id, n.message_id) in (select * from unnest($1::uuid[], $2::uuid[]))
        and n.state in ('waiting', 'queued')
      order by n.business_id, n.id
        for update
   )
   update nudges n
      set state = 'cancelled', due_at = null, charged = false, ended_at = clock_now(),
          skipped_reason = case when n.channel = 'email' then 'retracted' end
     from live
    where n.business_id = live.business_id and n.id = live.id
   returning n.business_id, n.id, n.message_id, n.channel, live.refund`,
)

/** An open calls off what waited to see whether these are read. One that was tried and refused has been charged. */
export const callOffOpened = positional<{ id: string; refund: number }>(
  'nudges.call_off_opened',
  `with live as (
     select business_id, id, case when charged then price else 0 end as refund
       from nudges
      where business_id = $1 and message_id = any($2::uuid[]) and state in ('waiting', 'queued') and escalation_minutes is not null
      order by id
        for update
   )
   update nudges n
      set state = 'cancelled', due_at = null, charged = false, ended_at = clock_now()
     from live
    where n.business_id = live.business_id and n.id = live.id
   returning n.id, live.refund`,
)

/** A nudge in hand, with everything it is judged by and written from. Settings and stops stay as they are until the commit. */
export type DueRow = {
  business_id: string
  id: string
  message_id: string
  push_id: string
  channel: Channel
  state: NudgeState
  attempts: number
  subject: string
  body: string
  reference: string | null
  order_status: string | null
  recipient_id: string
  email: EmailIdentity
  displayed_email: DisplayedEmail
  unsubscribed_at: Date | null
  business_name: string
  shard: string
  active: boolean
  sending_paused: boolean
  plan: string
  email_daily_cap: number
  email_allowance: number | null
}
const due = `select n.business_id, n.id, n.message_id, n.push_id, n.channel, n.state, n.attempts, m.subject, m.body, m.reference, m.order_status,
          r.id as recipient_id, r.email, ${displayedEmail} as displayed_email, r.unsubscribed_at, b.name as business_name, b.shard,
          b.active, b.sending_paused, b.plan,
          b.email_daily_cap, b.email_allowance
     from nudges n
     join messages m on m.business_id = n.business_id and m.id = n.message_id
     join recipients r on r.business_id = m.business_id and r.id = m.recipient_id
     join businesses b on b.id = n.business_id
    where (n.id, n.business_id) in (select * from unnest($1::uuid[], $2::uuid[]))
    order by n.business_id, n.id`
const waiting = 'for no key update of n for share of r, b'
const skippingHeld = 'for no key update of n skip locked for share of r, b skip locked'
export const lockDue = positional<DueRow>('nudges.lock_due', `${due} ${waiting}`)
export const lockFreeDue = positional<DueRow>('nudges.lock_free_due', `${due} ${skippingHeld}`)

/** Those that are there, whoever holds them. */
export const findNudges = positional<{ id: string; business_id: string }>(
  'nudges.find',
  `select id, business_id from nudges where id = any($1::uuid[])`,
)

export const suppressionsOf = positional<{ place: number; reason: string | null; of_platform: boolean }>(
  'nudges.suppressions',
  `select due.place::integer, s.reason, p.address_digest is not null as of_platform
     from unnest($1::uuid[], $2::bytea[], $3::bytea[]) with ordinality as due (business_id, address_digest, platform_digest, place)
     left join email_suppressions s on s.business_id = due.business_id and s.address_digest = due.address_digest
     left join platform_suppressions p on p.address_digest = due.platform_digest`,
)

/** Takes places of the day, and answers how many were gone before; of the month too. The rows stay locked, so that a cap is exact. */
export const takePlaces = positional<{
  business_id: string
  sent_before: number
  sent_before_this_month: number
  exceeded_before: boolean
}>(
  'nudges.take_places',
  `with today as (select (clock_now() at time zone 'UTC')::date as day),
   taken as (
     insert into email_days (business_id, day, sent)
     select asked.business_id, today.day, asked.places
       from unnest($1::uuid[], $2::integer[]) as asked (business_id, places), today
      order by asked.business_id
         on conflict (business_id, day) do update set sent = email_days.sent + excluded.sent
     returning business_id, sent
   )
   select taken.business_id, taken.sent - asked.places as sent_before,
          (select coalesce(sum(e.sent), 0)::integer from email_days e, today
            where e.business_id = taken.business_id and e.day >= date_trunc('month', today.day) and e.day < today.day) as sent_before_this_month,
          exists (select from exceeded_allowances x, today
                   where x.business_id = taken.business_id and x.period = date_trunc('month', today.day)::date) as exceeded_before
     from taken join unnest($1::uuid[], $2::integer[]) as asked (business_id, places) using (business_id)`,
)

/**
 * Marks the month's allowance of these businesses as used up, and answers those that were not marked before. Around midnight two
 * workers count on different days and may miss each other's emails; the key decides which of them publishes the event.
 */
export const markExceeded = positional<{ business_id: string }>(
  'nudges.mark_exceeded',
  `insert into exceeded_allowances (business_id, period)
   select business_id, date_trunc('month', clock_now() at time zone 'UTC')::date
     from unnest($1::uuid[]) as exceeded (business_id)
    order by business_id
       on conflict do nothing
   returning business_id`,
)

/** Places that were taken and not used. */
const giveBackOf = (table: 'email_days' | 'sms_days') =>
  positional<never>(
    `nudges.give_back_${table}`,
    `update ${table} d
        set sent = d.sent - back.places
       from unnest($1::uuid[], $2::integer[]) as back (business_id, places)
      where d.business_id = back.business_id and d.day = (clock_now() at time zone 'UTC')::date`,
  )
export const giveBackPlaces = giveBackOf('email_days')
export const giveBackSmsPlaces = giveBackOf('sms_days')

/** The last thing before the provider is called: from here on it may have been. */
export const markSubmitting = positional<never>(
  'nudges.mark_submitting',
  `update nudges n
      set state = 'submitting', attempts = n.attempts + 1, submitted_at = clock_now()
     from unnest($1::uuid[], $2::uuid[]) as going (business_id, id)
    where n.business_id = going.business_id and n.id = going.id`,
)

export const refuseDue = positional<never>(
  'nudges.refuse_due',
  `update nudges n
      set state = 'skipped', skipped_reason = refused.reason, ended_at = clock_now()
     from unnest($1::uuid[], $2::uuid[], $3::text[]) as refused (business_id, id, reason)
    where n.business_id = refused.business_id and n.id = refused.id`,
)

/** What waits and has come due. Those somebody else holds just now are left to them. */
export const promoteDue = positional<{ business_id: string; id: string; channel: Channel }>(
  'nudges.promote_due',
  `with due as (
     select business_id, id
       from nudges
      where state = 'waiting' and due_at <= clock_now()
      order by due_at
      limit 1000
        for update skip locked
   )
   update nudges n
      set state = 'queued', due_at = null
     from due
    where n.business_id = due.business_id and n.id = due.id
   returning n.business_id, n.id, n.channel`,
)

export const nextDue = positional<{ at: Date | null }>(
  'nudges.next_due',
  `select min(due_at) as at from nudges where state = 'waiting'`,
)

/** Keeps the messages of these nudges from being retracted until the commit. Answers the nudges whose message nobody else holds. */
export const holdMessages = positional<{ id: string }>(
  'nudges.hold_messages',
  `select n.id
     from nudges n join messages m on m.business_id = n.business_id and m.id = n.message_id
    where n.id = any($1::uuid[])
    order by m.business_id, m.id
      for share of m skip locked`,
)

export type SentRow = {
  business_id: string
  id: string
  message_id: string
  push_id: string
  channel: Channel
  state: NudgeState
  attempts: number
  price: number
  charged: boolean
  due_at: Date | null
  skipped_reason: string | null
  error_code: string | null
  delivered_at: Date | null
  bounced_at: Date | null
  bounce_type: BounceType | null
  complained_at: Date | null
  ended_at: Date | null
  created_at: Date
  submitted_at: Date | null
  clock_ahead_seconds: number
  read_at: Date | null
  check_at: Date | null
  fallback: boolean
  number_digest: Buffer | null
  platform_id: string | null
  retracted: boolean
  reference: string | null
  recipient_id: string
  email: EmailIdentity
  displayed_email: DisplayedEmail
}
const sent = `select n.business_id, n.id, n.message_id, n.push_id, n.channel, n.state, n.attempts, n.price, n.charged, n.due_at,
          n.skipped_reason, n.error_code, n.delivered_at, n.bounced_at, n.bounce_type, n.complained_at, n.ended_at,
          n.created_at, n.submitted_at,
          extract(epoch from clock_now() - now())::float8 as clock_ahead_seconds,
          n.read_at, n.check_at, n.fallback, n.number_digest, n.platform_id,
          m.status = 'retracted' as retracted, m.reference, r.id as recipient_id, r.email,
          ${displayedEmail} as displayed_email
     from nudges n
     join messages m on m.business_id = n.business_id and m.id = n.message_id
     join recipients r on r.business_id = m.business_id and r.id = m.recipient_id
    where n.id = any($1::uuid[])
    order by n.business_id, n.id
      for no key update of n`
export const lockSent = positional<SentRow>('nudges.lock_sent', sent)
export const lockFreeSent = positional<SentRow>('nudges.lock_free_sent', `${sent} skip locked`)

export const storeOutcomes = statement<{ outcomes: Nudge[] }>(
  'nudges.store_outcomes',
  `update nudges n
      set state = o.state, due_at = o.due_at, charged = o.charged, skipped_reason = o.skipped_reason, error_code = o.error_code,
          delivered_at = o.delivered_at, bounced_at = o.bounced_at, bounce_type = o.bounce_type, complained_at = o.complained_at,
          ended_at = o.ended_at, read_at = o.read_at, check_at = o.check_at, fallback = o.fallback, platform_id = o.platform_id
     from (select * from $outcomes(business_id uuid, id uuid, state text, due_at timestamptz, charged boolean, skipped_reason text,
                                   error_code text, delivered_at timestamptz, bounced_at timestamptz, bounce_type text,
                                   complained_at timestamptz, ended_at timestamptz, read_at timestamptz, check_at timestamptz,
                                   fallback boolean, platform_id text)) o
    where n.business_id = o.business_id and n.id = o.id`,
)

/** Whoever was suppressed first stays so for that reason. */
export const suppress = positional<never>(
  'nudges.suppress',
  `insert into email_suppressions (business_id, address_digest, reason)
   select * from unnest($1::uuid[], $2::bytea[], $3::text[])
       on conflict do nothing`,
)
export const suppressForPlatform = positional<never>(
  'nudges.suppress_for_platform',
  `insert into platform_suppressions (address_digest) select unnest($1::bytea[]) on conflict do nothing`,
)

/** Counts complaints, and answers what the last 30 days come to. */
export const countComplaints = positional<{ business_id: string; sent: number; complained: number }>(
  'nudges.count_complaints',
  `with today as (select (clock_now() at time zone 'UTC')::date as day),
   counted as (
     insert into email_days (business_id, day, complained)
     select asked.business_id, today.day, asked.complaints
       from unnest($1::uuid[], $2::integer[]) as asked (business_id, complaints), today
      order by asked.business_id
         on conflict (business_id, day) do update set complained = email_days.complained + excluded.complained
     returning business_id, sent, complained
   )
   select counted.business_id,
          (counted.sent + coalesce(sum(e.sent), 0))::integer as sent,
          (counted.complained + coalesce(sum(e.complained), 0))::integer as complained
     from counted
    cross join today
     left join email_days e on e.business_id = counted.business_id and e.day < today.day and e.day > today.day - 30
    group by counted.business_id, counted.sent, counted.complained`,
)

/** Who is paused already is not paused again, and not told of twice. */
export const pauseSending = positional<{ id: string }>(
  'nudges.pause_sending',
  `update businesses set sending_paused = true where id = any($1::uuid[]) and not sending_paused returning id`,
)

/** What a paid message is judged by and written from, whether it is to be sent now, sent instead, or sent again. */
export type PaidRow = RecipientRow & {
  business_id: string
  message_id: string
  message_status: MessageStatus
  reference: string | null
  order_status: string | null
  business_name: string
  shard: string
  active: boolean
  sending_paused: boolean
  sms: ChannelMode
  whatsapp: ChannelMode
  countries: string[] | null
  low_balance_threshold: number
  sms_per_number_per_hour: number
  sms_per_number_per_day: number
  sms_warmup_cap: number
  in_warmup: boolean
  number_stops: string[]
  number_withdrawn: boolean
  unreachable: boolean
  texts_last_hour: number
  texts_last_day: number
}
const paidColumns = `m.business_id, m.id as message_id, m.status as message_status, m.reference, m.order_status,
          ${recipientColumns}, b.name as business_name, b.shard, b.active, b.sending_paused, b.sms, b.whatsapp, b.countries,
          b.low_balance_threshold, b.sms_per_number_per_hour, b.sms_per_number_per_day, b.sms_warmup_cap,
          coalesce(b.sms_enabled_at > clock_now() - interval '14 days', false) as in_warmup,
          array(select channel from number_stops s where s.business_id = m.business_id and s.number_digest = r.phone_digest) as number_stops,
          exists (select from whatsapp_withdrawals w where w.business_id = m.business_id and w.digest = r.phone_digest) as number_withdrawn,
          exists (select from unreachable_numbers u
                   where u.business_id = m.business_id and u.number_digest = r.phone_digest and u.until > clock_now()) as unreachable`
/** A text counts from when it was last submitted, and before that from when it was queued. */
const textsTo = (but: string) => `cross join lateral (
            select count(*) filter (where coalesce(t.submitted_at, t.created_at) > clock_now() - interval '1 hour')::integer as texts_last_hour,
                   count(*)::integer as texts_last_day
              from nudges t
             where t.business_id = m.business_id and t.number_digest = r.phone_digest and t.channel = 'sms' and t.charged
               and coalesce(t.submitted_at, t.created_at) > clock_now() - interval '1 day'${but}) texts`

/** A paid nudge in hand. Whether the email of its push is out, and whether the message was opened since, decide an escalation. */
export type DuePaidRow = PaidRow & {
  nudge_id: string
  push_id: string
  state: NudgeState
  attempts: number
  charged: boolean
  price: number
  fallback: boolean
  escalation_minutes: number | null
  opened_since: boolean
  email_is_out: boolean
}
const duePaid = `select n.id as nudge_id, n.push_id, n.state, n.attempts, n.charged, n.price, n.fallback, n.escalation_minutes,
          coalesce(m.opened_at >= n.created_at, false) as opened_since,
          not exists (select from nudges e
                       where e.message_id = n.message_id and e.push_id = n.push_id and e.channel = 'email'
                         and e.state in ('waiting', 'queued', 'submitting')) as email_is_out,
          ${paidColumns}, texts.texts_last_hour, texts.texts_last_day
     from nudges n
     join messages m on m.business_id = n.business_id and m.id = n.message_id
     join recipients r on r.business_id = m.business_id and r.id = m.recipient_id
     join businesses b on b.id = n.business_id
    ${textsTo(' and t.id <> n.id')}
    where (n.id, n.business_id) in (select * from unnest($1::uuid[], $2::uuid[]))
    order by n.business_id, n.id`
export const lockDuePaid = positional<DuePaidRow>('nudges.lock_due_paid', `${duePaid} ${waiting}`)
export const lockFreeDuePaid = positional<DuePaidRow>('nudges.lock_free_due_paid', `${duePaid} ${skippingHeld}`)

/** The same of messages that have no such nudge yet: for a text that goes instead, or is asked for anew. */
export const paidFactsOf = positional<PaidRow>(
  'nudges.paid_facts',
  `select ${paidColumns}, texts.texts_last_hour, texts.texts_last_day
     from messages m
     join recipients r on r.business_id = m.business_id and r.id = m.recipient_id
     join businesses b on b.id = m.business_id
    ${textsTo('')}
    where (m.id, m.business_id) in (select * from unnest($1::uuid[], $2::uuid[]))
    order by m.business_id, m.id
      for no key update of m for share of r, b`,
)

export const takeSmsPlaces = positional<{ business_id: string; sent_before: number }>(
  'nudges.take_sms_places',
  `with today as (select (clock_now() at time zone 'UTC')::date as day),
   asked as (select * from unnest($1::uuid[], $2::integer[]) as asked (business_id, places)),
   taken as (
     insert into sms_days (business_id, day, sent)
     select asked.business_id, today.day, asked.places from asked, today order by asked.business_id
         on conflict (business_id, day) do update set sent = sms_days.sent + excluded.sent
     returning business_id, sent
   )
   select taken.business_id, taken.sent - asked.places as sent_before from taken join asked using (business_id)`,
)
/** Like an email's, and it is paid for from now on. */
export const markPaidSubmitting = positional<never>(
  'nudges.mark_paid_submitting',
  `update nudges n
      set state = 'submitting', attempts = n.attempts + 1, submitted_at = clock_now(), charged = true, price = going.price,
          number_digest = going.number_digest
     from unnest($1::uuid[], $2::uuid[], $3::integer[], $4::bytea[]) as going (business_id, id, price, number_digest)
    where n.business_id = going.business_id and n.id = going.id`,
)

export const rejectDue = positional<never>(
  'nudges.reject_due',
  `update nudges n
      set state = 'rejected', skipped_reason = refused.reason, error_code = n.channel || '.never_submitted', charged = false, ended_at = clock_now()
     from unnest($1::uuid[], $2::uuid[], $3::text[]) as refused (business_id, id, reason)
    where n.business_id = refused.business_id and n.id = refused.id`,
)

/** Its email is still to go: it waits for that, and is looked at again in a week should nobody move it on. */
export const putBackEscalations = positional<never>(
  'nudges.put_back_escalations',
  `update nudges n
      set state = 'waiting', due_at = clock_now() + interval '7 days'
     from unnest($1::uuid[], $2::uuid[]) as back (business_id, id)
    where n.business_id = back.business_id and n.id = back.id`,
)

/** Escalations whose deadline passed before their email was out: from now they have their minutes, or none if there will be no email. */
export const moveEscalations = positional<never>(
  'nudges.move_escalations',
  `update nudges n
      set due_at = clock_now() + case when email.is_out then make_interval(mins => n.escalation_minutes) else interval '0' end,
          escalates_at = clock_now() + case when email.is_out then make_interval(mins => n.escalation_minutes) else interval '0' end
     from unnest($1::uuid[], $2::uuid[], $3::boolean[]) as email (message_id, push_id, is_out)
    where n.message_id = email.message_id and n.push_id = email.push_id and n.state = 'waiting' and n.escalation_minutes is not null and n.escalates_at <= clock_now()`,
)

/** Nudges whose silence has come to mean something. */
export const dueChecks = positional<{ id: string }>(
  'nudges.due_checks',
  `select id from nudges where check_at <= clock_now() order by check_at limit 500 for update skip locked`,
)
export const nextCheck = positional<{ at: Date | null }>(
  'nudges.next_check',
  `select min(check_at) as at from nudges where check_at is not null`,
)

/** For a week nothing is sent to it by WhatsApp. */
export const markUnreachable = positional<never>(
  'nudges.mark_unreachable',
  `insert into unreachable_numbers (business_id, number_digest, until)
   select distinct business_id, number_digest, clock_now() + interval '7 days'
     from unnest($1::uuid[], $2::bytea[]) as gone (business_id, number_digest)
       on conflict (number_digest, business_id) do update set until = excluded.until`,
)

export type NudgeOfMessage = {
  message_id: string
  push_id: string
  channel: Channel
  state: NudgeState
  error_code: string | null
  fallback: boolean
}
/** In the order they were made. */
export const nudgesOfMessages = positional<NudgeOfMessage>(
  'nudges.of_messages',
  `select message_id, push_id, channel, state, error_code, fallback from nudges where message_id = any($1::uuid[]) order by made`,
)

/** All nudges of a recipient, held. Answers those that may have a job: what has not ended, and what was called off, whose job is taken in vain. */
export const lockNudgesOf = positional<{
  id: string
  channel: Channel
  state: 'waiting' | 'queued' | 'submitting' | 'cancelled'
  refund: number
}>(
  'nudges.lock_of_recipient',
  `with held as (
     select n.id, n.channel, n.state, case when n.charged then n.price else 0 end as refund
       from messages m join nudges n on n.business_id = m.business_id and n.message_id = m.id
      where m.business_id = $1 and m.recipient_id = $2
      order by n.business_id, n.id
        for update of n
   )
   select id, channel, state, refund from held where state in ('waiting', 'queued', 'submitting', 'cancelled')`,
)

export const forgetUnreachable = positional<never>(
  'nudges.forget_unreachable',
  `delete from unreachable_numbers u using recipients r
    where r.business_id = $1 and r.id = $2 and u.business_id = r.business_id and u.number_digest = r.phone_digest`,
)

/** Who stopped everything stays stopped. It is the strongest reason there is, so it takes the place of another. */
export const keepUnsubscribed = positional<never>(
  'nudges.keep_unsubscribed',
  `insert into email_suppressions (business_id, address_digest, reason)
   values ($1, $2, 'unsubscribed')
       on conflict (address_digest, business_id) do update set reason = excluded.reason`,
)
/** What was suppressed under one digest is suppressed under another. Of several reasons an unsubscription is the strongest. */
export const moveSuppressions = positional<never>(
  'nudges.move_suppressions',
  `with moved as (
     delete from email_suppressions s using unnest($1::uuid[], $2::bytea[], $3::bytea[]) as move (business_id, from_digest, to_digest)
      where s.business_id = move.business_id and s.address_digest = move.from_digest
     returning s.business_id, move.to_digest, s.reason, s.created_at
   )
   insert into email_suppressions (business_id, address_digest, reason, created_at)
   select distinct on (business_id, to_digest) business_id, to_digest, reason, created_at
     from moved
    order by business_id, to_digest, reason = 'unsubscribed' desc, created_at
       on conflict (address_digest, business_id) do update
      set reason = excluded.reason where excluded.reason = 'unsubscribed'`,
)
export const movePlatformSuppressions = positional<never>(
  'nudges.move_platform_suppressions',
  `with moved as (
     delete from platform_suppressions s using unnest($1::bytea[], $2::bytea[]) as move (from_digest, to_digest)
      where s.address_digest = move.from_digest
     returning move.to_digest, s.created_at
   )
   insert into platform_suppressions (address_digest, created_at)
   select to_digest, min(created_at) from moved group by to_digest
       on conflict do nothing`,
)
export const countSuppressions = positional<{ count: number }>(
  'nudges.count_suppressions',
  `select count(*)::integer as count from email_suppressions where business_id = $1 and address_digest = $2`,
)
