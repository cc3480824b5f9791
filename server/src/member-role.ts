import type { NamedOperator, OperatorRole } from './operator-role.ts'

/** What a person of a business may do in the dashboard. */
export const memberRoles = ['owner', 'developer', 'support', 'viewer'] as const
export type MemberRole = (typeof memberRoles)[number]

/**
 * `read`: messages, recipients, figures, credits, webhooks, settings and notices. `assist`: help a customer (resend, retract,
 * number, stop). `erase`: erase a recipient. `develop`: webhook endpoints and API keys. `configure`: channels and brand.
 * `manage_people`: members and invitations.
 */
export const permissions = ['read', 'assist', 'erase', 'develop', 'configure', 'manage_people'] as const
export type Permission = (typeof permissions)[number]

const permissionsOf: Record<MemberRole, readonly Permission[]> = {
  owner: permissions,
  developer: ['read', 'assist', 'develop'],
  support: ['read', 'assist', 'erase'],
  viewer: ['read'],
}
export const roleAllows = (role: MemberRole, permission: Permission): boolean =>
  permissionsOf[role].includes(permission)
/** Whether a role allows something that the other does not. */
export const isHigherRole = (role: MemberRole, than: MemberRole): boolean =>
  permissionsOf[role].some((permission) => !roleAllows(than, permission))
export const rolesWith = (permission: Permission): MemberRole[] =>
  memberRoles.filter((role) => roleAllows(role, permission))

/** What an operator may do in the dashboard of every business. An act also needs the role that its operation lists. */
const permissionsOfOperator: Record<OperatorRole, readonly Permission[]> = {
  support: ['read', 'assist'],
  // As with a token: finance reads no message.
  finance: [],
  admin: permissions,
}

/** A person who acts for a live business, or for its test side. `id` is that of the person. */
type Member = { kind: 'member'; id: string; name: string; role: MemberRole; liveBusinessId: string }

/** Who acts in the dashboard of a business. An operator acts in every business, without being a member. */
export type DashboardActor = Member | NamedOperator
export const actorAllows = (actor: DashboardActor, permission: Permission): boolean =>
  actor.kind === 'member' ? roleAllows(actor.role, permission) : permissionsOfOperator[actor.role].includes(permission)
