import { positional } from '../db/statement.ts'
import type { MessageStatus } from '../message-status.ts'
import type { ChannelMode } from '../nudges/gates.ts'
import { type UsageRow, usageColumns } from '../quotas/sql.ts'
import type { DisplayedEmail } from '../recipients/email.ts'
import { displayedEmail, type RecipientRow, recipientColumns } from '../recipients/sql.ts'
import type { NudgeView } from './view.decide.ts'

export const businessFacts = positional<
  {
    id: string
    name: string
    country: string | null
    active: boolean
    sending_paused: boolean
    plan: string
    sms: ChannelMode
    whatsapp: ChannelMode
    countries: string[] | null
    low_balance_threshold: number
    sms_per_number_per_hour: number
    sms_per_number_per_day: number
    messages_per_day: number
    stored_messages: number
  } & UsageRow
>(
  'messages.business_facts',
  `select id, name, country, active, sending_paused, plan, sms, whatsapp, countries, low_balance_threshold,
          sms_per_number_per_hour, sms_per_number_per_day, messages_per_day, stored_messages, ${usageColumns}
     from businesses left join message_counts c on c.business_id = id
    where id = any($1::uuid[])`,
)

/** One row a push: the recipient with this address, whoever holds the number, and what is known of both. */
export const recipientFacts = positional<
  (RecipientRow | { [Column in keyof RecipientRow]: null }) & {
    place: number
    holder_id: string | null
    suppression: string | null
    platform_suppressed: boolean
    number_stops: string[]
    held_number_stops: string[]
    address_withdrawn_at: Date | null
    number_withdrawn: boolean
    is_opt_in_number: boolean
    unreachable: boolean
    texts_last_hour: number
    texts_last_day: number
  }
>(
  'messages.recipient_facts',
  `select push.place::integer, ${recipientColumns},
          case when push.phone is null then r.id else holder.id end as holder_id,
          s.reason as suppression, p.address_digest is not null as platform_suppressed,
          array(select channel from number_stops n
                 where n.business_id = push.business_id and n.number_digest = r.phone_digest) as held_number_stops,
          withdrawal.withdrawn_at as address_withdrawn_at, number.withdrawn as number_withdrawn,
          coalesce(r.whatsapp_opt_in_digest = push.number_digest, false) as is_opt_in_number,
          number.stops as number_stops, number.unreachable, number.texts_last_hour, number.texts_last_day
     from unnest($1::uuid[], $2::text[], $3::text[], $4::bytea[], $5::bytea[], $6::bytea[]) with ordinality
          as push (business_id, email, phone, number_digest, address_digest, platform_digest, place)
     left join recipients r on r.business_id = push.business_id and r.email = push.email
     left join recipients holder on holder.business_id = push.business_id and holder.phone = push.phone
     left join email_suppressions s on s.business_id = push.business_id and s.address_digest = push.address_digest
     left join platform_suppressions p on p.address_digest = push.platform_digest
     left join whatsapp_withdrawals withdrawal on withdrawal.business_id = push.business_id and withdrawal.digest = push.address_digest
    cross join lateral (
          select array(select channel from number_stops n
                        where n.business_id = push.business_id and n.number_digest = used.digest) as stops,
                 exists (select from whatsapp_withdrawals w
                          where w.business_id = push.business_id and w.digest = used.digest) as withdrawn,
                 exists (select from unreachable_numbers u
                          where u.business_id = push.business_id and u.number_digest = used.digest and u.until > clock_now()) as unreachable,
                 texts.last_hour as texts_last_hour, texts.last_day as texts_last_day
            from (select coalesce(push.number_digest, r.phone_digest) as digest) used
           cross join lateral (
                 select count(*) filter (where coalesce(n.submitted_at, n.created_at) > clock_now() - interval '1 hour')::integer as last_hour,
                        count(*)::integer as last_day
                   from nudges n
                  where n.business_id = push.business_id and n.number_digest = used.digest and n.channel = 'sms' and n.charged
                    and coalesce(n.submitted_at, n.created_at) > clock_now() - interval '1 day') texts) number
    order by push.place`,
)

export type MessageRow = {
  business_id: string
  id: string
  recipient_id: string
  kind: 'one_off' | 'updateable'
  status: MessageStatus
  subject: string
  body: string
  reference: string | null
  order_status: string | null
  created_at: Date
  updated_at: Date
}

/** The active updateable messages the pushes may match, and those they name as obsolete: held still until the commit. */
export const lockMessages = positional<MessageRow>(
  'messages.lock',
  `select m.business_id, m.id, m.recipient_id, m.kind, m.status, m.subject, m.body, m.reference, m.order_status,
          m.created_at, m.updated_at
     from messages m
    where (m.business_id, m.id) in (
            select m.business_id, m.id
              from unnest($1::uuid[], $2::text[], $3::text[]) as push (business_id, email, subject)
              join recipients r using (business_id, email)
              join messages m on m.business_id = r.business_id and m.recipient_id = r.id
               and m.kind = 'updateable' and m.status = 'active' and md5(m.subject) = md5(push.subject)
            union
            select * from unnest($4::uuid[], $5::uuid[]))
    order by m.business_id, m.id
      for no key update`,
)

/** Rows come as JSON: one value a statement, whatever the size of the set. */
export const storeMessages = positional<never>(
  'messages.store',
  `insert into messages (business_id, id, recipient_id, kind, status, subject, body, reference, order_status, created_at, updated_at)
   select business_id, id, recipient_id, kind, status, subject, body, reference, order_status, created_at, updated_at
     from json_populate_recordset(null::messages, $1::json)
       on conflict (id, business_id) do update
      set status = excluded.status, body = excluded.body, reference = excluded.reference, order_status = excluded.order_status,
          updated_at = excluded.updated_at`,
)

