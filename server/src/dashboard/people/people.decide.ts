/**
 * Who may join and leave a shop. At least one owner stays, no person raises their own role, and the numbers of members and of
 * invitations are limited, because every invitation is an email to an address that the shop chose.
 */
import type { ErrorCode } from '../../errors.ts'
import type { MemberRole } from '../../member-role.ts'

export const maxMembers = 100
const maxOpenInvitations = 100
/** In 24 hours: of a shop, and of a shop to one address. */
const maxInvitationsPerDay = 50
const maxInvitationsPerDayToAddress = 5
export const invitationDays = 7

type InvitationFacts = {
  isMember: boolean
  members: number
  /** To other addresses. */
  openInvitations: number
  sentToday: number
  sentTodayToAddress: number
}
export function refuseInvitation(facts: InvitationFacts): ErrorCode | null {
  if (facts.isMember) return 'member.already_member'
  if (facts.members >= maxMembers) return 'member.limit_reached'
  if (facts.openInvitations >= maxOpenInvitations) return 'invitation.limit_reached'
  if (facts.sentToday >= maxInvitationsPerDay || facts.sentTodayToAddress >= maxInvitationsPerDayToAddress)
    return 'invitation.daily_limit_reached'
  return null
}

type Role = { id: string; role: MemberRole }
/** `actorId` is the person who acts as a member, null for an operator. `isHigher` states whether a role allows more than another. */
export function refuseRoleChange(
  members: Role[],
  change: { actorId: string | null; id: string; role: MemberRole },
  isHigher: (role: MemberRole, than: MemberRole) => boolean,
): ErrorCode | null {
  const member = members.find(({ id }) => id === change.id)
  if (member === undefined) return 'member.not_found'
  if (change.actorId === change.id && isHigher(change.role, member.role)) return 'member.own_role'
  return change.role !== 'owner' && isLastOwner(members, member) ? 'member.last_owner' : null
}

export function refuseRemoval(members: Role[], id: string): ErrorCode | null {
  const member = members.find((one) => one.id === id)
  if (member === undefined) return 'member.not_found'
  return isLastOwner(members, member) ? 'member.last_owner' : null
}

const isLastOwner = (members: Role[], { role }: Role): boolean =>
  role === 'owner' && members.filter((one) => one.role === 'owner').length === 1

/** The holder of OPERATOR_TOKEN has no id and stays an admin. An operator with a name may leave only if another admin stays. */
export const isLastAdmin = (admins: { id: string }[], change: { actorId: string | null; id: string | null }): boolean =>
  change.actorId !== null && admins.length === 1 && admins[0]!.id === change.id

export type InvitationState = 'ready' | 'accepted' | 'revoked' | 'expired'
type InvitationTimes = { acceptedAt: Date | null; revokedAt: Date | null; expiresAt: Date; now: Date }
export function invitationState({ acceptedAt, revokedAt, expiresAt, now }: InvitationTimes): InvitationState {
  if (acceptedAt !== null) return 'accepted'
  if (revokedAt !== null) return 'revoked'
  return expiresAt <= now ? 'expired' : 'ready'
}
