import type { Channel } from '../channels/channel.ts'
import { type PageStart, startAfter } from '../db/page.ts'
import { statement } from '../db/statement.ts'
import type { DisplayedEmail, EmailIdentity } from '../email.ts'
import type { MessageStatus } from '../message-status.ts'
import type { NudgeState } from '../nudges/states.ts'
import { displayedEmail, survivorOf } from '../recipients/sql.ts'
import type { Shown } from './shown.ts'

type Reader = { businessId: string; recipientId: string }
/** What a reader came with: nothing is found once it has expired. */
type Pass = Reader & { expiresAt: Date }
/** A text's link does not say whose recipient it is. */
export type Link = { businessId: string | null; recipientId: string | null }
export type Inbox = { business_id: string; id: string }

/** No row: the recipient is not there any more, or the pass they came with has expired. */
export const findInbox = statement<Pass, { shop: string; unsubscribed: boolean; now: Date }>(
  'inbox.find',
  `select b.name as shop, r.unsubscribed_at is not null as unsubscribed, clock_now() as now
     from recipients r join businesses b on b.id = r.business_id
    where r.business_id = $businessId and r.id = $recipientId and $expiresAt::timestamptz > clock_now()`,
)

/** Whose inbox a link opens. */
export const findInboxOf = statement<Link & { expiresAt: Date }, Inbox & { now: Date }>(
  'inbox.find_of',
  `select business_id, id, clock_now() as now from recipients
    where id = ${survivorOf('$recipientId::uuid')} and ($businessId::uuid is null or business_id = $businessId)
      and $expiresAt::timestamptz > clock_now()`,
)

export type InboxMessage = {
  id: string
  status: MessageStatus
  subject: string
  body: string
  reference: string | null
  order_status: string | null
  awaits_open: boolean
  created_at: Date
  updated_at: Date
}

/**
 * The newest, or those older than a message of the same inbox. A message of another inbox is older than nothing. One that was opened
 * awaits an open again when it has been updated and a text waits to see whether that is read.
 */
export const listInbox = statement<Reader & { olderThan: string | null; limit: number }, InboxMessage>(
  'inbox.list',
  `select m.id, m.status, m.subject, m.body, m.reference, m.order_status, m.created_at, m.updated_at,
          m.status <> 'retracted' and (m.opened_at is null or exists (
            select from nudges n
             where n.business_id = m.business_id and n.message_id = m.id and n.state = 'waiting' and n.escalation_minutes is not null
          )) as awaits_open
     from messages m
    where m.business_id = $businessId and m.recipient_id = $recipientId
      and (m.created_at, m.id) < ${startAfter('select created_at, id from messages where business_id = $businessId and recipient_id = $recipientId and id = $olderThan::uuid', '$olderThan')}
    order by m.created_at desc, m.id desc
    limit $limit`,
)

type Order = { reference: string }
/** More statuses than this are no order's. */
const mostStatusesOfOrder = 200

/**
 * What was told of each of these orders, oldest first and on whichever page. What was taken back was not told. Only the newest
 * messages of a reference are read, so that one that is in a hundred thousand messages costs a page no more than any other.
 */
export const listStatuses = statement<Reader & { asked: Order[] }, Order & { told: string[] }>(
  'inbox.list_statuses',
  `select asked.reference, array_agg(m.order_status order by m.updated_at, m.id) as told
     from $asked(reference text)
    cross join lateral (
      select n.recipient_id, n.status, n.order_status, n.updated_at, n.id
        from messages n
       where n.business_id = $businessId and n.reference = asked.reference
       order by n.created_at desc, n.id desc
       limit ${mostStatusesOfOrder}
    ) as m
    where m.recipient_id = $recipientId and m.status <> 'retracted' and m.order_status is not null
    group by asked.reference`,
)

/**
 * What was shown and still stands as it was shown. A message that has been updated since was not seen as it is now, and one that
 * was taken back is not opened. Times are compared as the page knew them, in milliseconds. Held still until the commit: of two
 * opens at once, one is the first.
 */
export const openShown = statement<
  Pass & { shown: Shown[] },
  { id: string; recipient_email: DisplayedEmail; reference: string | null; newly_opened: boolean }
>(
  'inbox.open_shown',
  `with seen as (
     select m.business_id, m.id, m.reference, m.opened_at is null as newly_opened
       from $shown(id uuid, updated_at timestamptz)
       join messages m on m.business_id = $businessId and m.id = shown.id
      where m.recipient_id = $recipientId and $expiresAt::timestamptz > clock_now() and m.status <> 'retracted'
        and date_trunc('milliseconds', m.updated_at) = shown.updated_at
      order by m.business_id, m.id
        for no key update of m
   ), opened as (
     update messages m set opened_at = clock_now()
       from seen
      where m.business_id = seen.business_id and m.id = seen.id and seen.newly_opened
   )
   select seen.id, ${displayedEmail} as recipient_email, seen.reference, seen.newly_opened
     from seen join recipients r on r.business_id = $businessId and r.id = $recipientId`,
)

