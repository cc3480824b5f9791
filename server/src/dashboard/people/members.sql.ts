import { statement } from '../../db/statement.ts'
import type { EmailIdentity } from '../../email.ts'
import type { MemberRole } from '../../member-role.ts'
import { invitationDays } from './people.decide.ts'

export type PeopleBusiness = { id: string; name: string; shard: string }
/** The live business of either side: its people are those of both. */
export const findPeopleBusiness = statement<{ id: string | null }, PeopleBusiness>(
  'members.find_business',
  `select l.id, l.name, l.shard
     from businesses b join businesses l on l.id = coalesce(b.live_business_id, b.id)
    where b.id = $id`,
)

export type MemberRow = {
  id: string
  name: string
  email: string
  identity: EmailIdentity
  role: MemberRole
  createdAt: Date
  seenAt: Date | null
}
/** At most 100. `seenAt` is the last visit of this business: what a person does elsewhere is not shown here. */
export const membersOf = statement<{ businessId: string }, MemberRow>(
  'members.list',
  `select m.person_id as id, p.name, p.displayed_email as email, p.email as identity, m.role, m.created_at as "createdAt",
          m.seen_at as "seenAt"
     from members m join people p on p.id = m.person_id
    where m.business_id = $businessId
    order by m.created_at, m.person_id
    limit 200`,
)
export const changeRole = statement<{ businessId: string; personId: string; role: MemberRole }>(
  'members.change_role',
  `update members set role = $role where business_id = $businessId and person_id = $personId`,
)
export const deleteMember = statement<{ businessId: string; personId: string }>(
  'members.delete',
  `delete from members where business_id = $businessId and person_id = $personId`,
)
/** A person who is a member already keeps the role. */
export const addMember = statement<{ businessId: string; personId: string; role: MemberRole }>(
  'members.add',
  `insert into members (business_id, person_id, role) values ($businessId, $personId, $role)
       on conflict (business_id, person_id) do nothing`,
)

const isOpen = 'accepted_at is null and revoked_at is null'
export type InvitationRow = { id: string; email: string; role: MemberRole; createdAt: Date; expiresAt: Date }
const invitationColumns = `id, displayed_email as email, role, created_at as "createdAt", expires_at as "expiresAt"`
/** Expired ones too: they can be sent again. */
export const openInvitations = statement<{ businessId: string }, InvitationRow>(
  'members.open_invitations',
  `select ${invitationColumns} from invitations
    where business_id = $businessId and ${isOpen}
    order by created_at desc, id desc
    limit 200`,
)
type InvitationCounts = { openInvitations: number; sentToday: number; sentTodayToAddress: number }
/** Bounded by the limits on invitations. */
export const countInvitations = statement<{ businessId: string; email: EmailIdentity }, InvitationCounts>(
  'members.count_invitations',
  `select (select count(*) from invitations
            where business_id = $businessId and ${isOpen} and expires_at > clock_now() and email <> $email)::integer as "openInvitations",
          count(*)::integer as "sentToday",
          count(*) filter (where email = $email)::integer as "sentTodayToAddress"
     from invitations
    where business_id = $businessId and created_at > clock_now() - interval '1 day'`,
)
type NewInvitation = {
  id: string
  businessId: string
  email: EmailIdentity
  displayedEmail: string
  role: MemberRole
  /** The member or the operator who invites. Neither: the holder of OPERATOR_TOKEN. */
  invitedBy: string | null
  invitedByOperator: string | null
}
export const insertInvitation = statement<NewInvitation, InvitationRow>(
  'members.insert_invitation',
  `insert into invitations (id, business_id, email, displayed_email, role, invited_by, invited_by_operator, expires_at)
   values ($id, $businessId, $email, $displayedEmail, $role, $invitedBy, $invitedByOperator, clock_now() + interval '${invitationDays} days')
   returning ${invitationColumns}`,
)
/** The link that was sent before ends. */
export const replaceInvitation = statement<{ businessId: string; email: EmailIdentity }>(
  'members.replace_invitation',
  `update invitations set revoked_at = clock_now() where business_id = $businessId and email = $email and ${isOpen}`,
)
export const revokeInvitationById = statement<{ businessId: string; id: string | null }, InvitationRow>(
  'members.revoke_invitation',
  `update invitations set revoked_at = clock_now()
    where id = $id and business_id = $businessId and ${isOpen}
   returning ${invitationColumns}`,
)
/** A person who may no longer invite must not come back by an invitation that they made before. */
export const revokeInvitationsBy = statement<{ businessId: string; personId: string }>(
  'members.revoke_invitations_by',
  `update invitations set revoked_at = clock_now()
    where business_id = $businessId and invited_by = $personId and ${isOpen}`,
)
/** In every business. */
export const revokeInvitationsByOperator = statement<{ operatorId: string }>(
  'members.revoke_invitations_by_operator',
  `update invitations set revoked_at = clock_now() where invited_by_operator = $operatorId and ${isOpen}`,
)

export type FoundInvitation = {
  id: string
  businessId: string
  shard: string
  shopName: string
  email: EmailIdentity
  displayedEmail: string
  role: MemberRole
  /** The person with this address, if there is one. */
  personId: string | null
  acceptedAt: Date | null
  revokedAt: Date | null
  expiresAt: Date
  now: Date
}
const findInvitationBy = (lock: string): string =>
  `select i.id, i.business_id as "businessId", b.shard, b.name as "shopName", i.email, i.displayed_email as "displayedEmail", i.role,
          p.id as "personId", i.accepted_at as "acceptedAt", i.revoked_at as "revokedAt", i.expires_at as "expiresAt",
          clock_now() as now
     from invitations i join businesses b on b.id = i.business_id left join people p on p.email = i.email
    where i.id = $id ${lock}`
export const findInvitation = statement<{ id: string }, FoundInvitation>(
  'members.find_invitation',
  findInvitationBy(''),
)
export const lockInvitation = statement<{ id: string }, FoundInvitation>(
  'members.lock_invitation',
  findInvitationBy('for no key update of i'),
)
export const markAccepted = statement<{ id: string }>(
  'members.mark_accepted',
  `update invitations set accepted_at = clock_now() where id = $id`,
)

export type InvitationToMail = PeopleBusiness & {
  invitationId: string
  email: EmailIdentity
  role: MemberRole
  at: Date
}
export const invitationsToMail = statement<{ ids: string[] }, InvitationToMail>(
  'members.invitations_to_mail',
  `select i.id as "invitationId", b.id, b.name, b.shard, i.email, i.role, i.created_at as at
     from invitations i join businesses b on b.id = i.business_id
    where i.id = any($ids::uuid[]) and ${isOpen.replaceAll(/(\w+_at)/g, 'i.$1')} and i.expires_at > clock_now()`,
)
