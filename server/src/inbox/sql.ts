import { statement } from '../db/statement.ts'

/** No row: the recipient is not there any more, or the pass they came with has expired. */
export const findInbox = statement<{ shop: string; unsubscribed: boolean; now: Date }>(
  'inbox.find',
  `select b.name as shop, r.unsubscribed_at is not null as unsubscribed, clock_now() as now
     from recipients r join businesses b on b.id = r.business_id
    where r.business_id = $1 and r.id = $2 and $3::timestamptz > clock_now()`,
)

export const findInboxOf = statement<{ business_id: string; now: Date }>(
  'inbox.find_of',
  `select business_id, clock_now() as now from recipients where id = $1 and $2::timestamptz > clock_now()`,
)

export type InboxMessage = {
  id: string
  status: 'active' | 'obsolete' | 'retracted'
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
export const listInbox = statement<InboxMessage>(
  'inbox.list',
  `select m.id, m.status, m.subject, m.body, m.reference, m.order_status, m.created_at, m.updated_at,
          m.status <> 'retracted' and (m.opened_at is null or exists (
            select from nudges n
             where n.business_id = m.business_id and n.message_id = m.id and n.state = 'waiting' and n.escalation_minutes is not null
          )) as awaits_open
     from messages m
    where m.business_id = $1 and m.recipient_id = $2
      and ($3::uuid is null or (m.created_at, m.id) <
            (select o.created_at, o.id from messages o where o.business_id = $1 and o.recipient_id = $2 and o.id = $3))
    order by m.created_at desc, m.id desc
    limit $4`,
)

/**
 * What was shown and still stands as it was shown. A message that has been updated since was not seen as it is now, and one that
 * was taken back is not opened. Times are compared as the page knew them, in milliseconds. Held still until the commit: of two
 * opens at once, one is the first.
 */
export const openShown = statement<{
  id: string
  recipient_email: string
  reference: string | null
  newly_opened: boolean
}>(
  'inbox.open_shown',
  `with seen as (
     select m.business_id, m.id, m.reference, m.opened_at is null as newly_opened
       from unnest($4::uuid[], $5::timestamptz[]) as shown (id, updated_at)
       join messages m on m.business_id = $1 and m.id = shown.id
      where m.recipient_id = $2 and $3::timestamptz > clock_now() and m.status <> 'retracted'
        and date_trunc('milliseconds', m.updated_at) = shown.updated_at
      order by m.business_id, m.id
        for no key update of m
   ), opened as (
     update messages m set opened_at = clock_now()
       from seen
      where m.business_id = seen.business_id and m.id = seen.id and seen.newly_opened
   )
   select seen.id, r.email as recipient_email, seen.reference, seen.newly_opened
     from seen join recipients r on r.business_id = $1 and r.id = $2`,
)

export const findShop = statement<{ shop: string }>(
  'inbox.find_shop',
  `select name as shop from businesses where id = $1`,
)

export const findAddress = statement<{ email: string }>(
  'inbox.find_address',
  `select email from recipients where business_id = $1 and id = $2`,
)

/** For good: a second time keeps the first. */
export const unsubscribeById = statement<never>(
  'inbox.unsubscribe',
  `update recipients set unsubscribed_at = coalesce(unsubscribed_at, clock_now()) where business_id = $1 and id = $2`,
)
