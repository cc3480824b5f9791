import type { Static } from 'typebox'
import { changed } from '../../audit/audited.ts'
import { done, refused } from '../../errors.ts'
import { formatId, parseId } from '../../ids.ts'
import { isHigherRole, roleAllows } from '../../member-role.ts'
import { defineOperation } from '../../operation.ts'
import { businessPath } from '../../schema.ts'
import { changePeople, maskEmail } from './change-people.ts'
import { endAccess } from './end-access.ts'
import { changeMemberRequest, member, memberList, memberPath } from './members.schema.ts'
import {
  changeRole,
  deleteMember,
  findPeopleBusiness,
  type MemberRow,
  membersOf,
  revokeInvitationsBy,
} from './members.sql.ts'
import { refuseRemoval, refuseRoleChange } from './people.decide.ts'

export const listMembers = defineOperation({
  access: 'operator',
  effect: 'read',
  roles: ['support', 'finance'],
  name: 'listMembers',
  tag: 'People',
  description:
    'Lists the people who work for a business in the dashboard, with their roles. Both sides of a business have the same members.',
  method: 'GET',
  path: '/operator/v1/businesses/{business_id}/members',
  summary: 'List the members of a business',
  params: businessPath,
  response: memberList,
  refusals: ['business.not_found'],
  async handle({ db }, { params }) {
    const business = await db.one(findPeopleBusiness, { id: parseId('biz', params.business_id) })
    if (business === null) return refused('business.not_found')
    const rows = await db.all(membersOf, { businessId: business.id })
    return done({ items: rows.map(memberView) })
  },
})

/** A person who may no longer invite loses their open invitations. */
export const changeMember = defineOperation({
  access: 'operator',
  effect: 'change',
  roles: [],
  name: 'changeMember',
  tag: 'People',
  description: 'Changes the role of a member, from their next request on. At least one owner stays.',
  method: 'PATCH',
  path: '/operator/v1/businesses/{business_id}/members/{person_id}',
  summary: 'Change the role of a member',
  params: memberPath,
  body: changeMemberRequest,
  response: member,
  refusals: ['business.not_found', 'member.not_found', 'member.last_owner', 'member.own_role'],
  handle: (context, call) =>
    changePeople(context, call, async (tx, { id: businessId }) => {
      const { person_id: target } = call.params
      const { role } = call.body
      const personId = parseId('per', target)
      const members = await tx.all(membersOf, { businessId })
      const before = members.find(({ id }) => id === personId)
      if (personId === null || before === undefined) return refused('member.not_found')
      const actorId = call.actor.kind === 'member' ? call.actor.id : null
      const refusal = refuseRoleChange(members, { actorId, id: personId, role }, isHigherRole)
      if (refusal !== null) return refused(refusal)
      if (role === before.role) return done(memberView(before))
      tx.write(changeRole, { businessId, personId, role })
      if (!roleAllows(role, 'manage_people')) tx.write(revokeInvitationsBy, { businessId, personId })
      return changed(memberView({ ...before, role }), {
        businessId,
        target,
        before: { role: before.role },
        after: { role, member: before.name },
      })
    }),
})

export const removeMember = defineOperation({
  access: 'operator',
  effect: 'change',
  roles: [],
  name: 'removeMember',
  tag: 'People',
  description:
    'Ends the membership. The next request of the person is refused, on every page. Open invitations that the person made end too, and so do their sessions and passkeys, unless they work for another business. The last owner cannot be removed.',
  method: 'DELETE',
  path: '/operator/v1/businesses/{business_id}/members/{person_id}',
  summary: 'Remove a member from a business at once',
  params: memberPath,
  success: 'no_content',
  refusals: ['business.not_found', 'member.not_found', 'member.last_owner'],
  handle: (context, call) =>
    changePeople(context, call, async (tx, { id: businessId }) => {
      const { person_id: target } = call.params
      const personId = parseId('per', target)
      const members = await tx.all(membersOf, { businessId })
      const refusal = refuseRemoval(members, personId ?? '')
      if (refusal !== null) return refused(refusal)
      const removed = members.find(({ id }) => id === personId)!
      tx.write(deleteMember, { businessId, personId: removed.id })
      tx.write(revokeInvitationsBy, { businessId, personId: removed.id })
      await endAccess(tx, removed.identity)
      const before = { member: removed.name, email: maskEmail(removed.email), role: removed.role }
      return changed(null, { businessId, target, before, after: null })
    }),
})

const memberView = ({ id, name, email, role, createdAt, seenAt }: MemberRow): Static<typeof member> => ({
  id: formatId('per', id),
  name,
  email,
  role,
  created_at: createdAt.toISOString(),
  seen_at: seenAt?.toISOString() ?? null,
})
