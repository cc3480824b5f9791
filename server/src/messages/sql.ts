import type { Branded } from '../brand/brand.ts'
import { type PaidChannel, paidChannels } from '../channels/registry.ts'
import { fromServiceTime } from '../db/clock.ts'
import type { PageStart } from '../db/page.ts'
import { statement } from '../db/statement.ts'
import type { DisplayedEmail, EmailIdentity } from '../email.ts'
import type { MessageStatus } from '../message-status.ts'
import { numberColumns, paidBusinessColumns } from '../nudges/dispatch.sql.ts'
import type { PaidBusiness } from '../nudges/paid.decide.ts'
import { type UsageRow, usageColumns } from '../quotas/sql.ts'
import { moveRows } from '../recipients/merge.sql.ts'
import { displayedEmail, type RecipientRow, recipientColumns } from '../recipients/sql.ts'
import { joinSuppressions, suppressionColumns } from '../suppressions/sql.ts'
import type { EventSubject } from '../webhooks/emit.ts'
import type { AddressFacts, Message, NumberFacts, Push } from './push/facts.ts'
import type { NudgeView } from './view.decide.ts'

type MessageKey = { businessId: string; id: string }
type MessageIds = { businessId: string; ids: string[] }
type Target = Pick<Push, 'businessId' | 'email'>

export const businessFacts = statement<
  { businessIds: string[] },
  PaidBusiness &
    Branded &
    UsageRow & {
      id: string
      active: boolean
      planLapsed: boolean
      low_balance_threshold: number
      messages_per_day: number
      stored_messages: number
    }
>(
  'messages.business_facts',
  `select b.id, b.active, b.plan = 'lapsed' as "planLapsed", ${paidBusinessColumns}, b.low_balance_threshold, b.messages_per_day,
          b.stored_messages, ${usageColumns}
     from businesses b left join message_counts c on c.business_id = b.id
    where b.id = any($businessIds::uuid[])`,
)

type Digests = { numberDigest: Buffer | null; addressDigest: Buffer; platformDigest: Buffer }
/** One row per push: the recipient with this address, the recipient with this number, and the facts about both. */
export const recipientFacts = statement<
  { pushes: (Target & { phone: string | null } & Digests)[] },
  (RecipientRow | { [Column in keyof RecipientRow]: null }) & {
    businessId: string
    pushEmail: EmailIdentity
    pushPhone: string | null
    pushNumberDigest: Buffer | null
    currentNumberStops: PaidChannel[]
  } & AddressFacts &
    NumberFacts
>(
  'messages.recipient_facts',
  `select pushes.business_id as "businessId", pushes.email as "pushEmail", pushes.phone as "pushPhone",
          pushes.number_digest as "pushNumberDigest", ${recipientColumns},
          case when pushes.phone is null then r.id else holder.id end as "holderId",
          ${suppressionColumns}, withdrawal.withdrawn_at as "withdrawnAt",
          array(select channel from number_stops n
                 where n.business_id = pushes.business_id and n.number_digest = r.phone_digest) as "currentNumberStops",
          number.*
     from $pushes(business_id uuid, email text, phone text, number_digest bytea, address_digest bytea, platform_digest bytea)
     left join recipients r on r.business_id = pushes.business_id and r.email = pushes.email
     left join recipients holder on holder.business_id = pushes.business_id and holder.phone = pushes.phone
     ${joinSuppressions('pushes')}
     left join whatsapp_withdrawals withdrawal on withdrawal.business_id = pushes.business_id and withdrawal.digest = pushes.address_digest
    cross join lateral (
          select ${numberColumns('pushes.business_id', 'used.digest')}
            from (select coalesce(pushes.number_digest, r.phone_digest) as digest) used) number`,
)

