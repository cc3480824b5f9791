import { missingPage } from '../../dashboard/notice-pages.ts'
import { auditOfShop } from '../../dashboard/people/audit.sql.ts'
import { auditPage } from '../../dashboard/people/audit-page.ts'
import { inviteMember, revokeInvitation } from '../../dashboard/people/invitations.ts'
import { membersOf, openInvitations } from '../../dashboard/people/members.sql.ts'
import { changeMember, removeMember } from '../../dashboard/people/members.ts'
import { invitePage, memberPage, membersPage } from '../../dashboard/people/members-page.ts'
import { type ErrorCode, errorCodes } from '../../errors.ts'
import { formatId, parseId } from '../../ids.ts'
import { actorAllows, memberRoles } from '../../member-role.ts'
import { fieldOf, queryOf, redirect } from '../form.ts'
import { type HttpResponse, refusal } from '../response.ts'
import type { ActResult } from './act.ts'
import { showRefusal, showRefusedShopPage, showShopPage } from './respond.ts'
import type { ShopRoute, ShopVisit } from './routes.ts'

export const memberRoutes: ShopRoute[] = [
  {
    name: 'dashboard.members',
    method: 'GET',
    path: '/dashboard/{shop}/members',
    permission: 'read',
    isOfBothSides: true,
    serve: (visit) => showMembers(visit, null),
  },
  {
    name: 'dashboard.invite',
    method: 'GET',
    path: '/dashboard/{shop}/members/invite',
    permission: 'manage_people',
    isOfBothSides: true,
    isDangerous: true,
    serve: async (visit) => showInvite(visit, null),
  },
  {
    name: 'dashboard.invite.send',
    method: 'POST',
    path: '/dashboard/{shop}/members/invite',
    permission: 'manage_people',
    isOfBothSides: true,
    isDangerous: true,
    async serve(visit) {
      const { email, role } = invited(visit)
      const result = await visit.act(inviteMember, { params: liveParams(visit), body: { email, role } })
      return result.isDone ? done(visit, 'invited') : showInvite(visit, result.code)
    },
  },
  {
    name: 'dashboard.member',
    method: 'GET',
    path: '/dashboard/{shop}/members/{person_id}',
    permission: 'manage_people',
    isOfBothSides: true,
    isDangerous: true,
    serve: (visit) => showMember(visit, null),
  },
  {
    name: 'dashboard.member.change_role',
    method: 'POST',
    path: '/dashboard/{shop}/members/{person_id}/role',
    permission: 'manage_people',
    isOfBothSides: true,
    isDangerous: true,
    async serve(visit) {
      const body = { role: fieldOf(visit.request.body, 'role') }
      const result = await visit.act(changeMember, { params: liveParams(visit), body })
      return result.isDone ? done(visit, 'changed') : showMember(visit, result.code)
    },
  },
  {
    name: 'dashboard.member.remove',
    method: 'POST',
    path: '/dashboard/{shop}/members/{person_id}/remove',
    permission: 'manage_people',
    isOfBothSides: true,
    isDangerous: true,
    async serve(visit) {
      const result = await visit.act(removeMember, { params: liveParams(visit) })
      if (!result.isDone) return showMember(visit, result.code)
      const { actor } = visit.caller
      // Who leaves sees no page of the shop any more.
      const hasLeft = actor.kind === 'member' && formatId('per', actor.id) === visit.request.params['person_id']
      return hasLeft ? redirect('/dashboard') : done(visit, 'removed')
    },
  },
  {
    name: 'dashboard.invitation.send_again',
    method: 'POST',
    path: '/dashboard/{shop}/members/invitations/{invitation_id}/send',
    permission: 'manage_people',
    isOfBothSides: true,
    async serve(visit) {
      const id = parseId('inv', visit.request.params['invitation_id']!)
      const open = await visit.context.db.all(openInvitations, visit.caller)
      const found = open.find((one) => one.id === id)
      if (found === undefined) return showMembers(visit, 'invitation.not_found')
      const { email, role } = found
      return afterList(
        visit,
        await visit.act(inviteMember, { params: liveParams(visit), body: { email, role } }),
        'invited',
      )
    },
  },
  {
    name: 'dashboard.invitation.revoke',
    method: 'POST',
    path: '/dashboard/{shop}/members/invitations/{invitation_id}/revoke',
    permission: 'manage_people',
    isOfBothSides: true,
    serve: async (visit) =>
      afterList(visit, await visit.act(revokeInvitation, { params: liveParams(visit) }), 'revoked'),
  },
  {
    name: 'dashboard.audit',
    method: 'GET',
    path: '/dashboard/{shop}/audit',
    permission: 'manage_people',
    isOfBothSides: true,
    serve: showAudit,
  },
]
const auditPageLength = 50

