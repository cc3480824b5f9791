import { positional } from '../db/statement.ts'

export const storeErasure = positional<never>(
  'erasure.store',
  `insert into erasures (business_id, id, kind, counts) values ($1, $2, $3, $4)`,
)

export const erasurePage = positional<{ id: string; kind: 'recipient' | 'whatsapp'; counts: object; at: Date }>(
  'erasure.page',
  `select id, kind, counts, at
     from erasures
    where business_id = $1
      and ($2::uuid is null or (at, id) < (select at, id from erasures where business_id = $1 and id = $2))
    order by at desc, id desc
    limit $3`,
)
