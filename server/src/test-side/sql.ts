import type { Channel } from '../channels/registry.ts'
import { statement } from '../db/statement.ts'

/** The content of what was sent. Fields that do not apply to the channel are null. */
export type OutboxContent = {
  subject: string | null
  text: string | null
  html: string | null
  link: string | null
  unsubscribeUrl: string | null
  headers: Record<string, string> | null
  template: string | null
  parameters: string[] | null
}
type NewEntry = OutboxContent & {
  businessId: string
  id: string
  nudgeId: string
  messageId: string | null
  recipientId: string | null
  replyId: string | null
  channel: Channel
  to: string
  from: string
}
/**
 * Stores what the provider accepted, once for each nudge. The locks make it wait for an erasure of the recipient or of the reply
 * that it forwards or acknowledges, after which nothing is stored.
 */
export const storeEntry = statement<NewEntry>(
  'test_side.store_entry',
  `with recipient as (
     select id from recipients where business_id = $businessId and id = $recipientId for key share
   ), reply as (
     select id from whatsapp_replies where business_id = $businessId and id = $replyId for key share
   )
   insert into test_outbox (business_id, id, nudge_id, message_id, recipient_id, channel, to_address, from_address, subject, text,
                            html, link, unsubscribe_url, headers, template, parameters)
   select $businessId::uuid, $id::uuid, $nudgeId::uuid, $messageId::uuid, $recipientId::uuid, $channel::text, $to::text, $from::text,
          $subject::text, $text::text, $html::text, $link::text, $unsubscribeUrl::text, $headers::jsonb, $template::text,
          $parameters::text[]
    where ($recipientId::uuid is null or exists (select from recipient)) and ($replyId::uuid is null or exists (select from reply))
       on conflict do nothing`,
)

type Page = { businessId: string; after: string | null; limit: number }
export type EntryRow = Omit<OutboxContent, 'unsubscribeUrl'> & {
  id: string
  channel: Channel
  to: string
  from: string
  unsubscribe_url: string | null
  at: Date
  found: number
}
/** The page after a missing entry is empty. */
const startOfPage = `(case when $after::uuid is null then 0 else (
                            select position from test_outbox where business_id = $businessId and id = $after::uuid) end)`

/** An email may have 90 kB. The first entry is always on the page. */
const maxPageBytes = 262_144
/**
 * Oldest first, as many as fit on a page; `found` is how many there are up to the limit. The sizes are known without reading the
 * texts. Several statements, because a condition on a parameter that may be null does not use the index.
 */
const pageOf = (condition: string): string =>
  `select id, channel, to_address as "to", from_address as "from", subject, text, html, link, unsubscribe_url, headers, template,
          parameters, at, found
     from (select e.*, count(*) over ()::integer as found, sum(size) over (order by position) - size as before
             from (select *, coalesce(octet_length(text), 0) + coalesce(octet_length(html), 0) as size
                     from test_outbox
                    where business_id = $businessId and ${condition}
                      and position > ${startOfPage}
                    order by position
                    limit $limit) e) sized
    where before < ${maxPageBytes}
    order by position`
const ofChannel = '($channel::text is null or channel = $channel)'
const ofAddress = '($address::text is null or to_address = $address)'
export const entryPage = statement<Page, EntryRow>('test_side.entry_page', pageOf('true'))
export const entryPageOfChannel = statement<Page & { channel: Channel }, EntryRow>(
  'test_side.entry_page_of_channel',
  pageOf('channel = $channel'),
)
export const entryPageOfAddress = statement<Page & { address: string; channel: Channel | null }, EntryRow>(
  'test_side.entry_page_of_address',
  pageOf(`to_address = $address and ${ofChannel}`),
)
export const entryPageOfMessage = statement<
  Page & { messageId: string; address: string | null; channel: Channel | null },
  EntryRow
>('test_side.entry_page_of_message', pageOf(`message_id = $messageId and ${ofAddress} and ${ofChannel}`))

/** What was sent to a recipient or contains data of the recipient. `addresses` are their address and number. */
export const findEntriesOf = statement<
  { businessId: string; recipientId: string; addresses: string[] },
  { id: string }
>(
  'test_side.find_entries_of_recipient',
  `select id from test_outbox where business_id = $businessId and recipient_id = $recipientId
   union
   select id from test_outbox where business_id = $businessId and to_address = any($addresses::text[])`,
)
/** Emails that forwarded these replies, and acknowledgements of them. */
export const findEntriesOfReplies = statement<{ businessId: string; replyIds: string[] }, { id: string }>(
  'test_side.find_entries_of_replies',
  `select id from test_outbox where business_id = $businessId and nudge_id = any($replyIds::uuid[])`,
)
export const eraseEntries = statement<{ businessId: string; ids: string[] }, { entries: number }>(
  'test_side.erase_entries',
  `with erased as (
     delete from test_outbox where business_id = $businessId and id = any($ids::uuid[]) returning 1
   )
   select count(*)::integer as entries from erased`,
)