export const findShop = statement<{ businessId: string }, { shop: string }>(
  'inbox.find_shop',
  `select name as shop from businesses where id = $businessId`,
)

type Address = { id: string; email: EmailIdentity; displayed_email: DisplayedEmail }
/** No row: the recipient is not there any more, or the pass has expired. A link that never expires has none. */
export const findAddress = statement<Reader & { expiresAt: Date | null }, Address>(
  'inbox.find_address',
  `select r.id, r.email, ${displayedEmail} as displayed_email from recipients r
    where r.business_id = $businessId and r.id = ${survivorOf('$recipientId::uuid')}
      and ($expiresAt::timestamptz is null or $expiresAt > clock_now())`,
)

/** For good: a second time keeps the first. */
export const unsubscribeById = statement<Reader>(
  'inbox.unsubscribe',
  `update recipients set unsubscribed_at = coalesce(unsubscribed_at, clock_now()) where business_id = $businessId and id = $recipientId`,
)

export type SettingsRow = {
  shop: string
  displayed_email: DisplayedEmail
  phone: string | null
  sms_consent_at: Date | null
  whatsapp_opted_in_at: Date | null
  unsubscribed: boolean
  sms_stops: ('text' | 'inbox' | 'admin')[]
  whatsapp_stops: ('text' | 'inbox' | 'admin')[]
  erasure_asked_at: Date | null
  erasure_asked_lately: boolean
  message_count: number
}
/** A stop is the recipient's, and the number's: either is enough. */
export const findSettings = statement<Pass, SettingsRow>(
  'inbox.find_settings',
  `select b.name as shop, ${displayedEmail} as displayed_email, r.phone, r.sms_consent_at, r.whatsapp_opted_in_at,
          r.unsubscribed_at is not null as unsubscribed,
          array_remove(array[r.sms_stop_source, s.source], null) as sms_stops,
          array_remove(array[r.whatsapp_stop_source, w.source], null) as whatsapp_stops,
          r.erasure_asked_at, coalesce(r.erasure_asked_at > clock_now() - interval '1 day', false) as erasure_asked_lately,
          (select count(*)::integer from messages m where m.business_id = r.business_id and m.recipient_id = r.id) as message_count
     from recipients r
     join businesses b on b.id = r.business_id
     left join number_stops s on s.number_digest = r.phone_digest and s.business_id = r.business_id and s.channel = 'sms'
     left join number_stops w on w.number_digest = r.phone_digest and w.business_id = r.business_id and w.channel = 'whatsapp'
    where r.business_id = $businessId and r.id = $recipientId and $expiresAt::timestamptz > clock_now()`,
)

/** At most once a day: the condition is the guard, however many ask at once. */
export const askErasure = statement<Reader, { asked_at: Date }>(
  'inbox.ask_erasure',
  `update recipients set erasure_asked_at = clock_now()
    where business_id = $businessId and id = $recipientId and (erasure_asked_at is null or erasure_asked_at <= clock_now() - interval '1 day')
   returning erasure_asked_at as asked_at`,
)

/** A text that went out, or may have, to the number its recipient has today. */
const textWasSent = `n.channel = 'sms' and n.state in ('accepted', 'delivered', 'failed') and n.number_digest = r.phone_digest
        and coalesce(n.submitted_at, n.created_at) > clock_now() - interval '90 days'`

/**
 * By the end of the number first, which leaves one recipient in ten thousand, and then by order: `offset 0` keeps the planner from
 * looking through the orders of everybody.
 */
export const findTextByReference = statement<{ ending: string | null; references: string[] }, { found: boolean }>(
  'inbox.find_text_by_reference',
  `select exists (
     select from recipients r
      cross join lateral (
        select * from messages o where o.recipient_id = r.id and o.business_id = r.business_id and o.reference = any($references::text[]) offset 0
      ) m
       join nudges n on n.message_id = m.id and n.business_id = m.business_id
      where right(r.phone, 4) = $ending and r.phone is not null and ${textWasSent}
   ) as found`,
)

export const findTextToRecipient = statement<
  { ending: string | null; recipientId: string | null; expiresAt: Date | null },
  { found: boolean }
>(
  'inbox.find_text_to_recipient',
  `select exists (
     select from recipients r
       join messages m on m.recipient_id = r.id and m.business_id = r.business_id
       join nudges n on n.message_id = m.id and n.business_id = m.business_id
      where r.id = ${survivorOf('$recipientId::uuid')} and right(r.phone, 4) = $ending and $expiresAt::timestamptz > clock_now() and ${textWasSent}
   ) as found`,
)

