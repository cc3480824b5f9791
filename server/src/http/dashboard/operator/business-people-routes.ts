import { tabPath, tabRoles } from '../../../dashboard/operator/business-frame.ts'
import { type InvitationEntry, type MemberEntry, peoplePage } from '../../../dashboard/operator/people-page.ts'
import { inviteMember, listInvitations, revokeInvitation } from '../../../dashboard/people/invitations.ts'
import { listMembers } from '../../../dashboard/people/members.ts'
import type { Business } from '../../../operator/businesses.schema.ts'
import { fieldOf, redirect } from '../../form.ts'
import type { HttpResponse } from '../../response.ts'
import type { OperatorRoute, OperatorVisit } from '../routes.ts'
import { frameOf, onBusiness } from './business-of-path.ts'
import { ask, type Problem, problemOf, showOperatorPage } from './respond.ts'

export const businessPeopleRoutes: OperatorRoute[] = [
  {
    name: 'operator.people',
    method: 'GET',
    path: '/dashboard/operator/businesses/{business_id}/people',
    roles: tabRoles.people,
    serve: (visit) => onBusiness(visit, (business) => showPeople(visit, business, firstPerson, null)),
  },
  {
    name: 'operator.people.invite',
    method: 'POST',
    path: '/dashboard/operator/businesses/{business_id}/people',
    roles: [],
    isDangerous: true,
    serve: (visit) => onBusiness(visit, (business) => invite(visit, business)),
  },
  {
    name: 'operator.people.revoke_invitation',
    method: 'POST',
    path: '/dashboard/operator/businesses/{business_id}/invitations/{invitation_id}/revoke',
    roles: [],
    serve: (visit) => onBusiness(visit, (business) => revoke(visit, business)),
  },
]

const firstPerson = { email: '', role: 'owner' }
const results = {
  invited: {
    title: 'The invitation is on its way',
    text: 'The link in it is valid for 7 days and works once. A link that was sent before has ended.',
  },
  revoked: { title: 'The invitation was revoked', text: 'Its link does not work any more.' },
}

async function showPeople(
  visit: OperatorVisit,
  business: Business,
  typed: { email: string; role: string },
  problem: Problem | null,
): Promise<HttpResponse> {
  const params = { business_id: business.id }
  // A test side has the people of its live side.
  const isLive = business.live_business_id === null
  const [members, invitations, frame] = await Promise.all([
    isLive ? ask<{ items: MemberEntry[] }>(visit, listMembers, { params }) : null,
    isLive ? ask<{ items: InvitationEntry[] }>(visit, listInvitations, { params }) : null,
    frameOf(visit, business, { problem, results }),
  ])
  const content = peoplePage(frame, {
    csrf: visit.csrf,
    members: members?.items ?? [],
    invitations: invitations?.items ?? [],
    typed,
  })
  return showOperatorPage(visit, 'businesses', business.name, content, problem)
}

async function invite(visit: OperatorVisit, business: Business): Promise<HttpResponse> {
  const { body } = visit.request
  const typed = { email: fieldOf(body, 'email').trim(), role: fieldOf(body, 'role') }
  const result = await visit.act(inviteMember, { params: { business_id: business.id }, body: typed })
  if (!result.isDone) return showPeople(visit, business, typed, problemOf(result))
  return redirect(`${tabPath(business.id, 'people')}?done=invited`)
}

async function revoke(visit: OperatorVisit, business: Business): Promise<HttpResponse> {
  const params = { business_id: business.id, invitation_id: visit.request.params['invitation_id']! }
  const result = await visit.act(revokeInvitation, { params })
  if (!result.isDone) return showPeople(visit, business, firstPerson, problemOf(result))
  return redirect(`${tabPath(business.id, 'people')}?done=revoked`)
}
