import { statement } from '../../db/statement.ts'
import type { SignInMethod } from '../people/session.decide.ts'

export const businessNames = statement<{ ids: string[] }, { id: string; name: string }>(
  'operator_pages.business_names',
  `select id, name from businesses where id = any ($ids::uuid[])`,
)

/** How an active operator signs in to the dashboard. `seenAt` is null for one who has not come, or not for long. */
export type OperatorVisits = {
  id: string
  seenAt: Date | null
  method: SignInMethod | null
  passkeys: number
}
/** Of the active ones among these. A session by an invitation never acts as an operator. */
export const visitsOfOperators = statement<{ ids: string[] }, OperatorVisits>(
  'operator_pages.visits_of_operators',
  `select o.id, last.seen_at as "seenAt", last.method,
          (select count(*) from passkeys k where k.person_id = p.id)::integer as passkeys
     from operators o
     join people p on p.email = o.email
     left join lateral (
       select s.seen_at, s.method from dashboard_sessions s
        where s.person_id = p.id and s.method <> 'invitation'
        order by s.seen_at desc limit 1) last on true
    where o.id = any ($ids::uuid[]) and o.revoked_at is null`,
)