type UpdatePush = Target & { subject: string }
/** The active updateable messages that the pushes may match, and those they name as obsolete. Locked until the commit. */
export const lockMessages = statement<{ pushes: UpdatePush[]; obsoletes: MessageKey[] }, Message>(
  'messages.lock',
  `select m.business_id as "businessId", m.id, m.recipient_id as "recipientId", m.kind, m.status, m.subject, m.body, m.reference,
          m.order_status as "orderStatus", m.created_at as "createdAt", m.updated_at as "updatedAt",
          m.created_key_id as "createdKeyId", m.updated_key_id as "updatedKeyId", m.status_changed_at as "statusChangedAt"
     from messages m
    where (m.business_id, m.id) in (
            select m.business_id, m.id
              from $pushes(business_id uuid, email text, subject text)
              join recipients r using (business_id, email)
              join messages m on m.business_id = r.business_id and m.recipient_id = r.id
               and m.kind = 'updateable' and m.status = 'active' and md5(m.subject) = md5(pushes.subject)
            union
            select * from $obsoletes(business_id uuid, id uuid))
    order by m.business_id, m.id
      for no key update`,
)

/** Counts the new messages in the same statement: a push pays less for it than for a trigger. An update leaves the row that it replaces. */
export const storeMessages = statement<{ messages: Message[] }>(
  'messages.store',
  `with stored as (
     insert into messages (business_id, id, recipient_id, kind, status, subject, body, reference, order_status, created_at, updated_at,
                           created_key_id, updated_key_id, status_changed_at, is_counted)
     select *, true from $messages(business_id uuid, id uuid, recipient_id uuid, kind text, status text, subject text, body text, reference text,
                             order_status text, created_at timestamptz, updated_at timestamptz, created_key_id uuid,
                             updated_key_id uuid, status_changed_at timestamptz)
         on conflict (id, business_id) do update
        set status = excluded.status, body = excluded.body, reference = excluded.reference, order_status = excluded.order_status,
            updated_at = excluded.updated_at, updated_key_id = excluded.updated_key_id, status_changed_at = excluded.status_changed_at
     returning business_id, created_at, xmax = 0 as is_new
   )
   insert into figure_changes (business_id, day, subject, channel, state, reason, mark, delay, count, credits, removed, removed_credits)
   select business_id, figure_day(created_at), 'message', '', 'unopened', '', '', -1, count(*), 0, 0, 0
     from stored
    where is_new
    group by business_id, created_at`,
)

export type MessageDetails = Pick<Message, 'id' | 'kind' | 'status' | 'subject' | 'body' | 'reference'> & {
  business_id: string
  recipient_email: DisplayedEmail
  order_status: string | null
  created_at: Date
  updated_at: Date
  opened_at: Date | null
  nudges: NudgeView[]
}

/** Most emails have no problem, and then nothing is read. */
const lastProblem = `case when n.channel = 'email' and n.attempts > 0 and (n.attempts > 1 or n.state in ('waiting', 'failed') or n.bounced_at is not null)
                        then (select to_json(p) from (select a.outcome, a.code, a.words from nudge_attempts a
                                                       where a.nudge_id = n.id and a.business_id = n.business_id
                                                       order by a.at desc, a.source limit 1) p) end`

export const detailsOf = (messages: string): string => `
   select m.business_id, m.id, ${displayedEmail} as recipient_email, m.kind, m.status, m.subject, m.body, m.reference, m.order_status,
          m.opened_at, m.created_at, m.updated_at,
          array(select to_json(n) from (
            select n.channel, n.state, n.skipped_reason, n.error_code, n.price, n.charged, n.attempts,
                   to_char((${fromServiceTime('n.due_at')}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as due_at, n.escalates_at,
                   n.created_at, n.submitted_at, n.delivered_at, n.read_at, n.bounced_at, n.complained_at, n.ended_at,
                   ${lastProblem} as last_problem
              from nudges n
             where n.business_id = m.business_id and n.message_id = m.id
             order by n.made) n) as nudges
     from ${messages} m join recipients r on r.business_id = m.business_id and r.id = m.recipient_id`

export const readMessages = statement<MessageIds, MessageDetails>(
  'messages.read',
  `${detailsOf('messages')} where m.business_id = $businessId and m.id = any($ids::uuid[])`,
)

export const findMessage = statement<{ id: string }, MessageDetails>(
  'messages.find',
  `${detailsOf('messages')} where m.id = $id`,
)

/**
 * The limit applies before the joins, so the cost depends on the page size and not on how many messages the business has. Each
 * filter is a separate statement, because a condition on a parameter that may be null prevents the planner from using the
 * index.
 */
