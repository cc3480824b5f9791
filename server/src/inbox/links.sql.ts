import { shopName } from '../brand/sql.ts'
import { statement } from '../db/statement.ts'
import type { EmailIdentity } from '../email.ts'
import type { InboxTarget } from '../inbox-tokens/tokens.ts'
import { survivorOf } from '../recipients/sql.ts'
import type { Reader } from './sql.ts'

/** What a link names. Only its own recipient or nudge is set; all are null for an invalid link. */
export type NamedByLink = { businessId: string | null; recipientId: string | null; nudgeId: string | null }
/**
 * The recipient that a link is for, whether it is still valid or not. Times are not compared, because the clock may depend on the
 * business, which is only known afterwards.
 */
export const findLinkTarget = statement<NamedByLink, Reader>(
  'inbox.find_link_target',
  `select business_id as "businessId", id as "recipientId" from recipients
    where id = coalesce(
            (select m.recipient_id from nudges n join messages m on m.business_id = n.business_id and m.id = n.message_id
              where n.id = $nudgeId::uuid),
            ${survivorOf('$recipientId::uuid')})
      and ($businessId::uuid is null or business_id = $businessId)`,
)

export const findBusinessOfNudge = statement<{ nudgeId: string }, { businessId: string }>(
  'inbox.find_business_of_nudge',
  `select business_id as "businessId" from nudges where id = $nudgeId`,
)

/** Returns no row if a link was requested within the last ten minutes. */
export const recordLinkRequest = statement<{ recipientId: string | null; businessId: string | null }, Reader>(
  'inbox.record_link_request',
  `update recipients set link_asked_at = clock_now()
    where id = $recipientId::uuid and business_id = $businessId::uuid
      and (link_asked_at is null or link_asked_at <= clock_now() - interval '10 minutes')
   returning business_id as "businessId", id as "recipientId"`,
)

type LinkRow = InboxTarget & {
  epoch: number
  id: string
  at: Date
  now: Date
  language: string
  shop: string
  email: EmailIdentity
}
/** Deletes the rows before the emails are sent, so that a worker that dies in between does not cause a second email. */
export const takeLinks = statement<{ ids: string[] }, LinkRow>(
  'inbox.take_links',
  `with taken as (
     delete from notices where id = any($ids::uuid[]) and kind = 'fresh_link' returning *
   )
   select t.id, t.at, clock_now() as now, t.detail ->> 'language' as language, b.id as "businessId", b.shard, ${shopName} as shop,
          r.id as "recipientId", r.link_epoch as epoch, r.email
     from taken t
     join businesses b on b.id = t.business_id
     join recipients r on r.business_id = t.business_id and r.id = (t.detail ->> 'recipient_id')::uuid`,
)
