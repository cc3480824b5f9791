import { shopName } from '../brand/sql.ts'
import type { Acknowledgement } from '../channels/paid-adapter.ts'
import { purgeOldest } from '../db/purge-oldest.ts'
import { statement } from '../db/statement.ts'
import type { EmailIdentity } from '../email.ts'
import type { RepliedMessage } from '../recipients/inbound.ts'
import { moveRows } from '../recipients/merge.sql.ts'
import { displayedEmail } from '../recipients/sql.ts'
import type { EventSubject } from '../webhooks/emit.ts'
import type { AcknowledgementFacts } from './acknowledge.decide.ts'
import type { ForwardedReply } from './forward-email.ts'

type ReplyKey = { businessId: string; id: string }

/** The message or acknowledgement with a platform id: its business, recipient and number. An acknowledgement has no message. */
export const findRepliedMessage = statement<{ platformId: string }, RepliedMessage & { messageId: string | null }>(
  'replies.find_replied_message',
  `select n.business_id as "businessId", n.message_id as "messageId", m.recipient_id as "recipientId", n.number_digest as "numberDigest"
     from nudges n join messages m on m.business_id = n.business_id and m.id = n.message_id
    where n.platform_id = $platformId
   union all
   select a.business_id, null, w.recipient_id, a.number_digest
     from acknowledged_numbers a left join whatsapp_replies w on w.business_id = a.business_id and w.id = a.reply_id
    where a.platform_id = $platformId
    limit 1`,
)

type Holder = Pick<EventSubject, 'recipientId' | 'recipientEmail' | 'reference'>
/**
 * The author of a reply: the recipient of the message it refers to, else the recipient with the number. Locked, so that the
 * recipient cannot be erased before the reply is stored.
 */
export const findHolders = statement<{ businessId: string; from: string; messageId: string | null }, Holder>(
  'replies.find_holders',
  `select r.id as "recipientId", ${displayedEmail} as "recipientEmail", m.reference
     from recipients r left join messages m on m.business_id = r.business_id and m.id = $messageId
    where r.business_id = $businessId and (r.id = m.recipient_id or (m.id is null and r.phone = $from))
      for share of r`,
)

type NewReply = ReplyKey & { recipientId: string; messageId: string | null; providerId: string; text: string }
export const storeReplies = statement<NewReply, { id: string }>(
  'replies.store_replies',
  `insert into whatsapp_replies (business_id, id, recipient_id, message_id, platform_id, text, received_at)
   values ($businessId, $id, $recipientId, $messageId, $providerId, $text, clock_now())
       on conflict do nothing
   returning id`,
)

/** Returns no row when the same message was claimed before. The unique index serialises concurrent claims. */
export const claimInbound = statement<{ digest: Buffer }, { id_digest: Buffer }>(
  'replies.claim_inbound',
  `insert into inbound_texts (id_digest) values ($digest) on conflict do nothing returning id_digest`,
)

type NumberKey = { businessId: string; numberDigest: Buffer }
/** Returns no row when the number was acknowledged before. */
export const reserveAcknowledgement = statement<NumberKey & { replyId: string }, { reply_id: string }>(
  'replies.reserve_acknowledgement',
  `insert into acknowledged_numbers (business_id, number_digest, reply_id) values ($businessId, $numberDigest, $replyId)
       on conflict do nothing
   returning reply_id`,
)

/**
 * Replies to acknowledge, if the number they came from is still the recipient's. `nudgeId` is the WhatsApp message that was
 * replied to, or else the newest one to this number.
 */
