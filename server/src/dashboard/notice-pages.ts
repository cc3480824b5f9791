import { type Html, html } from '../html.ts'
import { type DashboardActor, type Permission, rolesWith } from '../member-role.ts'
import type { OperatorRole } from '../operator-role.ts'
import { plainLayout } from './layout.ts'

const notice = (title: string, text: string, link: { path: string; label: string }): Html =>
  plainLayout(
    title,
    html`<h1>${title}</h1><p>${text}</p><p><a class="button" href="${link.path}">${link.label}</a></p>`,
  )

const toDashboard = { path: '/dashboard', label: 'Go to the dashboard' }

/** The same page for a shop that does not exist and for one of which the person is not a member. */
export const missingPage = (): Html =>
  notice(
    'This page does not exist',
    'The address is wrong, or you are not a member of this shop. If you were invited with another address, sign in with that one.',
    toDashboard,
  )

export const forbiddenPage = (shop: { path: string }, { kind, role }: DashboardActor, permission: Permission): Html =>
  notice(
    'Your role does not allow this',
    kind === 'member'
      ? `You are ${role}. This needs the role ${rolesWith(permission).join(' or ')}: ask an owner of the shop.`
      : `You are an operator with the role ${role}, which does not permit this: ask an operator with the role admin.`,
    { path: `${shop.path}/messages`, label: 'Go to the messages' },
  )

/** For an operator at a page of operators. */
export const forbiddenOperatorPage = ({ role }: { role: OperatorRole }, roles: readonly OperatorRole[]): Html =>
  notice(
    'Your role does not allow this',
    `You are an operator with the role ${role}. This needs the role ${[...roles, 'admin'].join(' or ')}.`,
    { path: '/dashboard/operator', label: 'Go to what needs attention' },
  )

export const formEndedPage = (): Html =>
  notice(
    'Nothing was changed',
    'Your session has ended, or the form is from another page. Sign in, open the page again and repeat what you did.',
    toDashboard,
  )

export const tooManyPage = (): Html =>
  notice('Too many requests', 'Wait a few seconds, then load the page again.', toDashboard)

export const unavailablePage = (): Html =>
  notice('The service is not available right now', 'Nothing was changed. Load the page again in a moment.', toDashboard)
