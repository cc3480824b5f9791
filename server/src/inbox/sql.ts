import type { Branded } from '../brand/brand.ts'
import { brandColumn, shopName } from '../brand/sql.ts'
import type { PaidChannel } from '../channels/registry.ts'
import { startAfter } from '../db/page.ts'
import { statement } from '../db/statement.ts'
import type { DisplayedEmail, EmailIdentity } from '../email.ts'
import { epochCount } from '../inbox-tokens/tokens.ts'
import type { MessageStatus } from '../message-status.ts'
import type { Mode } from '../mode.ts'
import { displayedEmail, survivorOf } from '../recipients/sql.ts'
import type { SeenMessage } from './seen-token.ts'
import type { Facts } from './settings.decide.ts'

export type Reader = { businessId: string; recipientId: string }
/** A session that has expired, or is from another epoch of the recipient's links, finds no row. */
type Pass = { epoch: number; expiresAt: Date }
export type MailboxKey = Reader & Pass
export type OrderKey = { businessId: string; nudgeId: string } & Pass

/** The condition that a session is valid for the recipient `r`. It is part of every statement that uses a session. */
export const isValidPass = `$expiresAt::timestamptz > clock_now() and r.link_epoch % ${epochCount} = $epoch::integer`

/**
 * The reader of a valid session, with the message that the link announced; `reference` is that of its order. `channel` is the
 * paid channel of an order session.
 */
export type ReaderRow = Reader &
  Branded & {
    email: EmailIdentity
    displayedEmail: DisplayedEmail
    phone: string | null
    shop: string
    /** A PNG. */
    logo: Buffer | null
    unsubscribed: boolean
    channel: PaidChannel | null
    messageId: string | null
    reference: string | null
    now: Date
  }
const readerColumns = `r.business_id as "businessId", r.id as "recipientId", r.email, ${displayedEmail} as "displayedEmail", r.phone,
          ${shopName} as shop, ${brandColumn}, b.logo, r.unsubscribed_at is not null as unsubscribed, m.id as "messageId", m.reference, clock_now() as now`

/** The id of a merged recipient finds its survivor, so that the links of both work. */
export const findMailbox = statement<MailboxKey & { messageId: string | null }, ReaderRow>(
  'inbox.find_mailbox',
  `select ${readerColumns}, null as channel
     from recipients r
     join businesses b on b.id = r.business_id
     left join messages m on m.business_id = r.business_id and m.recipient_id = r.id and m.id = $messageId::uuid
    where r.business_id = $businessId and r.id = ${survivorOf('$recipientId::uuid')} and ${isValidPass}`,
)

