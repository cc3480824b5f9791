import { shopName } from '../brand/sql.ts'
import type { Channel } from '../channels/registry.ts'
import type { PageStart } from '../db/page.ts'
import { statement } from '../db/statement.ts'
import type { NudgeState } from '../nudges/states.ts'
import type { StoredRecipient } from '../recipients/merge.decide.ts'
import { type RecipientRow, recipientColumns } from '../recipients/sql.ts'
import { type InboxMessage, isValidPass, type MailboxKey, type Reader } from './sql.ts'

export type ExportedRecipient = RecipientRow &
  Pick<StoredRecipient, 'erasure_asked_at' | 'link_asked_at' | 'created_at'> & { shop: string; now: Date }
export const findExportedRecipient = statement<MailboxKey, ExportedRecipient>(
  'inbox.find_exported_recipient',
  `select ${shopName} as shop, ${recipientColumns}, r.erasure_asked_at, r.link_asked_at, r.created_at, clock_now() as now
     from recipients r join businesses b on b.id = r.business_id
    where r.business_id = $businessId and r.id = $recipientId and ${isValidPass}`,
)

export type ExportedMessage = Omit<InboxMessage, 'awaits_open'> & { opened_at: Date | null }
type ExportPage = Reader & PageStart & { limit: number }
/**
 * A page of messages, newest first, older than the message (time, id). The position is never null, because a nullable condition
 * would read all earlier pages again for each page. The time is passed as text, because a Date has no microseconds.
 */
export const exportedMessages = statement<ExportPage, ExportedMessage & { time: string }>(
  'inbox.exported_messages',
  `select m.id, m.status, m.subject, m.body, m.reference, m.order_status, m.opened_at, m.created_at, m.updated_at,
          m.created_at::text as time
     from messages m
    where m.business_id = $businessId and m.recipient_id = $recipientId
      and (m.created_at, m.id) < ($time::timestamptz, $id::uuid)
    order by m.created_at desc, m.id desc
    limit $limit`,
)

export type ExportedSend = {
  message_id: string
  made: string
  channel: Channel
  state: NudgeState
  reason: string | null
  made_at: Date
  delivered_at: Date | null
  read_at: Date | null
  bounced_at: Date | null
  complained_at: Date | null
  ended_at: Date | null
}
export type SendsAfter = { messageId: string; after: string }
/** At most `limit` sends of each message, in order of creation, after the given send. */
export const exportedSends = statement<{ businessId: string; requested: SendsAfter[]; limit: number }, ExportedSend>(
  'inbox.exported_sends',
  `select n.message_id, n.made, n.channel, n.state, coalesce(n.skipped_reason, n.error_code) as reason, n.created_at as made_at,
          n.delivered_at, n.read_at, n.bounced_at, n.complained_at, n.ended_at
     from $requested(message_id uuid, after bigint)
    cross join lateral (
      select * from nudges s
       where s.business_id = $businessId and s.message_id = requested.message_id and s.made > requested.after
       order by s.made
       limit $limit) n
    order by n.message_id, n.made`,
)

export type ExportedReply = { id: string; message_id: string | null; text: string; received_at: Date }
/** A page of replies, newest first, older than the reply (time, id). */
export const exportedReplies = statement<ExportPage, ExportedReply & { time: string }>(
  'inbox.exported_replies',
  `select id, message_id, text, received_at, received_at::text as time from whatsapp_replies
    where business_id = $businessId and recipient_id = $recipientId and (received_at, id) < ($time::timestamptz, $id::uuid)
    order by received_at desc, id desc
    limit $limit`,
)

type NumberDigests = { numberDigest: Buffer | null; platformNumberDigest: Buffer | null }
type AddressDigests = { addressDigest: Buffer; platformDigest: Buffer }
export type DigestRecord = { about: string; what: string; source: string | null; at: Date }
/** The records about the number and the address that are stored by digest, outside of the recipient's row. */
export const exportedDigestRecords = statement<{ businessId: string } & NumberDigests & AddressDigests, DigestRecord>(
  'inbox.exported_digest_records',
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
   select 'email', 'undeliverable', null, bounced_at from platform_suppressions
    where address_digest = $platformDigest and expires_at > clock_now()
      and exists (select from businesses where id = $businessId and mode = 'live')
    order by about, what`,
)