export type HeldRecipient = {
  shop: string
  email: EmailIdentity
  displayed_email: DisplayedEmail
  phone: string | null
  sms_consent_at: Date | null
  sms_consent_source: string | null
  sms_stopped_at: Date | null
  sms_stop_source: string | null
  whatsapp_opted_in_at: Date | null
  whatsapp_opt_in: Record<string, unknown> | null
  whatsapp_stopped_at: Date | null
  whatsapp_stop_source: string | null
  whatsapp_withdrawn_at: Date | null
  unsubscribed_at: Date | null
  erasure_asked_at: Date | null
  link_asked_at: Date | null
  created_at: Date
  now: Date
}
export const findHeld = statement<Pass, HeldRecipient>(
  'inbox.find_held',
  `select b.name as shop, r.email, ${displayedEmail} as displayed_email, r.phone, r.sms_consent_at, r.sms_consent_source,
          r.sms_stopped_at, r.sms_stop_source,
          r.whatsapp_opted_in_at, r.whatsapp_opt_in, r.whatsapp_stopped_at, r.whatsapp_stop_source, r.whatsapp_withdrawn_at,
          r.unsubscribed_at, r.erasure_asked_at, r.link_asked_at, r.created_at, clock_now() as now
     from recipients r join businesses b on b.id = r.business_id
    where r.business_id = $businessId and r.id = $recipientId and $expiresAt::timestamptz > clock_now()`,
)

export type HeldMessage = {
  id: string
  status: MessageStatus
  subject: string
  body: string
  reference: string | null
  order_status: string | null
  opened_at: Date | null
  created_at: Date
  updated_at: Date
}
type HeldPage = Reader & PageStart & { limit: number }
/**
 * A page of them, newest first, from before the message (time, id) on. Never null: a condition that may be null would read all the
 * pages before, each time. The time is passed as text, because a Date has no microseconds.
 */
export const heldMessages = statement<HeldPage, HeldMessage & { time: string }>(
  'inbox.held_messages',
  `select m.id, m.status, m.subject, m.body, m.reference, m.order_status, m.opened_at, m.created_at, m.updated_at,
          m.created_at::text as time
     from messages m
    where m.business_id = $businessId and m.recipient_id = $recipientId
      and (m.created_at, m.id) < ($time::timestamptz, $id::uuid)
    order by m.created_at desc, m.id desc
    limit $limit`,
)

export type HeldSend = {
  message_id: string
  made: string
  channel: Channel
  state: NudgeState
  skipped_reason: string | null
  error_code: string | null
  created_at: Date
  delivered_at: Date | null
  read_at: Date | null
  bounced_at: Date | null
  complained_at: Date | null
  ended_at: Date | null
}
export type SendsAfter = { messageId: string; after: string }
/** Of each of these messages at most `limit`, in the order they were made, from after the one that is given with it. */
export const heldSends = statement<{ businessId: string; asked: SendsAfter[]; limit: number }, HeldSend>(
  'inbox.held_sends',
  `select n.message_id, n.made, n.channel, n.state, n.skipped_reason, n.error_code, n.created_at, n.delivered_at, n.read_at,
          n.bounced_at, n.complained_at, n.ended_at
     from $asked(message_id uuid, after bigint)
    cross join lateral (
      select * from nudges s
       where s.business_id = $businessId and s.message_id = asked.message_id and s.made > asked.after
       order by s.made
       limit $limit) n
    order by n.message_id, n.made`,
)

export type HeldReply = { id: string; message_id: string | null; text: string; received_at: Date }
/** A page of them, newest first, from before the reply (time, id) on. */
export const heldReplies = statement<HeldPage, HeldReply & { time: string }>(
  'inbox.held_replies',
  `select id, message_id, text, received_at, received_at::text as time from whatsapp_replies
    where business_id = $businessId and recipient_id = $recipientId and (received_at, id) < ($time::timestamptz, $id::uuid)
    order by received_at desc, id desc
    limit $limit`,
)

type NumberDigests = { numberDigest: Buffer | null; platformNumberDigest: Buffer | null }
type AddressDigests = { addressDigest: Buffer; platformAddressDigest: Buffer }
type Kept = { about: string; what: string; source: string | null; at: Date }
/** What is kept of the number and of the address beside the recipient, by their digests. */
export const heldBeside = statement<{ businessId: string } & NumberDigests & AddressDigests, Kept>(
  'inbox.held_beside',
  `select 'number' as about, channel || '_stopped' as what, source, created_at as at
     from number_stops where business_id = $businessId and number_digest = $numberDigest
   union all
   select 'number', channel || '_last_written_to', null, last_at from number_contacts
    where business_id = $businessId and number_digest = $platformNumberDigest and last_at is not null
   union all
   select 'number', 'whatsapp_withdrawn', null, withdrawn_at from whatsapp_withdrawals where business_id = $businessId and digest = $numberDigest
   union all
   select 'email', 'whatsapp_withdrawn', null, withdrawn_at from whatsapp_withdrawals where business_id = $businessId and digest = $addressDigest
   union all
   select 'number', 'not_on_whatsapp_until', null, until from unreachable_numbers where business_id = $businessId and number_digest = $numberDigest
   union all
   select 'number', 'first_reply_acknowledged', null, at from acknowledged_numbers where business_id = $businessId and number_digest = $numberDigest
   union all
   select 'email', reason, null, created_at from email_suppressions where business_id = $businessId and address_digest = $addressDigest
   union all
   select 'email', 'undeliverable', null, created_at from platform_suppressions where address_digest = $platformAddressDigest
    order by about, what`,
)
