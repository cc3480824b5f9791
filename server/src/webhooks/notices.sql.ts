import { statement } from '../db/statement.ts'
import type { NoticeDetail, NoticeEventKind } from '../notices/kinds.ts'

type PublishedNotice = {
  id: string
  kind: NoticeEventKind
  detail: NoticeDetail<NoticeEventKind>
  businessId: string
  shard: string
}
/** A job that is taken again finds its notice published. */
export const markNoticesPublished = statement<{ ids: string[]; kinds: readonly NoticeEventKind[] }, PublishedNotice>(
  'webhooks.publish_notices',
  `update notices n
      set published_at = service_now()
     from businesses b
    where n.id = any($ids::uuid[]) and n.kind = any($kinds::text[]) and n.published_at is null and b.id = n.business_id
   returning n.id, n.kind, n.detail, b.id as "businessId", b.shard`,
)
