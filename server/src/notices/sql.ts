import { statement } from '../db/statement.ts'

export const storeNotices = statement<never>(
  'notices.store',
  `insert into notices (id, business_id, kind, detail)
   select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::jsonb[])`,
)

export const newestNotices = statement<{
  id: string
  business_id: string | null
  kind: string
  detail: Record<string, unknown>
  at: Date
}>('notices.newest', `select id, business_id, kind, detail, at from notices order by at desc, id desc limit 100`)

export const takenNotices = statement<{
  id: string
  kind: string
  detail: Record<string, unknown>
  at: Date
  contact_email: string | null
}>(
  'notices.taken',
  `select n.id, n.kind, n.detail, n.at, b.contact_email
     from notices n left join businesses b on b.id = n.business_id
    where n.id = any($1::uuid[])`,
)