export type MessageDetails = Omit<MessageRow, 'business_id' | 'recipient_id'> & {
  recipient_email: DisplayedEmail
  opened_at: Date | null
  nudges: NudgeView[]
}

const detailsOf = (messages: string): string => `
   select m.id, ${displayedEmail} as recipient_email, m.kind, m.status, m.subject, m.body, m.reference, m.order_status,
          m.opened_at, m.created_at, m.updated_at,
          array(select to_json(n) from (
            select n.channel, n.state, n.skipped_reason, n.error_code, n.price, n.charged, n.attempts,
                   to_char(n.due_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as due_at, n.escalates_at,
                   n.created_at, n.submitted_at, n.delivered_at, n.read_at, n.bounced_at, n.complained_at, n.ended_at
              from nudges n
             where n.business_id = m.business_id and n.message_id = m.id
             order by n.made) n) as nudges
     from ${messages} m join recipients r on r.business_id = m.business_id and r.id = m.recipient_id`

export const readMessages = positional<MessageDetails>(
  'messages.read',
  `${detailsOf('messages')} where m.business_id = $1 and m.id = any($2::uuid[])`,
)

/**
 * The page is cut before anything is joined to it: so it costs what it shows, and not what the business has stored. Each filter is a
 * statement of its own, because a condition that may be null keeps the planner from its index.
 */
const pageOf = (filter: string): string =>
  `${detailsOf(`
        (select *
           from messages
          where business_id = $1 and (created_at, id) < ($2::timestamptz, $3::uuid) ${filter}
          order by created_at desc, id desc
          limit $4)`)}
    order by m.created_at desc, m.id desc`
const ofRecipient = (email: string): string =>
  `recipient_id = (select id from recipients where business_id = $1 and email = ${email})`

export const listMessages = positional<MessageDetails>('messages.list', pageOf(''))
export const listMessagesOfRecipient = positional<MessageDetails>(
  'messages.list_of_recipient',
  pageOf(`and ${ofRecipient('$5')}`),
)
export const listMessagesByReference = positional<MessageDetails>(
  'messages.list_by_reference',
  pageOf(`and reference = $5 and ($6::text is null or ${ofRecipient('$6')})`),
)

export type LockedMessage = {
  business_id: string
  id: string
  status: MessageStatus
  reference: string | null
  recipient_id: string
  recipient_email: DisplayedEmail
}
export const lockForRetraction = positional<LockedMessage>(
  'messages.lock_for_retraction',
  `select m.business_id, m.id, m.status, m.reference, r.id as recipient_id, ${displayedEmail} as recipient_email
     from messages m join recipients r on r.business_id = m.business_id and r.id = m.recipient_id
    where (m.business_id, m.id) in (select * from unnest($1::uuid[], $2::uuid[]))
    order by m.business_id, m.id
      for no key update of m`,
)

export const retractMessages = positional<never>(
  'messages.retract',
  `update messages set status = 'retracted' where (business_id, id) in (select * from unnest($1::uuid[], $2::uuid[]))`,
)

/** All messages of a recipient, held. Nobody can nudge about them or open them any more. */
export const lockMessagesOf = positional<{ id: string }>(
  'messages.lock_of_recipient',
  `select id from messages where business_id = $1 and recipient_id = $2 order by business_id, id for update`,
)
/** With the nudges about them. One that was skipped was no send. */
export const eraseMessages = positional<{ messages: number; sms: number; whatsapp: number }>(
  'messages.erase',
  `with sends as (
     delete from nudges where business_id = $1 and message_id = any($2::uuid[]) returning channel, state
   ), erased as (
     delete from messages where business_id = $1 and id = any($2::uuid[]) returning 1
   )
   select (select count(*) from erased)::integer as messages,
          count(*) filter (where channel = 'sms' and state <> 'skipped')::integer as sms,
          count(*) filter (where channel = 'whatsapp' and state <> 'skipped')::integer as whatsapp
     from sends`,
)

/** What a business does not keep any longer, with the nudges about it. What was changed since, or is still to be sent, stays. */
export const forgetOldMessages = positional<{ business_id: string; messages: number }>(
  'messages.forget_old',
  `with old as (
     select m.business_id, m.id
       from businesses b
       join messages m on m.business_id = b.id and m.created_at <= clock_now() - make_interval(days => b.message_retention_days)
      where b.message_retention_days is not null
        and m.updated_at <= clock_now() - make_interval(days => b.message_retention_days)
        and not exists (select from nudges n where n.message_id = m.id and n.state in ('waiting', 'queued', 'submitting'))
      order by m.business_id, m.created_at
      limit 1000
        for update of m skip locked
   ), nudges_gone as (
     delete from nudges n using old where n.business_id = old.business_id and n.message_id = old.id
   ), gone as (
     delete from messages m using old where m.business_id = old.business_id and m.id = old.id returning m.business_id
   )
   select business_id, count(*)::integer as messages from gone group by business_id`,
)

/** Recipients that become one: of their active updateable messages with one subject, the one updated last stays active. */
export const obsoleteDuplicates = positional<never>(
  'messages.obsolete_duplicates',
  `update messages m
      set status = 'obsolete'
     from (select id, row_number() over (partition by md5(subject) order by updated_at desc, id desc) as place
             from messages
            where business_id = $1 and recipient_id = any($2::uuid[]) and kind = 'updateable' and status = 'active') ranked
    where m.business_id = $1 and m.id = ranked.id and ranked.place > 1`,
)
export const moveMessages = positional<never>(
  'messages.move',
  `update messages set recipient_id = $3 where business_id = $1 and recipient_id = any($2::uuid[])`,
)
