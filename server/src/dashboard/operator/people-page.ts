import { type Html, html } from '../../html.ts'
import { memberRoles } from '../../member-role.ts'
import {
  actForm,
  actions,
  card,
  emptyState,
  field,
  moment,
  note,
  select,
  submitButton,
  table,
} from '../../pages/components.ts'
import { fields } from '../../pages/fields.ts'
import { type BusinessFrame, businessFrame, tabPath } from './business-frame.ts'
import { businessPath } from './paths.ts'

export type MemberEntry = {
  id: string
  name: string
  email: string
  role: string
  created_at: string
  seen_at: string | null
}
export type InvitationEntry = { id: string; email: string; role: string; created_at: string; expires_at: string }
type PeoplePage = {
  csrf: string
  members: MemberEntry[]
  invitations: InvitationEntry[]
  typed: { email: string; role: string }
}

export const peoplePage = (frame: BusinessFrame, page: PeoplePage): Html => {
  const { business, operator } = frame
  if (business.live_business_id !== null)
    return businessFrame(
      frame,
      'people',
      note('info', 'Both sides have the same people', [
        html`<a href="${tabPath(business.live_business_id, 'people')}">They are on the page of the live side.</a>`,
      ]),
    )
  const mayChange = operator.role === 'admin'
  return businessFrame(
    frame,
    'people',
    html`${
      page.members.length === 0
        ? emptyState({
            icon: 'people',
            title: 'No person can sign in to this shop yet',
            text: 'Invite its owner, who then invites the others.',
          })
        : table({
            caption: 'Members',
            head: ['Name', 'Address', 'Role', 'Since', 'Last seen'],
            rows: page.members.map(
              (one) =>
                html`<tr><td>${one.name}</td><td>${one.email}</td><td>${one.role}</td><td>${moment(new Date(one.created_at))}</td><td>${one.seen_at === null ? 'Never' : moment(new Date(one.seen_at))}</td></tr>`,
            ),
          })
    }
${mayChange ? inviteCard(business.id, page) : html``}
${
  page.invitations.length === 0
    ? html``
    : card({
        title: 'Open invitations',
        body: table({
          caption: 'Open invitations',
          head: ['Address', 'Role', 'Sent', 'Valid until', ...(mayChange ? ['Act'] : [])],
          rows: page.invitations.map((one) => invitationRow(business.id, page.csrf, one, mayChange)),
        }),
      })
}`,
  )
}

const inviteCard = (id: string, { csrf, typed }: PeoplePage): Html => {
  const path = tabPath(id, 'people')
  return card({
    title: 'Invite a person',
    body: actForm({
      action: path,
      csrf,
      from: path,
      content: fields([
        field({ label: 'Email address', name: 'email', type: 'email', value: typed.email, isRequired: true }),
        select({
          label: 'Role',
          name: 'role',
          value: typed.role,
          options: memberRoles.map((role) => ({ value: role, label: role })),
          hint: 'The first person of a shop is its owner.',
        }),
        actions(submitButton({ label: 'Send the invitation', kind: 'primary', icon: 'email' })),
      ]),
    }),
    footer: 'The link in the email is valid for 7 days and works once. Roles are changed in the dashboard of the shop.',
  })
}

const invitationRow = (id: string, csrf: string, one: InvitationEntry, mayChange: boolean): Html =>
  html`<tr><td>${one.email}</td><td>${one.role}</td><td>${moment(new Date(one.created_at))}</td><td>${moment(new Date(one.expires_at))}</td>${
    mayChange
      ? html`<td>${actForm({ action: `${businessPath(id)}/invitations/${one.id}/revoke`, csrf, content: submitButton({ label: 'Revoke', size: 'small' }) })}</td>`
      : html``
  }</tr>`
