import { type Html, html } from '../../html.ts'
import { field, linkButton, note, submitButton } from '../../pages/components.ts'
import { plainLayout } from '../layout.ts'
import type { LinkState } from './sign-in-link.decide.ts'

type SignIn = {
  /** Where the person continues. */
  next: string
  email?: string
  /** Why the address cannot be used. */
  problem?: string
  /** The other ways to sign in. */
  ways: Html
}

/** The same for all: it does not say whether an address has an account. */
export const signInPage = ({ next, email = '', problem, ways }: SignIn): Html =>
  plainLayout(
    'Sign in',
    html`<h1>Sign in to Tidings</h1>
<p class="soft">We send you an email with a link. There is no password.</p>
<form class="stack" method="post" action="/dashboard/sign-in">
<input type="hidden" name="next" value="${next}">
${field({
  label: 'Your email address',
  name: 'email',
  type: 'email',
  value: email,
  autocomplete: 'username',
  isRequired: true,
  ...(problem !== undefined && { error: problem }),
})}
${submitButton({ label: 'Send me a link', kind: 'primary', icon: 'email' })}
</form>
${ways}`,
  )

/** The response to every address. */
export const linkSentPage = (email: string): Html =>
  plainLayout(
    'Look into your mailbox',
    html`<h1>Look into your mailbox</h1>
<p>If <strong>${email}</strong> belongs to a member of a shop, an email with a link is on its way.</p>
<ul class="plain-list">
<li>Open the link in this browser, within 15 minutes. It works once.</li>
<li>No email after two minutes? Look into the spam folder, and check the address above.</li>
<li>Not a member yet? Ask an owner of the shop to invite you.</li>
</ul>
<p><a href="/dashboard/sign-in">Use another address</a></p>`,
  )

/** Mail scanners open links, so the link does nothing until the button is pressed. */
export const useLinkPage = (token: string): Html =>
  plainLayout(
    'Sign in',
    html`<h1>Sign in to Tidings</h1>
<p class="soft">Your link is valid. It works once.</p>
<form method="post" action="/dashboard/sign-in/link/${token}">${submitButton({ label: 'Sign in', kind: 'primary' })}</form>`,
  )

const linkProblems: Record<Exclude<LinkState, 'ready'> | 'unknown', { title: string; text: string }> = {
  other_browser: {
    title: 'This link is for another browser',
    text: 'A link works only in the browser in which it was asked for. Copy it into that browser, or ask for a new one here. If you did not ask for it, do not use it.',
  },
  used: {
    title: 'This link was used already',
    text: 'A link works once. If you signed in with it, go on to the dashboard. Otherwise ask for a new one.',
  },
  expired: { title: 'This link has expired', text: 'A link works for 15 minutes. Ask for a new one.' },
  unknown: {
    title: 'This link does not work',
    text: 'The address is not complete, or the link is old. Copy the whole link from the email, or ask for a new one.',
  },
}
export function linkProblemPage(state: keyof typeof linkProblems): Html {
  const { title, text } = linkProblems[state]
  return plainLayout(
    title,
    html`<h1>${title}</h1>${note('warn', 'You are not signed in', text)}
<p class="actions">${linkButton({ label: 'Ask for a new link', href: '/dashboard/sign-in', kind: 'primary' })} ${linkButton({ label: 'Go to the dashboard', href: '/dashboard' })}</p>`,
  )
}

/** The same whatever was wrong, so that it does not show which address or passkey has an account. */
export const noAccountPage = (): Html =>
  plainLayout(
    'You are not signed in',
    html`<h1>You are not signed in</h1>${note(
      'warn',
      'No account was found',
      'The account is not one of a member of a shop, or the attempt was too old. Use the address with which you were invited, or ask an owner of the shop to invite you.',
    )}
<p class="actions">${linkButton({ label: 'Try again', href: '/dashboard/sign-in', kind: 'primary' })}</p>`,
  )

export const providerDownPage = (): Html =>
  plainLayout(
    'Single sign-on is not available',
    html`<h1>Single sign-on is not available</h1>${note(
      'warn',
      'The identity provider did not respond',
      'Try again in a minute, or use a link by email.',
    )}
<p class="actions">${linkButton({ label: 'Back to the sign-in', href: '/dashboard/sign-in', kind: 'primary' })}</p>`,
  )
