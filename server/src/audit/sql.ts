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
type Page = { actor: string | null; action: AuditAction | null; after: string | null; limit: number }
/** Two statements, because a condition on a parameter that may be null does not use the index. */
const pageOf = (condition: string): string =>
  `select id, at, actor_kind, actor_id, person_id, actor_name, actor_role, action, request_id, business_id, target, before, after, personal
     from audit_log
    where ${condition}
      and ($actor::text is null or actor_kind = 'operator' and actor_name = $actor)
      and ($action::text is null or action = $action)
      and (at, id) < ${startAfter('select at, id from audit_log where id = $after::uuid', '$after')}
    order by at desc, id desc
    limit $limit`
export const auditPage = statement<Page, AuditRow>('audit.page', pageOf('true'))
export const auditPageOfBusiness = statement<Page & { businessId: string }, AuditRow>(
  'audit.page_of_business',
  pageOf('business_id = $businessId'),
)
