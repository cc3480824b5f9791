import { statement } from '../db/statement.ts'
import type { EmailIdentity } from '../email.ts'
import type { InboxTarget } from '../inbox-tokens/tokens.ts'
import { survivorOf } from '../recipients/sql.ts'
import type { Link, Reader } from './sql.ts'

/** Returns no row if a link was requested within the last ten minutes. */
export const recordLinkRequest = statement<Link, Reader>(
  'inbox.record_link_request',
  `update recipients set link_asked_at = clock_now()
    where id = ${survivorOf('$recipientId::uuid')} and ($businessId::uuid is null or business_id = $businessId)
      and (link_asked_at is null or link_asked_at <= clock_now() - interval '10 minutes')
   returning business_id as "businessId", id as "recipientId"`,
)

type LinkRow = InboxTarget & { id: string; at: Date; now: Date; language: string; shop: string; email: EmailIdentity }
/** Deletes the rows before the emails are sent, so that a worker that dies in between does not cause a second email. */
export const takeLinks = statement<{ ids: string[] }, LinkRow>(
  'inbox.take_links',
  `with taken as (
     delete from notices where id = any($ids::uuid[]) and kind = 'fresh_link' returning *
   )
   select t.id, t.at, clock_now() as now, t.detail ->> 'language' as language, b.id as "businessId", b.shard, b.name as shop,
          r.id as "recipientId", r.email
     from taken t
     join businesses b on b.id = t.business_id
     join recipients r on r.business_id = t.business_id and r.id = (t.detail ->> 'recipient_id')::uuid`,
)
