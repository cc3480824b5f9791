import type { AuditAction } from '../../audit/actions.ts'
import { startAfter } from '../../db/page.ts'
import { statement } from '../../db/statement.ts'

type Values = Record<string, unknown> | null
export type ShopAuditRow = {
  id: string
  at: Date
  isTest: boolean
  actorKind: 'operator' | 'member'
  actorName: string
  actorRole: string
  action: AuditAction
  target: string | null
  before: Values
  after: Values
  /** The address of the recipient; null if there is none, and after an erasure. */
  recipient: string | null
}
const sideOf = (condition: string, isTest: boolean): string =>
  `(select id, at, ${isTest} as "isTest", actor_kind as "actorKind", actor_name as "actorName", actor_role as "actorRole", action,
            target, before, after, personal ->> 'email' as recipient
       from audit_log
      where business_id = ${condition}
        and (at, id) < ${startAfter('select at, id from audit_log where id = $after::uuid', '$after')}
      order by at desc, id desc
      limit $limit)`
/** Both sides of a live business. Each is read from the index, so a page costs the same however long the log is. */
export const auditOfShop = statement<{ businessId: string; after: string | null; limit: number }, ShopAuditRow>(
  'people.audit_of_shop',
  `select * from (
     ${sideOf('$businessId', false)}
     union all
     ${sideOf('(select t.id from businesses t where t.live_business_id = $businessId)', true)}) both_sides
    order by at desc, id desc
    limit $limit`,
)
