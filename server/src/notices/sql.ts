import { positional } from '../db/statement.ts'
import type { DisplayedEmail, EmailIdentity } from '../recipients/email.ts'
import { displayedEmail } from '../recipients/sql.ts'

export const storeNotices = positional<never>(
  'notices.store',
  `insert into notices (id, business_id, kind, detail)
   select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::jsonb[])`,
)

export const newestNotices = positional<{
  id: string
  business_id: string | null
  kind: string
  detail: Record<string, unknown>
  at: Date
}>(
  'notices.newest',
  `select id, business_id, kind, detail, at from notices where kind <> 'fresh_link' order by at desc, id desc limit 100`,
)

export const takenNotices = positional<{
  id: string
  kind: string
  detail: Record<string, unknown>
  at: Date
  contact_email: string | null
  /** Of the one it is about, where it is about one who is still there: a notice holds no address. */
  recipient_email: DisplayedEmail | null
}>(
  'notices.taken',
  `select n.id, n.kind, n.detail, n.at, b.contact_email, ${displayedEmail} as recipient_email
     from notices n
     left join businesses b on b.id = n.business_id
     left join recipients r on r.business_id = n.business_id and r.id = (n.detail ->> 'recipient_id')::uuid
    where n.id = any($1::uuid[])`,
)

/** Their rows go before the mails do: of a worker that dies in between, none is sent a second time. */
export const takeLinks = positional<{
  id: string
  at: Date
  now: Date
  language: string
  business_id: string
  shard: string
  shop: string
  recipient_id: string
  email: EmailIdentity
}>(
  'notices.take_links',
  `with taken as (
     delete from notices where id = any($1::uuid[]) and kind = 'fresh_link' returning *
   )
   select t.id, t.at, clock_now() as now, t.detail ->> 'language' as language, b.id as business_id, b.shard, b.name as shop,
          r.id as recipient_id, r.email
     from taken t
     join businesses b on b.id = t.business_id
     join recipients r on r.business_id = t.business_id and r.id = (t.detail ->> 'recipient_id')::uuid`,
)

/** Addresses that reject mail or complained of it, by their digests. Who stopped the shop's updates can still ask for a link. */
export const unfitAddresses = positional<{ address_digest: Buffer }>(
  'notices.unfit_addresses',
  `select s.address_digest
     from email_suppressions s
    where (s.address_digest, s.business_id) in (select * from unnest($1::bytea[], $2::uuid[])) and s.reason <> 'unsubscribed'
   union all
   select p.address_digest from platform_suppressions p where p.address_digest = any($3::bytea[])`,
)

/** Of recipients that were merged into another. */
export const moveNotices = positional<never>(
  'notices.move',
  `update notices set detail = jsonb_set(detail, '{recipient_id}', to_jsonb($3::uuid))
    where business_id = $1 and detail ->> 'recipient_id' = any($2::text[])`,
)
