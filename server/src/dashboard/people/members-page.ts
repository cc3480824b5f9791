import { type Html, html } from '../../html.ts'
import { formatId } from '../../ids.ts'
import { type MemberRole, memberRoles, type Permission, permissions, roleAllows } from '../../member-role.ts'
import {
  actForm,
  card,
  emptyState,
  field,
  linkButton,
  moment,
  note,
  pageHead,
  select,
  submitButton,
  table,
  tag,
} from '../../pages/components.ts'
import type { InvitationRow, MemberRow } from './members.sql.ts'

const none: Html = { markup: '' }
const permissionWords: Record<Permission, string> = {
  read: 'Read messages, recipients, figures, credits, webhooks, settings and notices',
  assist: 'Help a customer: send again, retract, change a number, record a stop',
  erase: 'Erase a customer',
  develop: 'Change webhook endpoints, create and revoke API keys',
  configure: 'Change channels, countries and the brand',
  manage_people: 'Invite and remove people, change roles, read the audit log',
}
const roleLabels: Record<MemberRole, string> = {
  owner: 'Owner',
  developer: 'Developer',
  support: 'Support',
  viewer: 'Viewer',
}
/** What was done, for the page to which a form leads. */
const peopleResults: Record<string, { title: string; text: string }> = {
  invited: {
    title: 'The invitation is on its way',
    text: 'The link in it is valid for 7 days and works once. A link that was sent before has ended.',
  },
  revoked: { title: 'The invitation was revoked', text: 'Its link does not work any more.' },
  changed: { title: 'The role was changed', text: 'It applies from the next page that the person opens.' },
  removed: { title: 'The person was removed', text: 'They have no access to this shop any more.' },
}

type MembersPage = {
  path: string
  csrf: string
  /** The person who looks, if they are a member. */
  ownId: string | null
  mayManage: boolean
  members: MemberRow[]
  invitations: InvitationRow[]
  now: Date
  result: string | null
  problem: string | null
}

export const membersPage = (page: MembersPage): Html => {
  const { path, mayManage, members, invitations, result, problem } = page
  const done = result === null ? undefined : peopleResults[result]
  const people = `${path}/members`
  return html`${pageHead({
    title: 'People',
    lead: 'Who works for this shop in the dashboard. They are the same on the live side and on the test side.',
    ...(mayManage && {
      actions: html`${linkButton({ label: 'Audit log', href: `${path}/audit` })}${linkButton({ label: 'Invite', href: `${people}/invite`, kind: 'primary' })}`,
    }),
  })}
${problem === null ? none : note('bad', 'Nothing was changed', problem, true)}
${done === undefined ? none : note('good', done.title, done.text, true)}
${table({
  caption: 'Members',
  head: ['Name', 'Address', 'Role', 'Since', 'Last seen', ...(mayManage ? ['Access'] : [])],
  rows: members.map((member) => memberRow(page, member)),
})}
${mayManage ? card({ title: 'Open invitations', id: 'invitations', body: invitationList(page) }) : none}
${card({ title: 'What each role may do', id: 'roles', body: roleTable })}`

  function invitationList({ csrf, now }: MembersPage): Html {
    if (invitations.length === 0)
      return emptyState({
        title: 'No invitation is open',
        text: 'Invite a person with their address and a role. They get an email with a link that is valid for 7 days.',
      })
    return table({
      caption: 'Open invitations',
      head: ['Address', 'Role', 'Sent', 'Valid until', 'Act'],
      rows: invitations.map(({ id, email, role, createdAt, expiresAt }) => {
        const action = `${people}/invitations/${formatId('inv', id)}`
        return html`<tr><td>${email}</td><td>${roleLabels[role]}</td><td>${moment(createdAt)}</td><td>${
          expiresAt <= now ? tag('warn', 'Expired') : moment(expiresAt)
        }</td><td><div class="actions">${actForm({ action: `${action}/send`, csrf, content: submitButton({ label: 'Send again' }) })}${actForm({ action: `${action}/revoke`, csrf, content: submitButton({ label: 'Revoke' }) })}</div></td></tr>`
      }),
    })
  }
}

const memberRow = ({ path, ownId, mayManage }: MembersPage, member: MemberRow): Html =>
  html`<tr><td>${member.name}${member.id === ownId ? html` ${tag('neutral', 'You')}` : none}</td><td>${member.email}</td><td>${roleLabels[member.role]}</td><td>${moment(member.createdAt)}</td><td>${
    member.seenAt === null ? 'Never' : moment(member.seenAt)
  }</td>${
    mayManage
      ? html`<td><a href="${path}/members/${formatId('per', member.id)}">Change<span class="unseen"> ${member.name}</span></a></td>`
      : none
  }</tr>`

/** Made from the permissions that the guard checks, so it is never wrong. */
const roleTable = table({
  caption: 'What each role may do',
  head: ['A person may', ...memberRoles.map((role) => roleLabels[role])],
  rows: permissions.map(
    (permission) =>
      html`<tr><td>${permissionWords[permission]}</td>${memberRoles.map((role) => html`<td>${roleAllows(role, permission) ? 'Yes' : 'No'}</td>`)}</tr>`,
  ),
})

const roleSelect = (value: MemberRole): Html =>
  select({
    label: 'Role',
    name: 'role',
    value,
    options: memberRoles.map((role) => ({ value: role, label: roleLabels[role] })),
    hint: 'The table on the page “People” shows what each role may do.',
  })

type InvitePage = { path: string; csrf: string; email: string; role: MemberRole; problem: string | null }
export const invitePage = ({ path, csrf, email, role, problem }: InvitePage): Html =>
  html`${pageHead({ title: 'Invite a person', lead: 'They get an email with a link that is valid for 7 days and works once.', trail: [{ label: 'People', href: `${path}/members` }] })}
${problem === null ? none : note('bad', 'No invitation was sent', problem, true)}
${card({
  body: actForm({
    action: `${path}/members/invite`,
    csrf,
    from: `${path}/members/invite`,
    content: html`<div class="stack">${field({ label: 'Their email address', name: 'email', type: 'email', value: email, isRequired: true })}${roleSelect(role)}<div class="actions">${submitButton({ label: 'Send the invitation', kind: 'primary', icon: 'email' })}</div></div>`,
  }),
})}`

type MemberPage = { path: string; csrf: string; member: MemberRow; isOwn: boolean; problem: string | null }
export const memberPage = ({ path, csrf, member, isOwn, problem }: MemberPage): Html => {
  const own = `${path}/members/${formatId('per', member.id)}`
  return html`${pageHead({ title: member.name, lead: member.email, trail: [{ label: 'People', href: `${path}/members` }] })}
${problem === null ? none : note('bad', 'Nothing was changed', problem, true)}
${card({
  title: 'Role',
  body: actForm({
    action: `${own}/role`,
    csrf,
    from: own,
    content: html`<div class="stack">${roleSelect(member.role)}<div class="actions">${submitButton({ label: 'Change the role' })}</div></div>`,
  }),
})}
${card({
  title: isOwn ? 'Leave the shop' : 'Remove',
  isDangerous: true,
  body: html`<p>${isOwn ? 'You lose' : `${member.name} loses`} access to this shop at once, on every page. To come back, ${isOwn ? 'you need' : 'they need'} a new invitation. What they did stays in the audit log.</p>${actForm({ action: `${own}/remove`, csrf, from: own, content: submitButton({ label: isOwn ? 'Leave the shop' : `Remove ${member.name}`, kind: 'danger' }) })}`,
})}`
}
