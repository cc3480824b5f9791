import { startAfter } from '../db/page.ts'
import { statement } from '../db/statement.ts'
import type { MemberRole } from '../member-role.ts'
import type { OperatorRole } from '../operator-role.ts'
import type { AuditAction } from './actions.ts'

type Json = Record<string, unknown> | null
/** Data of a recipient, which an erasure of the recipient clears. Numbers are masked. */
export type PersonalData = { email: string; phone_before?: string | null; phone_after?: string | null }
export const actorKinds = ['operator', 'member'] as const
type ActorKind = (typeof actorKinds)[number]
type NewAuditRow = {
  id: string
  actorKind: ActorKind
  operatorId: string | null
  personId: string | null
  actorName: string
  actorRole: OperatorRole | MemberRole | null
  action: AuditAction
  requestId: string
  businessId: string | null
  target: string | null
  before: Json
  after: Json
  personDigest: Buffer | null
  personal: PersonalData | null
}
/** The time is that of the service, also for a change on a test side, whose clock a merchant can advance. */
export const storeAudit = statement<NewAuditRow>(
  'audit.store',
  `insert into audit_log (id, at, actor_kind, actor_id, person_id, actor_name, actor_role, action, request_id, business_id, target, before, after,
                          person_digest, personal)
   values ($id, service_now(), $actorKind, $operatorId, $personId, $actorName, coalesce($actorRole, ''), $action, $requestId, $businessId, $target, $before::jsonb, $after::jsonb,
           $personDigest, $personal::jsonb)`,
)

export const lockActiveOperator = statement<{ id: string }, { id: string }>(
  'audit.lock_active_operator',
  `select id from operators where id = $id and revoked_at is null for share`,
)

/** `liveBusinessId` is that of the member. The role must still be the one that the request was permitted with. */
export const lockActiveMember = statement<{ liveBusinessId: string; id: string; role: MemberRole }, { id: string }>(
  'audit.lock_active_member',
  `select person_id as id from members where business_id = $liveBusinessId and person_id = $id and role = $role for share`,
)

/** Clears the data of a recipient. A row without a business is about the address at every business. */
export const erasePersonOfAudit = statement<{ businessId: string; platformDigest: Buffer }>(
  'audit.erase_person',
  `update audit_log set personal = null, person_digest = null
    where person_digest = $platformDigest and (business_id is null or business_id = $businessId)`,
)

export type AuditRow = {
  id: string
  at: Date
  actor_kind: ActorKind
  actor_id: string | null
  person_id: string | null
  actor_name: string
  /** Empty where a person changed their own account. */
  actor_role: OperatorRole | MemberRole | ''
  action: AuditAction
  request_id: string
  business_id: string | null
  target: string | null
  before: Json
  after: Json
  personal: PersonalData | null
}
/** What the rows of a page have in common. Null: anything. `actorId` is that of an operator or of a person. */
export type AuditFilter = {
  businessId: string | null
  actorId: string | null
  operatorName: string | null
  action: AuditAction | null
  /** `until` is not included. `-infinity` and `infinity` are valid. */
  since: string
  until: string
}
type Page = AuditFilter & { after: string | null; limit: number; scan: number }
/** The row is null if none of those that were scanned has what the filter names. */
type ScannedRow = { scanned: number; lastScannedId: string | null } & (AuditRow | { [Name in keyof AuditRow]: null })

const columns =
  'id, at, actor_kind, actor_id, person_id, actor_name, actor_role, action, request_id, business_id, target, before, after, personal'
/**
 * Reads at most `scan` rows of an index, so that a page costs the same when no row has what the rest of the filter names. There is a
 * statement for each index, because a condition on a parameter that may be null does not use one.
 */
const pageBy = (condition: string): string =>
  `with scanned as materialized (
     select ${columns} from audit_log
      where ${condition}
        and at >= $since::timestamptz and at < $until::timestamptz
        and (at, id) < ${startAfter('select at, id from audit_log where id = $after::uuid', '$after')}
      order by at desc, id desc
      limit $scan)
   select found.*, edge.scanned, edge.last_id as "lastScannedId"
     from (select count(*)::integer as scanned, (array_agg(id order by at, id))[1] as last_id from scanned) edge
     left join lateral (
       select * from scanned
        where ($businessId::uuid is null or business_id = $businessId)
          and ($actorId::uuid is null or coalesce(person_id, actor_id) = $actorId)
          and ($operatorName::text is null or actor_kind = 'operator' and actor_name = $operatorName)
          and ($action::text is null or action = $action)
        order by at desc, id desc
        limit $limit) found on true
    order by found.at desc, found.id desc`
export const auditPages = {
  actorId: statement<Page, ScannedRow>('audit.page_of_actor', pageBy('coalesce(person_id, actor_id) = $actorId')),
  operatorName: statement<Page, ScannedRow>(
    'audit.page_of_operator',
    pageBy(`actor_kind = 'operator' and actor_name = $operatorName`),
  ),
  businessId: statement<Page, ScannedRow>('audit.page_of_business', pageBy('business_id = $businessId')),
  action: statement<Page, ScannedRow>('audit.page_of_action', pageBy('action = $action')),
  none: statement<Page, ScannedRow>('audit.page', pageBy('true')),
}
