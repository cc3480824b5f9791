import { statement } from '../db/statement.ts'
import type { ErasureReport, WhatsAppReceipt } from './erasure.schema.ts'

type Counts = { kind: 'recipient'; counts: ErasureReport } | { kind: 'whatsapp'; counts: WhatsAppReceipt }
type Erasure = Counts & { id: string }
export const storeErasure = statement<Erasure & { businessId: string }>(
  'erasure.store',
  `insert into erasures (business_id, id, kind, counts) values ($businessId, $id, $kind, $counts)`,
)

type Page = { businessId: string; after: string | null; limit: number }
export const erasurePage = statement<Page, Erasure & { at: Date }>(
  'erasure.page',
  `select id, kind, counts, at
     from erasures
    where business_id = $businessId
      and ($after::uuid is null or (at, id) < (select at, id from erasures where business_id = $businessId and id = $after))
    order by at desc, id desc
    limit $limit`,
)
