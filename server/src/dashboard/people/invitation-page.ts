import { type Html, html } from '../../html.ts'
import { field, linkButton, note, submitButton } from '../../pages/components.ts'
import { plainLayout } from '../layout.ts'
import type { FoundInvitation } from './members.sql.ts'
import type { InvitationState } from './people.decide.ts'

type InvitationPage = {
  invitation: FoundInvitation
  /** The address of the form. */
  path: string
  csrf: string
  /** Who is signed in in this browser. */
  current: { personId: string; email: string } | null
  problem: string | null
}

/** Mail scanners open links, so the link does nothing until the button is pressed. */
export const invitationPage = ({ invitation, path, csrf, current, problem }: InvitationPage): Html => {
  const { shopName, displayedEmail, role, personId } = invitation
  const isOther = current !== null && current.personId !== personId
  return plainLayout(
    `Join ${shopName}`,
    html`<h1>Join ${shopName}</h1>
<p>${shopName} invites <strong>${displayedEmail}</strong> to its dashboard with the role <strong>${role}</strong>.</p>
${isOther ? note('warn', `This browser is signed in as ${current.email}`, `The invitation is for another address. If you join, you continue as ${displayedEmail}. To join with another address, ask for an invitation of that address.`) : { markup: '' }}
<form class="stack" method="post" action="${path}">
<input type="hidden" name="csrf" value="${csrf}">
<input type="hidden" name="current" value="${current?.personId ?? ''}">
${
  personId === null
    ? field({
        label: 'Your name',
        name: 'name',
        hint: 'The people of the shop see it.',
        autocomplete: 'name',
        isRequired: true,
        ...(problem !== null && { error: problem }),
      })
    : { markup: '' }
}
${submitButton({ label: isOther ? `Join as ${displayedEmail}` : 'Join', kind: 'primary' })}
</form>
${isOther ? html`<p><a href="/dashboard">Stay signed in as ${current.email}</a></p>` : { markup: '' }}`,
  )
}

const problems: Record<Exclude<InvitationState, 'ready'> | 'full' | 'unknown', { title: string; text: string }> = {
  accepted: {
    title: 'This invitation was accepted',
    text: 'It works once. Sign in with the address that was invited.',
  },
  revoked: {
    title: 'This invitation has ended',
    text: 'It was revoked, or a newer one was sent. Use the newest email, or ask the shop to invite you again.',
  },
  expired: { title: 'This invitation has expired', text: 'It was valid for 7 days. Ask the shop to send it again.' },
  full: { title: 'The shop has 100 members', text: 'It must remove one before you can join.' },
  unknown: { title: 'This link is not complete', text: 'Copy the whole link from the email, or ask for a new one.' },
}
export const invitationProblemPage = (state: keyof typeof problems): Html =>
  plainLayout(
    problems[state].title,
    html`<h1>${problems[state].title}</h1><p>${problems[state].text}</p><p>${linkButton({ label: 'Sign in', href: '/dashboard/sign-in' })}</p>`,
  )
