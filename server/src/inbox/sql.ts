import { startAfter } from '../db/page.ts'
import { statement } from '../db/statement.ts'
import type { DisplayedEmail, EmailIdentity } from '../email.ts'
import type { MessageStatus } from '../message-status.ts'
import { displayedEmail, survivorOf } from '../recipients/sql.ts'
import type { Shown } from './seen-token.ts'
import type { Facts } from './settings.decide.ts'

export type Reader = { businessId: string; recipientId: string }
/** What a reader came with: nothing is found once it has expired. */
export type Pass = Reader & { expiresAt: Date }
/** A text's link does not say whose recipient it is. */
export type Link = { businessId: string | null; recipientId: string | null }

/** No row: the recipient is not there any more, or the pass they came with has expired. */
export const findInbox = statement<Pass, { shop: string; unsubscribed: boolean; now: Date }>(
  'inbox.find',
  `select b.name as shop, r.unsubscribed_at is not null as unsubscribed, clock_now() as now
     from recipients r join businesses b on b.id = r.business_id
    where r.business_id = $businessId and r.id = $recipientId and $expiresAt::timestamptz > clock_now()`,
)

/** Whose inbox a link opens. */
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

/** No row: the recipient is not there any more, or the pass has expired. A link that never expires has none. */
export type LockedReader = Reader & { email: EmailIdentity; displayedEmail: DisplayedEmail }
export const findAddress = statement<Reader & { expiresAt: Date | null }, LockedReader>(
  'inbox.find_address',
  `select r.business_id as "businessId", r.id as "recipientId", r.email, ${displayedEmail} as "displayedEmail" from recipients r
    where r.business_id = $businessId and r.id = ${survivorOf('$recipientId::uuid')}
      and ($expiresAt::timestamptz is null or $expiresAt > clock_now())`,
)

/** For good: a second time keeps the first. */
export const unsubscribeById = statement<Reader>(
  'inbox.unsubscribe',
  `update recipients set unsubscribed_at = coalesce(unsubscribed_at, clock_now()) where business_id = $businessId and id = $recipientId`,
)

export type SettingsRow = Omit<Facts, 'stops'> & {
  shop: string
  email: string
  erasureAskedAt: Date | null
  messageCount: number
}
export const findSettings = statement<Pass, SettingsRow>(
  'inbox.find_settings',
  `select b.name as shop, ${displayedEmail} as email, r.phone, r.unsubscribed_at is not null as unsubscribed,
          r.erasure_asked_at as "erasureAskedAt",
          coalesce(r.erasure_asked_at > clock_now() - interval '1 day', false) as "erasureAskedLately",
          (select count(*)::integer from messages m where m.business_id = r.business_id and m.recipient_id = r.id) as "messageCount"
     from recipients r
     join businesses b on b.id = r.business_id
    where r.business_id = $businessId and r.id = $recipientId and $expiresAt::timestamptz > clock_now()`,
)

/** At most once a day: the condition is the guard, however many ask at once. */
export const askErasure = statement<Reader, { asked_at: Date }>(
  'inbox.ask_erasure',
  `update recipients set erasure_asked_at = clock_now()
    where business_id = $businessId and id = $recipientId and (erasure_asked_at is null or erasure_asked_at <= clock_now() - interval '1 day')
   returning erasure_asked_at as asked_at`,
)
