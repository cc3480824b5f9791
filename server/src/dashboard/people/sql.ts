import { paidChannels } from '../../channels/registry.ts'
import { statement } from '../../db/statement.ts'
import type { EmailIdentity } from '../../email.ts'
import type { MemberRole } from '../../member-role.ts'
import type { Mode } from '../../mode.ts'
import type { NamedOperator } from '../../operator-role.ts'
import type { SendingFacts } from '../sending.decide.ts'
import { type Proof, type SignInMethod, sessionDays, sessionIdleHours } from './session.decide.ts'
import { maySignIn } from './sign-in.sql.ts'

type NewPerson = { id: string; email: EmailIdentity; displayedEmail: string; name: string }
/** Returns the person with this address, who may exist already. */
export const ensurePerson = statement<NewPerson, { id: string; name: string }>(
  'people.ensure',
  `insert into people (id, email, displayed_email, name) values ($id, $email, $displayedEmail, $name)
       on conflict (email) do update set email = excluded.email
   returning id, name`,
)

export const readPerson = statement<{ id: string }, { id: string; name: string }>(
  'people.read',
  `select id, name from people where id = $id`,
)

/** Waits for the sign-ins of the person that have not ended. */
export const lockPerson = statement<{ email: EmailIdentity }, { id: string }>(
  'people.lock',
  `select id from people where email = $email for update`,
)

export const storeMember = statement<{ businessId: string; personId: string; role: MemberRole }>(
  'people.store_member',
  `insert into members (business_id, person_id, role) values ($businessId, $personId, $role)
       on conflict (business_id, person_id) do update set role = excluded.role`,
)

type NewSession = Proof & { id: string; tokenHash: Buffer; personId: string; userAgent: string }
/** Without a proof it is long enough ago for every dangerous act to ask for a new sign-in. */
const provedAt = `clock_now() - make_interval(secs => coalesce($provedSecondsAgo::double precision, 86400))`
export const insertSession = statement<NewSession, { id: string; endsAt: Date; now: Date }>(
  'people.insert_session',
  `insert into dashboard_sessions (id, token_hash, person_id, method, proved_at, user_agent, ends_at)
   values ($id, $tokenHash, $personId, $method, ${provedAt}, $userAgent,
           clock_now() + interval '${sessionDays} days')
   returning id, ends_at as "endsAt", clock_now() as now`,
)

export type SessionRow = {
  sessionId: string
  personId: string
  name: string
  email: string
  method: SignInMethod
  /** Null unless an active operator has the address of the person. */
  operator: NamedOperator | null
  provedAt: Date
  seenAt: Date
  now: Date
}
const sessionColumns = `s.id as "sessionId", p.id as "personId", p.name, p.displayed_email as email, s.method,
          s.proved_at as "provedAt", s.seen_at as "seenAt", clock_now() as now,
          case when o.id is not null
               then json_build_object('kind', 'operator', 'id', o.id, 'name', o.name, 'role', o.role) end as operator`
/**
 * Read with every request, so that a revoked operator loses access at once. An invitation can be forwarded, so its session opens
 * only the shop: the person signs in again to act as the operator whose address they have.
 */
const joinOperator = `left join operators o on o.email = p.email and o.revoked_at is null and s.method <> 'invitation'`
const isCurrentSession = `s.revoked_at is null and s.ends_at > clock_now() and s.seen_at > clock_now() - interval '${sessionIdleHours} hours'`

export const findSession = statement<{ tokenHash: Buffer }, SessionRow>(
  'people.find_session',
  `select ${sessionColumns} from dashboard_sessions s join people p on p.id = s.person_id ${joinOperator}
    where s.token_hash = $tokenHash and ${isCurrentSession}`,
)