type AcknowledgementRow = Omit<Acknowledgement, 'at'> & AcknowledgementFacts & { email: EmailIdentity }
export const lockAcknowledgements = statement<{ jobs: ReplyKey[] }, AcknowledgementRow>(
  'replies.lock_acknowledgements',
  `select w.business_id as "businessId", w.id, w.recipient_id as "recipientId", r.email, r.phone as "to", r.link_epoch as "linkEpoch",
          (select n.id
             from messages m join nudges n on n.business_id = m.business_id and n.message_id = m.id
            where m.business_id = r.business_id and m.recipient_id = r.id and n.number_digest = r.phone_digest
              and n.channel = 'whatsapp' and n.state in ('accepted', 'delivered', 'read')
            order by (m.id = w.message_id) is true desc, n.made desc
            limit 1) as "nudgeId",
          r.unsubscribed_at is not null as unsubscribed,
          exists (
            select from number_stops s
             where s.business_id = a.business_id and s.number_digest = a.number_digest and s.channel = 'whatsapp') as stopped,
          exists (
            select from whatsapp_withdrawals v where v.business_id = a.business_id and v.digest = a.number_digest) as withdrawn,
          ${shopName} as "businessName", b.shard, b.active as "businessActive", b.sending_paused as "sendingPaused", b.whatsapp, a.at,
          a.begun_at is not null as begun
     from whatsapp_replies w
     join recipients r on r.business_id = w.business_id and r.id = w.recipient_id
     join acknowledged_numbers a on a.business_id = w.business_id and a.number_digest = r.phone_digest and a.reply_id = w.id
     join businesses b on b.id = w.business_id
    where (w.id, w.business_id) in (select * from $jobs(id uuid, business_id uuid))
    order by w.business_id, w.id
      for no key update of a for share of r, b`,
)
const setBegunAt = (name: string, begunAt: string) =>
  statement<{ begun: NumberKey[] }>(
    name,
    `update acknowledged_numbers a set begun_at = ${begunAt}
       from $begun(business_id uuid, number_digest bytea)
      where a.business_id = begun.business_id and a.number_digest = begun.number_digest`,
  )
export const beginAcknowledgements = setBegunAt('replies.begin_acknowledgements', 'clock_now()')
export const resetAcknowledgements = setBegunAt('replies.reset_acknowledgements', 'null')

export const storePlatformIds = statement<{ accepted: (NumberKey & { platformId: string })[] }>(
  'replies.store_platform_ids',
  `update acknowledged_numbers a set platform_id = accepted.platform_id
     from $accepted(business_id uuid, number_digest bytea, platform_id text)
    where a.business_id = accepted.business_id and a.number_digest = accepted.number_digest`,
)

/** Replies that were not forwarded yet, of businesses with a contact address. */
export type UnforwardedRow = ReplyKey & ForwardedReply & { recipientId: string; contactEmail: string; at: Date }
export const lockUnforwarded = statement<{ jobs: ReplyKey[] }, UnforwardedRow>(
  'replies.lock_unforwarded',
  `select w.business_id as "businessId", w.id, w.recipient_id as "recipientId", b.contact_email as "contactEmail", ${displayedEmail} as "recipientEmail", m.reference,
          w.text, w.received_at as at
     from whatsapp_replies w
     join recipients r on r.business_id = w.business_id and r.id = w.recipient_id
     join businesses b on b.id = w.business_id
     left join messages m on m.business_id = w.business_id and m.id = w.message_id
    where (w.id, w.business_id) in (select * from $jobs(id uuid, business_id uuid))
      and w.forwarded_at is null and b.contact_email is not null
    order by w.business_id, w.id
      for no key update of w`,
)
const setForwardedAt = (name: string, forwardedAt: string) =>
  statement<{ replies: ReplyKey[] }>(
    name,
    `update whatsapp_replies w set forwarded_at = ${forwardedAt}
       from $replies(business_id uuid, id uuid)
      where w.business_id = replies.business_id and w.id = replies.id`,
  )
export const markForwarded = setForwardedAt('replies.mark_forwarded', 'clock_now()')
export const unmarkForwarded = setForwardedAt('replies.unmark_forwarded', 'null')

type RecipientKey = { businessId: string; recipientId: string }
export const eraseReplies = statement<RecipientKey, { id: string; forwarded: boolean }>(
  'replies.erase_replies',
  `delete from whatsapp_replies where business_id = $businessId and recipient_id = $recipientId returning id, forwarded_at is not null as forwarded`,
)
export const dropAcknowledgements = statement<RecipientKey, { reply_id: string }>(
  'replies.drop_acknowledgements',
  `delete from acknowledged_numbers a using recipients r
    where r.business_id = $businessId and r.id = $recipientId and a.business_id = r.business_id and a.number_digest = r.phone_digest
   returning a.reply_id`,
)

export const purgeOldReplies = purgeOldest(
  'replies.purge_old_replies',
  'whatsapp_replies',
  'id, business_id',
  'received_at',
  '90 days',
)
/** Digests of handled messages. No provider repeats a message after 30 days. */
export const purgeOldInbound = purgeOldest(
  'replies.purge_old_inbound',
  'inbound_texts',
  'id_digest',
  'received_at',
  '30 days',
)

export const moveReplies = moveRows('replies.move_replies', 'whatsapp_replies')
