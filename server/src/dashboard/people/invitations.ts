import type { Static } from 'typebox'
import { changed } from '../../audit/audited.ts'
import { emailIdentity, normaliseEmail } from '../../email.ts'
import { done, refused } from '../../errors.ts'
import { formatId, parseId } from '../../ids.ts'
import { defineOperation } from '../../operation.ts'
import { businessPath } from '../../schema.ts'
import { changePeople, maskEmail } from './change-people.ts'
import { invitation, invitationList, invitationPath, inviteRequest } from './members.schema.ts'
import {
  countInvitations,
  findPeopleBusiness,
  type InvitationRow,
  insertInvitation,
  membersOf,
  openInvitations,
  replaceInvitation,
  revokeInvitationById,
} from './members.sql.ts'
import { refuseInvitation } from './people.decide.ts'

/** The response is the same whether or not the address has an account elsewhere. */
export const inviteMember = defineOperation({
  access: 'operator',
  effect: 'change',
  roles: [],
  name: 'inviteMember',
  tag: 'People',
  description:
    'Sends an email with a link that is valid for 7 days and works once. With it the person joins the business; the first owner of a business comes in this way. A second invitation of an address replaces the first, whose link ends: so it is sent again, or with another role.',
  method: 'POST',
  path: '/operator/v1/businesses/{business_id}/invitations',
  summary: 'Invite a person to the dashboard of a business',
  params: businessPath,
  body: inviteRequest,
  success: 'created',
  response: invitation,
  refusals: [
    'business.not_found',
    'member.already_member',
    'member.limit_reached',
    'invitation.limit_reached',
    'invitation.daily_limit_reached',
  ],
  async handle(context, call) {
    const { email: given, role } = call.body
    const email = emailIdentity(given)
    const outcome = await changePeople(context, call, async (tx, { id: businessId }) => {
      const members = await tx.all(membersOf, { businessId })
      const counts = (await tx.one(countInvitations, { businessId, email }))!
      const isMember = members.some(({ identity }) => identity === email)
      const refusal = refuseInvitation({ ...counts, isMember, members: members.length })
      if (refusal !== null) return refused(refusal)
      await tx.all(replaceInvitation, { businessId, email })
      const id = context.newId()
      const invitedBy = call.actor.kind === 'member' ? call.actor.id : null
      const invitedByOperator = call.actor.kind === 'operator' ? call.actor.id : null
      const displayedEmail = normaliseEmail(given)
      const invited = { id, businessId, email, displayedEmail, role, invitedBy, invitedByOperator }
      const row = (await tx.one(insertInvitation, invited))!
      await context.queue.enqueue(tx, 'dashboard_mails', [{ id, businessId, group: 'invitation', priority: 0 }])
      const view = invitationView(row)
      const after = { email: maskEmail(email), role }
      return changed(view, { businessId, target: view.id, before: null, after })
    })
    if ('done' in outcome) context.queue.announce()
    return outcome
  },
})

export const listInvitations = defineOperation({
  access: 'operator',
  effect: 'read',
  roles: ['support', 'finance'],
  name: 'listInvitations',
  tag: 'People',
  description: 'Lists the invitations that were neither accepted nor revoked, expired ones too.',
  method: 'GET',
  path: '/operator/v1/businesses/{business_id}/invitations',
  summary: 'List the open invitations of a business',
  params: businessPath,
  response: invitationList,
  refusals: ['business.not_found'],
  async handle({ db }, { params }) {
    const business = await db.one(findPeopleBusiness, { id: parseId('biz', params.business_id) })
    if (business === null) return refused('business.not_found')
    const rows = await db.all(openInvitations, { businessId: business.id })
    return done({ items: rows.map(invitationView) })
  },
})

export const revokeInvitation = defineOperation({
  access: 'operator',
  effect: 'change',
  roles: [],
  name: 'revokeInvitation',
  tag: 'People',
  description: 'Ends the link of an invitation at once.',
  method: 'DELETE',
  path: '/operator/v1/businesses/{business_id}/invitations/{invitation_id}',
  summary: 'Revoke an invitation',
  params: invitationPath,
  success: 'no_content',
  refusals: ['business.not_found', 'invitation.not_found'],
  handle: (context, call) =>
    changePeople(context, call, async (tx, { id: businessId }) => {
      const { invitation_id: target } = call.params
      const row = await tx.one(revokeInvitationById, { businessId, id: parseId('inv', target) })
      if (row === null) return refused('invitation.not_found')
      const before = { email: maskEmail(row.email), role: row.role }
      return changed(null, { businessId, target, before, after: null })
    }),
})

const invitationView = ({ id, email, role, createdAt, expiresAt }: InvitationRow): Static<typeof invitation> => ({
  id: formatId('inv', id),
  email,
  role,
  created_at: createdAt.toISOString(),
  expires_at: expiresAt.toISOString(),
})
