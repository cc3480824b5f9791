import { type Html, html } from '../../html.ts'
import {
  actForm,
  card,
  facts,
  linkButton,
  moment,
  note,
  pageHead,
  submitButton,
  table,
  tag,
} from '../../pages/components.ts'
import { plainLayout } from '../layout.ts'
import { browserName } from './browser-name.decide.ts'
import type { ListedPasskey } from './passkeys/passkeys.sql.ts'
import { type SignInMethod, sessionDays, sessionIdleHours } from './session.decide.ts'
import type { ListedSession, SessionRow } from './sql.ts'

type Account = {
  session: Pick<SessionRow, 'sessionId' | 'name' | 'email'>
  sessions: ListedSession[]
  passkeys: ListedPasskey[]
  /** Passkeys need a host name. Those that exist can be removed in any case. */
  offersPasskeys: boolean
  csrf: string
  /** What a form did. */
  done: string | null
}

export const accountPage = ({ session, sessions, passkeys, offersPasskeys, csrf, done }: Account): Html =>
  plainLayout(
    'Your account',
    html`${pageHead({
      title: 'Your account',
      actions: html`${linkButton({ label: 'Go to the dashboard', href: '/dashboard' })}${actForm({
        action: '/dashboard/sign-out',
        csrf,
        content: submitButton({ label: 'Sign out' }),
      })}`,
    })}
${resultOf(done)}
${card({
  title: 'You',
  body: facts([
    { term: 'Name', detail: session.name },
    { term: 'Address', detail: session.email },
  ]),
})}
${offersPasskeys || passkeys.length > 0 ? passkeysCard(passkeys, csrf) : ''}
${sessionsCard(session.sessionId, sessions, csrf)}`,
    'wide',
  )

const results: Record<string, string> = {
  passkey: 'The passkey was added. You can sign in with it.',
  passkey_removed: 'The passkey was removed. Delete it on your device too.',
  session: 'The session has ended. Its browser must sign in again.',
  sessions: 'All other sessions have ended.',
}
const resultOf = (done: string | null): Html => {
  const text = done === null ? undefined : Object.entries(results).find(([name]) => name === done)?.[1]
  return text === undefined ? html`` : note('good', 'Done', text, true)
}

const methods: Record<SignInMethod, string> = {
  link: 'Link by email',
  invitation: 'Invitation',
  passkey: 'Passkey',
  openid: 'Single sign-on',
}

const passkeysCard = (passkeys: ListedPasskey[], csrf: string): Html =>
  card({
    title: 'Passkeys',
    actions: linkButton({
      label: 'Add a passkey',
      href: '/dashboard/account/passkeys/new',
      icon: 'key',
      size: 'small',
    }),
    body:
      passkeys.length === 0
        ? html`<p class="soft">None yet. With a passkey you sign in by fingerprint, face or PIN, without an email.</p>`
        : table({
            caption: 'Passkeys',
            head: ['Name', 'Added', 'Last used', 'Remove'],
            rows: passkeys.map(
              ({ id, name, createdAt, lastUsedAt }) =>
                html`<tr><td>${name}</td><td>${moment(createdAt)}</td><td>${lastUsedAt === null ? 'Never' : moment(lastUsedAt)}</td><td>${actForm(
                  {
                    action: '/dashboard/account/passkeys/remove',
                    csrf,
                    from: '/dashboard/account',
                    content: html`<input type="hidden" name="passkey" value="${id}">${submitButton({ label: 'Remove', size: 'small' })}`,
                  },
                )}</td></tr>`,
            ),
          }),
  })

const sessionsCard = (ownId: string, sessions: ListedSession[], csrf: string): Html =>
  card({
    title: 'Where you are signed in',
    body: html`<p class="soft">A session ends after ${sessionIdleHours} hours without use, and after ${sessionDays} days. End those that you do not recognise.</p>
${table({
  caption: 'Sessions',
  head: ['Browser', 'Signed in by', 'Since', 'Last used', 'End'],
  rows: sessions.map(
    ({ id, method, userAgent, createdAt, seenAt }) =>
      html`<tr><td>${browserName(userAgent)}${id === ownId ? html` ${tag('info', 'this browser')}` : ''}</td><td>${methods[method]}</td><td>${moment(createdAt)}</td><td>${moment(seenAt)}</td><td>${
        id === ownId
          ? html`<span class="soft">Sign out above</span>`
          : actForm({
              action: `/dashboard/account/sessions/${id}/end`,
              csrf,
              content: submitButton({ label: 'End' }),
            })
      }</td></tr>`,
  ),
})}
${
  sessions.length > 1
    ? actForm({
        action: '/dashboard/account/sessions/end-others',
        csrf,
        content: submitButton({ label: 'End all other sessions', kind: 'danger' }),
      })
    : ''
}`,
  })
