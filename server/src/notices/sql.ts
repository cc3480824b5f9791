import { startAfter } from '../db/page.ts'
import { statement } from '../db/statement.ts'
import type { DisplayedEmail } from '../email.ts'
import type { Mode } from '../mode.ts'
import { displayedEmail } from '../recipients/sql.ts'
import type { NoticeDetail, NoticeKind } from './kinds.ts'

type KnownNotice = { [Kind in NoticeKind]: { kind: Kind; detail: NoticeDetail<Kind> } }[NoticeKind]
/** Not for the owner: an email to a reader that uses the same queue. Its row is deleted before the email is sent. */
type FreshLink = { kind: 'fresh_link'; detail: { recipient_id: string; language: string } }
/** An event that requires an action of the operator or the owner. */
export type NewNotice = { businessId: string } & (Exclude<KnownNotice, { kind: 'installation_paused' }> | FreshLink)

/** A notice without a business is only for the operator. */
type StoredNotice = { id: string; businessId: string | null } & (KnownNotice | FreshLink)
export const storeNotices = statement<{ notices: StoredNotice[] }>(
  'notices.store',
  // On the clock of the service, because the operator reads the notices of all businesses in one list.
  `insert into notices (id, business_id, kind, detail, at)
   select id, business_id, kind, detail, service_now() from $notices(id uuid, business_id uuid, kind text, detail jsonb)`,
)

type NoticeRow = KnownNotice & { id: string; business_id: string | null; at: Date }
type NoticePage = { kind: NoticeKind | null; after: string | null; limit: number }
/** Two statements, because a condition on a parameter that may be null does not use the index. */
const pageOf = (condition: string): string =>
  `select id, business_id, kind, detail, at
     from notices
    where kind <> 'fresh_link' and ${condition}
      and ($kind::text is null or kind = $kind)
      and (at, id) < ${startAfter('select at, id from notices where id = $after::uuid', '$after')}
    order by at desc, id desc
    limit $limit`
export const noticePage = statement<NoticePage, NoticeRow>('notices.page', pageOf('true'))
export const noticePageOfBusiness = statement<NoticePage & { businessId: string }, NoticeRow>(
  'notices.page_of_business',
  pageOf('business_id = $businessId'),
)

type FoundNotice = {
  id: string
  kind: NoticeKind | 'fresh_link'
  detail: Record<string, unknown>
  at: Date
  contact_email: string | null
  /** The recipient whom the notice is about, and the address, which a notice does not store. Null if they no longer exist. */
  recipient_id: string | null
  recipient_email: DisplayedEmail | null
}
export const findNotices = statement<{ ids: string[] }, FoundNotice>(
  'notices.find',
  `select n.id, n.kind, n.detail, n.at, b.contact_email, r.id as recipient_id, ${displayedEmail} as recipient_email
     from notices n
     left join businesses b on b.id = n.business_id
     left join recipients r on r.business_id = n.business_id and r.id = (n.detail ->> 'recipient_id')::uuid
    where n.id = any($ids::uuid[])`,
)

/**
 * Those of the given notices that are about live businesses, or about test businesses. What an operator does to a test business is
 * queued with that of live ones, and must not be emailed to a real mailbox.
 */
export const noticesOfMode = statement<{ ids: string[]; mode: Mode }, { id: string }>(
  'notices.of_mode',
  `select n.id
     from notices n left join businesses b on b.id = n.business_id
    where n.id = any($ids::uuid[]) and coalesce(b.mode, 'live') = $mode`,
)

/** The notices of the last hour about changes of keys by keys. */
export const countKeyNotices = statement<{ businessId: string }, { count: number }>(
  'notices.count_about_keys',
  `select count(*)::integer as count
     from notices
    where business_id = $businessId and kind in ('api_key_created', 'api_key_revoked')
      and at > service_now() - interval '1 hour' and detail ->> 'by_key_id' is not null`,
)

/** Moves the notices of recipients that were merged into another. */
export const moveNotices = statement<{ businessId: string; merged: string[]; survivorId: string }>(
  'notices.move',
  `update notices set detail = jsonb_set(detail, '{recipient_id}', to_jsonb($survivorId::uuid))
    where business_id = $businessId and detail ->> 'recipient_id' = any($merged::text[])`,
)
