import { startAfter } from '../db/page.ts'
import { statement } from '../db/statement.ts'
import type { DisplayedEmail, EmailIdentity } from '../email.ts'
import type { MessageStatus } from '../message-status.ts'
import { displayedEmail, survivorOf } from '../recipients/sql.ts'
import type { SeenMessage } from './seen-token.ts'
import type { Facts } from './settings.decide.ts'

export type Reader = { businessId: string; recipientId: string }
/** An expired pass finds no row. */
export type Pass = Reader & { expiresAt: Date }
/** The link of a text does not contain the business. */
export type Link = { businessId: string | null; recipientId: string | null }

/** No row if the recipient no longer exists or the pass has expired. */
export const findInbox = statement<Pass, { shop: string; unsubscribed: boolean; now: Date }>(
  'inbox.find',
  `select b.name as shop, r.unsubscribed_at is not null as unsubscribed, clock_now() as now
     from recipients r join businesses b on b.id = r.business_id
    where r.business_id = $businessId and r.id = $recipientId and $expiresAt::timestamptz > clock_now()`,
)

/** The inbox that a link opens. */
export const findInboxOf = statement<Link & { expiresAt: Date }, Reader & { now: Date }>(
  'inbox.find_of',
  `select business_id as "businessId", id as "recipientId", clock_now() as now from recipients
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
 * The newest messages, or those older than a message of the same inbox; no rows if `olderThan` is from another inbox. An opened
 * message awaits an open again if it was updated and has an escalation that the open would cancel.
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
/** A real order has fewer statuses than this. */
const maxStatusesOfOrder = 200

/**
 * The statuses of each order from all of its messages, oldest first, without retracted messages. Only the newest messages of a
 * reference are read, so that a reference with a hundred thousand messages does not slow down the page.
 */
export const listStatuses = statement<Reader & { orders: Order[] }, Order & { statuses: string[] }>(
  'inbox.list_statuses',
  `select orders.reference, array_agg(m.order_status order by m.updated_at, m.id) as statuses
     from $orders(reference text)
    cross join lateral (
      select n.recipient_id, n.status, n.order_status, n.updated_at, n.id
        from messages n
       where n.business_id = $businessId and n.reference = orders.reference
       order by n.created_at desc, n.id desc
       limit ${maxStatusesOfOrder}
    ) as m
    where m.recipient_id = $recipientId and m.status <> 'retracted' and m.order_status is not null
    group by orders.reference`,
)

/**
 * Opens the displayed messages that have not changed since. A later update was not seen, and a retracted message is not opened.
 * The token has times in milliseconds, so they are compared in milliseconds. The row locks ensure that only one of two
 * concurrent opens is the first.
 */
export const openMessages = statement<
  Pass & { seen: SeenMessage[] },
  { id: string; recipient_email: DisplayedEmail; reference: string | null; newly_opened: boolean }
>(
  'inbox.open_messages',
  `with unchanged as (
     select m.business_id, m.id, m.reference, m.opened_at is null as newly_opened
       from $seen(id uuid, updated_at timestamptz)
       join messages m on m.business_id = $businessId and m.id = seen.id
      where m.recipient_id = $recipientId and $expiresAt::timestamptz > clock_now() and m.status <> 'retracted'
        and date_trunc('milliseconds', m.updated_at) = seen.updated_at
      order by m.business_id, m.id
        for no key update of m
   ), opened as (
     update messages m set opened_at = clock_now()
       from unchanged
      where m.business_id = unchanged.business_id and m.id = unchanged.id and unchanged.newly_opened
   )
   select unchanged.id, ${displayedEmail} as recipient_email, unchanged.reference, unchanged.newly_opened
     from unchanged join recipients r on r.business_id = $businessId and r.id = $recipientId`,
)

export const findShop = statement<{ businessId: string }, { shop: string }>(
  'inbox.find_shop',
  `select name as shop from businesses where id = $businessId`,
)

/** No row if the recipient no longer exists or the pass has expired. `expiresAt` is null for a link that never expires. */
export type LockedReader = Reader & { email: EmailIdentity; displayedEmail: DisplayedEmail }
export const findAddress = statement<Reader & { expiresAt: Date | null }, LockedReader>(
  'inbox.find_address',
  `select r.business_id as "businessId", r.id as "recipientId", r.email, ${displayedEmail} as "displayedEmail" from recipients r
    where r.business_id = $businessId and r.id = ${survivorOf('$recipientId::uuid')}
      and ($expiresAt::timestamptz is null or $expiresAt > clock_now())`,
)

/** Permanent. A repeated call does not change the time of the first. */
export const unsubscribeById = statement<Reader>(
  'inbox.unsubscribe',
  `update recipients set unsubscribed_at = coalesce(unsubscribed_at, clock_now()) where business_id = $businessId and id = $recipientId`,
)

export type SettingsRow = Omit<Facts, 'stops'> & {
  shop: string
  email: string
  erasureRequestedAt: Date | null
  messageCount: number
}
export const findSettings = statement<Pass, SettingsRow>(
  'inbox.find_settings',
  `select b.name as shop, ${displayedEmail} as email, r.phone, r.unsubscribed_at is not null as unsubscribed,
          r.erasure_asked_at as "erasureRequestedAt",
          coalesce(r.erasure_asked_at > clock_now() - interval '1 day', false) as "erasureRequestedRecently",
          (select count(*)::integer from messages m where m.business_id = r.business_id and m.recipient_id = r.id) as "messageCount"
     from recipients r
     join businesses b on b.id = r.business_id
    where r.business_id = $businessId and r.id = $recipientId and $expiresAt::timestamptz > clock_now()`,
)

/** At most once a day: the condition also holds for concurrent requests. */
export const recordErasureRequest = statement<Reader, { requested_at: Date }>(
  'inbox.record_erasure_request',
  `update recipients set erasure_asked_at = clock_now()
    where business_id = $businessId and id = $recipientId and (erasure_asked_at is null or erasure_asked_at <= clock_now() - interval '1 day')
   returning erasure_asked_at as requested_at`,
)