async function showAudit(visit: ShopVisit): Promise<HttpResponse> {
  const { context, caller, shop, request } = visit
  const cursor = queryOf(request, 'after')
  const after = cursor === null ? null : parseId('aud', cursor)
  const { businessId } = caller
  const read = await context.db.all(auditOfShop, { businessId, after, limit: auditPageLength + 1 })
  const rows = read.slice(0, auditPageLength)
  const hasOlder = read.length > rows.length
  return showShopPage(
    visit,
    'members',
    'Audit log',
    auditPage({ path: shop.path, rows, isFirst: after === null, hasOlder }),
  )
}

/** The parameters of the path, for the live business: its people are those of both sides. */
const liveParams = ({ request, caller: { businessId } }: ShopVisit): Record<string, string> => ({
  ...request.params,
  business_id: formatId('biz', businessId),
})
const done = ({ shop }: ShopVisit, result: string): HttpResponse => redirect(`${shop.path}/members?done=${result}`)
const afterList = (visit: ShopVisit, result: ActResult, name: string): HttpResponse | Promise<HttpResponse> =>
  result.isDone ? done(visit, name) : showMembers(visit, result.code)

const invited = ({ request: { body } }: ShopVisit) => ({
  email: fieldOf(body, 'email').trim(),
  role: memberRoles.find((role) => role === fieldOf(body, 'role')) ?? ('support' as const),
})

async function showMembers(visit: ShopVisit, code: ErrorCode | null): Promise<HttpResponse> {
  const { context, caller, shop, csrf, session, request } = visit
  const mayManage = actorAllows(caller.actor, 'manage_people')
  const [members, invitations] = await Promise.all([
    context.db.all(membersOf, caller),
    mayManage ? context.db.all(openInvitations, caller) : [],
  ])
  const content = membersPage({
    path: shop.path,
    csrf,
    ownId: caller.actor.kind === 'member' ? caller.actor.id : null,
    mayManage,
    members,
    invitations,
    now: session.now,
    result: code === null ? queryOf(request, 'done') : null,
    problem: sentenceOf(code),
  })
  return respond(visit, code, 'People', content)
}

function showInvite(visit: ShopVisit, code: ErrorCode | null): HttpResponse {
  const { shop, csrf } = visit
  const content = invitePage({ path: shop.path, csrf, ...invited(visit), problem: sentenceOf(code) })
  return respond(visit, code, 'Invite a person', content)
}

async function showMember(visit: ShopVisit, code: ErrorCode | null): Promise<HttpResponse> {
  const { context, caller, shop, csrf, request } = visit
  const id = parseId('per', request.params['person_id']!)
  const member = (await context.db.all(membersOf, caller)).find((one) => one.id === id)
  if (member === undefined) return showRefusal(refusal('common.not_found'), missingPage())
  const isOwn = caller.actor.kind === 'member' && caller.actor.id === member.id
  return respond(
    visit,
    code,
    member.name,
    memberPage({ path: shop.path, csrf, member, isOwn, problem: sentenceOf(code) }),
  )
}

const respond = (
  visit: ShopVisit,
  code: ErrorCode | null,
  ...[title, content]: [title: string, content: Parameters<typeof showShopPage>[3]]
): HttpResponse =>
  code === null
    ? showShopPage(visit, 'members', title, content)
    : showRefusedShopPage(visit, refusal(code), 'members', title, content)

/** What people read; the words of the other codes are written for developers, but true for people too. */
const sentences: { [C in ErrorCode]?: string } = {
  'common.validation_failed': 'This is not an email address to which an invitation can be sent, or not a role.',
  'member.already_member':
    'The person with this address is a member of this shop already. Change their role on the page “People”.',
  'member.last_owner': 'This is the last owner of the shop. Make another member an owner first.',
  'member.own_role': 'You cannot give yourself a role that allows more. Ask another owner.',
  'member.limit_reached': 'The shop has 100 members. Remove one first.',
  'member.not_found': 'The person is not a member any more.',
  'invitation.limit_reached': 'The shop has 100 open invitations. Revoke one first.',
  'invitation.daily_limit_reached':
    'The shop has sent 50 invitations in 24 hours, or 5 to this address. Wait a day; links that were sent stay valid for 7 days.',
  'invitation.not_found': 'This invitation is not open any more: it was accepted, revoked or sent again.',
}
const sentenceOf = (code: ErrorCode | null): string | null =>
  code === null ? null : (sentences[code] ?? errorCodes[code].meaning)