const pageOf = (filter: string): string =>
  `${detailsOf(`
        (select *
           from messages
          where business_id = $businessId and (created_at, id) < ($time::timestamptz, $id::uuid) ${filter}
          order by created_at desc, id desc
          limit $limit)`)}
    order by m.created_at desc, m.id desc`
const ofRecipient = 'recipient_id = (select id from recipients where business_id = $businessId and email = $email)'

type Page = PageStart & { businessId: string; limit: number }
export const listMessages = statement<Page, MessageDetails>('messages.list', pageOf(''))
export const listMessagesOfRecipient = statement<Page & { email: EmailIdentity }, MessageDetails>(
  'messages.list_of_recipient',
  pageOf(`and ${ofRecipient}`),
)
export const listMessagesByReference = statement<
  Page & { reference: string; email: EmailIdentity | null },
  MessageDetails
>('messages.list_by_reference', pageOf(`and reference = $reference and ($email::text is null or ${ofRecipient})`))

export type LockedMessage = EventSubject & { status: MessageStatus }
export const lockForRetraction = statement<{ targets: { businessId: string; id: string | null }[] }, LockedMessage>(
  'messages.lock_for_retraction',
  `select m.business_id as "businessId", m.id as "messageId", m.status, m.reference, r.id as "recipientId",
          ${displayedEmail} as "recipientEmail"
     from messages m join recipients r on r.business_id = m.business_id and r.id = m.recipient_id
    where (m.business_id, m.id) in (select * from $targets(business_id uuid, id uuid))
    order by m.business_id, m.id
      for no key update of m`,
)

export const retractMessages = statement<{ retracted: MessageKey[] }>(
  'messages.retract',
  `update messages set status = 'retracted', status_changed_at = clock_now() where (business_id, id) in (select * from $retracted(business_id uuid, id uuid))`,
)

/** Locks all messages of a recipient, so that no other transaction can add nudges to them or mark them as opened. */
export const lockMessagesOf = statement<{ businessId: string; recipientId: string }, { id: string }>(
  'messages.lock_of_recipient',
  `select id from messages where business_id = $businessId and recipient_id = $recipientId order by business_id, id for update`,
)
/** Deletes messages with their nudges. A skipped nudge is not counted as a send. */
export const eraseMessages = statement<MessageIds, Record<'messages' | PaidChannel, number>>(
  'messages.erase',
  `with sends as (
     delete from nudges where business_id = $businessId and message_id = any($ids::uuid[]) returning channel, state
   ), erased as (
     delete from messages where business_id = $businessId and id = any($ids::uuid[]) returning 1
   )
   select ${paidChannels.map((channel) => `count(*) filter (where channel = '${channel}' and state <> 'skipped')::integer as ${channel}`).join(', ')},
          (select count(*) from erased)::integer as messages
     from sends`,
)

/**
 * Deletes messages past the retention period of their business, with their nudges. A message that was updated within the
 * period, or that has a nudge still to be sent, is retained.
 */
export const purgeOldMessages = statement<null, { businessId: string; messages: number }>(
  'messages.purge_old',
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
   ), deleted_nudges as (
     delete from nudges n using old where n.business_id = old.business_id and n.message_id = old.id
   ), deleted as (
     delete from messages m using old where m.business_id = old.business_id and m.id = old.id returning m.business_id
   )
   select business_id as "businessId", count(*)::integer as messages from deleted group by business_id`,
)

/** When recipients are merged, only the last updated of their active updateable messages with one subject stays active. */
export const obsoleteDuplicates = statement<{ businessId: string; recipientIds: string[] }>(
  'messages.obsolete_duplicates',
  `update messages m
      set status = 'obsolete'
     from (select id, row_number() over (partition by md5(subject) order by updated_at desc, id desc) as position
             from messages
            where business_id = $businessId and recipient_id = any($recipientIds::uuid[]) and kind = 'updateable' and status = 'active') ranked
    where m.business_id = $businessId and m.id = ranked.id and ranked.position > 1`,
)
export const moveMessages = moveRows('messages.move', 'messages')
