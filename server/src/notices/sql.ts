import { startAfter } from '../db/page.ts'
import { statement } from '../db/statement.ts'
import type { DisplayedEmail } from '../email.ts'
import type { MemberRole } from '../member-role.ts'
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
const ofBusiness = pageOf('business_id = $businessId')
export const noticePageOfBusiness = statement<NoticePage & { businessId: string }, NoticeRow>(
  'notices.page_of_business',
  ofBusiness,
)

export type NoticeToMail = {
  /** The id of the job: that of the notice for the contact address, and another one for each member. */
  id: string
  kind: NoticeKind | 'fresh_link'
  detail: Record<string, unknown>
  at: Date
  businessId: string
  shard: string
  shopName: string
  to: string | null
  /** Null for the contact address. */
  role: MemberRole | null
  /** The recipient whom the notice is about, and the address, which a notice does not store. Null if they no longer exist. */
  recipientId: string | null
  recipientEmail: DisplayedEmail | null
}
/** The notices of jobs, with whom they are mailed to. */
const addressed = `
     select n.id as job_id, n.*, null::uuid as person_id from notices n where n.id = any($ids::uuid[])
     union all
     select m.id, n.*, m.person_id from notice_mails m join notices n on n.id = m.notice_id where m.id = any($ids::uuid[])`
const recipientOfNotice = `left join recipients r on r.business_id = n.business_id and r.id = (n.detail ->> 'recipient_id')::uuid`
export const findNoticeMails = statement<{ ids: string[] }, NoticeToMail>(
  'notices.find_mails',
  `select n.job_id as id, n.kind, n.detail, n.at, b.id as "businessId", b.shard, b.name as "shopName",
          case when n.person_id is null then b.contact_email else p.displayed_email end as to, m.role,
          r.id as "recipientId", ${displayedEmail} as "recipientEmail"
     from (${addressed}) n
     join businesses b on b.id = n.business_id
     left join members m on m.business_id = coalesce(b.live_business_id, b.id) and m.person_id = n.person_id
     left join people p on p.id = m.person_id
     ${recipientOfNotice}`,
)

/** For each member with one of the roles, whose address is not the contact address: that one gets the email of the notice itself. */
export const storeNoticeMails = statement<
  { notices: { id: string; businessId: string; roles: string }[] },
  { id: string; businessId: string }
>(
  'notices.store_mails',
  `insert into notice_mails (id, notice_id, person_id)
   select gen_random_uuid(), notices.id, m.person_id
     from $notices(id uuid, business_id uuid, roles text)
     join businesses b on b.id = notices.business_id
     join members m on m.business_id = coalesce(b.live_business_id, b.id) and m.role = any(string_to_array(notices.roles, ' '))
     join people p on p.id = m.person_id
    where lower(p.displayed_email) is distinct from lower(b.contact_email)
   returning id, (select n.business_id from notices n where n.id = notice_id) as "businessId"`,
)

export type NoticeOfShop = NoticeRow & Pick<NoticeToMail, 'recipientId' | 'recipientEmail'>
/** The notices of a business with the recipients whom they are about. */
export const noticesOfShop = statement<NoticePage & { businessId: string }, NoticeOfShop>(
  'notices.of_shop',
  `select n.*, r.id as "recipientId", ${displayedEmail} as "recipientEmail"
     from (${ofBusiness}) n
     ${recipientOfNotice}
    order by n.at desc, n.id desc`,
)

/** The list of notices of a side was opened by the member. Both sides use the clock of the service for notices. */
export const markNoticesSeen = statement<{ liveBusinessId: string; personId: string; mode: Mode }>(
  'notices.mark_seen',
  `update members
      set notices_seen_at = case when $mode = 'live' then service_now() else notices_seen_at end,
          test_notices_seen_at = case when $mode = 'test' then service_now() else test_notices_seen_at end
    where business_id = $liveBusinessId and person_id = $personId`,
)

/**
 * Those of the given jobs that are about live businesses, or about test businesses. What an operator does to a test business is
 * queued with that of live ones, and must not be emailed to a real mailbox.
 */
export const noticesOfMode = statement<{ ids: string[]; mode: Mode }, { id: string }>(
  'notices.of_mode',
  `select n.job_id as id
     from (${addressed}) n left join businesses b on b.id = n.business_id
    where coalesce(b.mode, 'live') = $mode`,
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