export type VisitedShop = {
  shopName: string
  /** Null for a person who is not a member. */
  role: MemberRole | null
  mode: Mode
  country: string | null
  shard: string
  liveBusinessId: string
  testBusinessId: string | null
  hasPaidChannel: boolean
  /** The last visit of the member, to either side. */
  memberSeenAt: Date | null
  /** When the member last opened the notices of this side. */
  noticesSeenAt: Date | null
  /** The notices since then, at most 10. Someone who is no member has none. */
  unseenNotices: number
  sending: SendingFacts
}
/** The shop columns are null if there is no such business. */
export type VisitRow = SessionRow & ({ shopName: null } | VisitedShop)
const noticesSeenAt = `case b.mode when 'live' then m.notices_seen_at else m.test_notices_seen_at end`
export const findVisit = statement<{ tokenHash: Buffer; businessId: string; shard: string }, VisitRow>(
  'people.find_visit',
  `select ${sessionColumns}, m.role, m.seen_at as "memberSeenAt", ${noticesSeenAt} as "noticesSeenAt",
          (select count(*) from (select from notices n
                                  where n.business_id = b.id and n.kind <> 'fresh_link' and n.at > coalesce(${noticesSeenAt}, m.created_at)
                                  limit 10) unseen)::integer as "unseenNotices", b.name as "shopName", b.mode, b.country, b.shard, coalesce(b.live_business_id, b.id) as "liveBusinessId",
          (select t.id from businesses t where t.live_business_id = coalesce(b.live_business_id, b.id)) as "testBusinessId",
          ${paidChannels.map((channel) => `b.${channel} in ('on', 'on_request')`).join(' or ')} as "hasPaidChannel",
          json_build_object('active', b.active, 'sendingPaused', b.sending_paused, 'planLapsed', b.plan = 'lapsed',
                            'serviceIsPaused', exists (select from installation where pause_reason is not null)) as sending
     from dashboard_sessions s
     join people p on p.id = s.person_id
     ${joinOperator}
     left join businesses b on b.id = $businessId and b.shard = $shard
     left join members m on m.business_id = coalesce(b.live_business_id, b.id) and m.person_id = s.person_id
    where s.token_hash = $tokenHash and ${isCurrentSession}`,
)

/** The end of the session stays: it is counted from the first sign-in. */
export const renewSession = statement<Proof & { sessionId: string; tokenHash: Buffer }, { endsAt: Date; now: Date }>(
  'people.renew_session',
  `update dashboard_sessions
      set token_hash = $tokenHash, method = $method, seen_at = clock_now(),
          proved_at = greatest(proved_at, ${provedAt})
    where id = $sessionId
   returning ends_at as "endsAt", clock_now() as now`,
)

export const markRevoked = statement<{ sessionId: string; personId: string }, { id: string }>(
  'people.revoke_session',
  `update dashboard_sessions s set revoked_at = clock_now()
    where s.id = $sessionId and s.person_id = $personId and ${isCurrentSession}
   returning s.id`,
)

/** All sessions of this person except one. */
export const markOthersRevoked = statement<{ sessionId: string; personId: string }, { id: string }>(
  'people.revoke_other_sessions',
  `update dashboard_sessions s set revoked_at = clock_now()
    where s.person_id = $personId and s.id <> $sessionId and ${isCurrentSession}
   returning s.id`,
)

/** An invitation can be forwarded, so its session ends when the person proves who they are in another way. */
export const endSessionsByInvitation = statement<{ personId: string }>(
  'people.end_sessions_by_invitation',
  `update dashboard_sessions s set revoked_at = clock_now()
    where s.person_id = $personId and s.method = 'invitation' and ${isCurrentSession}`,
)

/** Of a person who may no longer sign in. */
export const revokeSessionsWithoutAccess = statement<{ email: EmailIdentity }>(
  'people.revoke_sessions_without_access',
  `update dashboard_sessions s set revoked_at = clock_now()
     from people p
    where p.email = $email and s.person_id = p.id and ${isCurrentSession} and not ${maySignIn}`,
)

/** Locked after the person. Null if the session has ended. */
export const lockSession = statement<{ sessionId: string }, { id: string }>(
  'people.lock_session',
  `select s.id from dashboard_sessions s where s.id = $sessionId and ${isCurrentSession} for share`,
)

export type ListedSession = { id: string; method: SignInMethod; userAgent: string; createdAt: Date; seenAt: Date }
export const sessionsOfPerson = statement<{ personId: string }, ListedSession>(
  'people.sessions',
  `select s.id, s.method, s.user_agent as "userAgent", s.created_at as "createdAt", s.seen_at as "seenAt"
     from dashboard_sessions s
    where s.person_id = $personId and ${isCurrentSession}
    order by s.created_at desc
    limit 100`,
)

export const markSeen = statement<{ sessionId: string }>(
  'people.mark_seen',
  `update dashboard_sessions set seen_at = clock_now() where id = $sessionId`,
)

export const markMemberSeen = statement<{ liveBusinessId: string; personId: string }>(
  'people.mark_member_seen',
  `update members set seen_at = clock_now() where business_id = $liveBusinessId and person_id = $personId`,
)

export type ShopOfPerson = { businessId: string; shard: string; name: string; role: MemberRole }
/** Few: the businesses that a person works for. */
export const shopsOfPerson = statement<{ personId: string }, ShopOfPerson>(
  'people.shops',
  `select b.id as "businessId", b.shard, b.name, m.role
     from members m join businesses b on b.id = m.business_id
    where m.person_id = $personId
    order by b.name, b.id
    limit 200`,
)

/** The shards of the businesses on a page, for their addresses. */
export const shardsOf = statement<{ ids: { id: string }[] }, { id: string; shard: string }>(
  'people.shards',
  `select b.id, b.shard from businesses b join $ids(id uuid) on ids.id = b.id`,
)
