import { startAfter } from '../db/page.ts'
import { statement } from '../db/statement.ts'
import type { OperatorRole } from '../operator-role.ts'
import type { AuditAction } from './actions.ts'

type Json = Record<string, unknown> | null
/** Data of a recipient, which an erasure of the recipient clears. Numbers are masked. */
export type PersonalData = { email: string; phone_before?: string | null; phone_after?: string | null }
type NewAuditRow = {
  id: string
  actorId: string | null
  actorName: string
  actorRole: OperatorRole
  action: AuditAction
  requestId: string
  businessId: string | null
  target: string | null
  before: Json
  after: Json
  personDigest: Buffer | null
  personal: PersonalData | null
}
export const storeAudit = statement<NewAuditRow>(
  'audit.store',
  `insert into audit_log (id, actor_id, actor_name, actor_role, action, request_id, business_id, target, before, after,
                          person_digest, personal)
   values ($id, $actorId, $actorName, $actorRole, $action, $requestId, $businessId, $target, $before::jsonb, $after::jsonb,
           $personDigest, $personal::jsonb)`,
)

export const lockActiveOperator = statement<{ id: string }, { id: string }>(
  'audit.lock_active_operator',
  `select id from operators where id = $id and revoked_at is null for share`,
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
  actor_id: string | null
  actor_name: string
  actor_role: OperatorRole
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
  `select id, at, actor_id, actor_name, actor_role, action, request_id, business_id, target, before, after, personal
     from audit_log
    where ${condition}
      and ($actor::text is null or actor_name = $actor)
      and ($action::text is null or action = $action)
      and (at, id) < ${startAfter('select at, id from audit_log where id = $after::uuid', '$after')}
    order by at desc, id desc
    limit $limit`
export const auditPage = statement<Page, AuditRow>('audit.page', pageOf('true'))
export const auditPageOfBusiness = statement<Page & { businessId: string }, AuditRow>(
  'audit.page_of_business',
  pageOf('business_id = $businessId'),
)