/** Only while the recipient has the number that the nudge was sent to. */
export const findOrder = statement<OrderKey, ReaderRow & { channel: PaidChannel }>(
  'inbox.find_order',
  `select ${readerColumns}, n.channel
     from nudges n
     join messages m on m.business_id = n.business_id and m.id = n.message_id
     join recipients r on r.business_id = m.business_id and r.id = m.recipient_id
     join businesses b on b.id = n.business_id
    where n.business_id = $businessId and n.id = $nudgeId and n.channel <> 'email' and n.number_digest = r.phone_digest
      and ${isValidPass}`,
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

const messageColumns = `m.id, m.status, m.subject, m.body, m.reference, m.order_status, m.created_at, m.updated_at,
          m.status <> 'retracted' and (m.opened_at is null or exists (
            select from nudges n
             where n.business_id = m.business_id and n.message_id = m.id and n.state = 'waiting' and n.escalation_minutes is not null
          )) as awaits_open`
const isOfReader = 'm.business_id = $businessId and m.recipient_id = $recipientId'
const afterOlder = `(m.created_at, m.id) < ${startAfter('select created_at, id from messages where business_id = $businessId and recipient_id = $recipientId and id = $olderThan::uuid', '$olderThan')}`

type InboxPage = Reader & { olderThan: string | null; limit: number }
/**
 * The newest messages, or those older than a message of the same inbox; no rows if `olderThan` is from another inbox. An opened
 * message awaits an open again if it was updated and has an escalation that the open would cancel.
 */
export const listInbox = statement<InboxPage & { excluded: string[] }, InboxMessage>(
  'inbox.list',
  `select ${messageColumns}
     from messages m
    where ${isOfReader} and ${afterOlder} and m.id <> all($excluded::uuid[])
    order by m.created_at desc, m.id desc
    limit $limit`,
)

/** The messages about one order, in the same way. */
export const listOrder = statement<InboxPage & { reference: string }, InboxMessage>(
  'inbox.list_order',
  `select ${messageColumns}
     from messages m
    where ${isOfReader} and m.reference = $reference and ${afterOlder}
    order by m.created_at desc, m.id desc
    limit $limit`,
)

export const listMessage = statement<Reader & { messageId: string }, InboxMessage>(
  'inbox.list_message',
  `select ${messageColumns} from messages m where ${isOfReader} and m.id = $messageId`,
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
  Reader & { seen: SeenMessage[] },
  { id: string; recipient_email: DisplayedEmail; reference: string | null; newly_opened: boolean }
>(
  'inbox.open_messages',
  `with unchanged as (
     select m.business_id, m.id, m.reference, m.opened_at is null as newly_opened
       from $seen(id uuid, updated_at timestamptz)
       join messages m on m.business_id = $businessId and m.id = seen.id
      where m.recipient_id = $recipientId and m.status <> 'retracted'
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
  `select ${shopName} as shop from businesses b where b.id = $businessId`,
)

export type LockedReader = Reader & { email: EmailIdentity; displayedEmail: DisplayedEmail }
/** The recipient of an unsubscribe link, which never expires. No row if the recipient no longer exists. */
export const findUnsubscriber = statement<Reader, LockedReader>(
  'inbox.find_unsubscriber',
  `select r.business_id as "businessId", r.id as "recipientId", r.email, ${displayedEmail} as "displayedEmail" from recipients r
    where r.business_id = $businessId and r.id = ${survivorOf('$recipientId::uuid')}`,
)

/** Ends every link and session that was issued before. */
export const raiseEpoch = statement<Reader>(
  'inbox.raise_epoch',
  `update recipients set link_epoch = link_epoch + 1 where business_id = $businessId and id = $recipientId`,
)
export const findEpoch = statement<Reader, { epoch: number }>(
  'inbox.find_epoch',
  `select link_epoch as epoch from recipients where business_id = $businessId and id = $recipientId`,
)

/** Permanent. A repeated call does not change the time of the first. */
export const unsubscribeById = statement<Reader>(
  'inbox.unsubscribe',
  `update recipients set unsubscribed_at = coalesce(unsubscribed_at, clock_now()) where business_id = $businessId and id = $recipientId`,
)

export type SettingsRow = Omit<Facts, 'stops'> &
  Branded & {
    shop: string
    email: string
    erasureRequestedAt: Date | null
    messageCount: number
  }
export const findSettings = statement<MailboxKey, SettingsRow>(
  'inbox.find_settings',
  `select ${shopName} as shop, ${brandColumn}, ${displayedEmail} as email, r.phone, r.unsubscribed_at is not null as unsubscribed,
          r.erasure_asked_at as "erasureRequestedAt",
          coalesce(r.erasure_asked_at > clock_now() - interval '1 day', false) as "erasureRequestedRecently",
          (select count(*)::integer from messages m where m.business_id = r.business_id and m.recipient_id = r.id) as "messageCount"
     from recipients r
     join businesses b on b.id = r.business_id
    where r.business_id = $businessId and r.id = $recipientId and ${isValidPass}`,
)

/** At most once a day: the condition also holds for concurrent requests. */
export const recordErasureRequest = statement<Reader, { requested_at: Date }>(
  'inbox.record_erasure_request',
  `update recipients set erasure_asked_at = clock_now()
    where business_id = $businessId and id = $recipientId and (erasure_asked_at is null or erasure_asked_at <= clock_now() - interval '1 day')
   returning erasure_asked_at as requested_at`,
)

export const findMode = statement<{ businessId: string | null }, { mode: Mode }>(
  'inbox.find_mode',
  `select mode from businesses where id = $businessId`,
)
