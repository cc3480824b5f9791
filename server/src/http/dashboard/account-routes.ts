import { accountPage } from '../../dashboard/people/account-page.ts'
import { confirmPage } from '../../dashboard/people/confirm-page.ts'
import { endOtherSessions, endSession } from '../../dashboard/people/end-sessions.ts'
import { otherWays } from '../../dashboard/people/other-ways.ts'
import { newPasskeyPage } from '../../dashboard/people/passkeys/new-passkey-page.ts'
import { passkeysOfPerson } from '../../dashboard/people/passkeys/passkeys.sql.ts'
import { beginRegistration, registerPasskey, removePasskey } from '../../dashboard/people/passkeys/passkeys.ts'
import { relyingPartyOf } from '../../dashboard/people/passkeys/rp-id.decide.ts'
import { returnPath } from '../../dashboard/people/return-path.decide.ts'
import { requestSignInLink } from '../../dashboard/people/sign-in-link.ts'
import { linkSentPage } from '../../dashboard/people/sign-in-page.ts'
import { sessionsOfPerson } from '../../dashboard/people/sql.ts'
import { emailIdentity } from '../../email.ts'
import { lineText } from '../../safe-text.ts'
import { fieldOf, queryOf, redirect } from '../form.ts'
import { json, page } from '../response.ts'
import { browserOf, browserTokenOf, endedSessionCookie } from './cookies.ts'
import { showPage } from './respond.ts'
import type { PersonRoute } from './routes.ts'

/** The account of a person: their sessions, and the fresh sign-in before a dangerous act. */
export const accountRoutes: PersonRoute[] = [
  {
    name: 'dashboard.account',
    method: 'GET',
    path: '/dashboard/account',
    async serve({ context, session, csrf, request }) {
      const [sessions, passkeys] = await Promise.all([
        context.db.all(sessionsOfPerson, session),
        context.db.all(passkeysOfPerson, session),
      ])
      const offersPasskeys = relyingPartyOf(context.publicUrl) !== null
      const done = queryOf(request, 'done')
      return showPage(accountPage({ session, sessions, passkeys, offersPasskeys, csrf, done }))
    },
  },
  {
    name: 'dashboard.account.end_session',
    method: 'POST',
    path: '/dashboard/account/sessions/{session}/end',
    async serve({ context, session, request }) {
      const { requestId } = request
      const id = uuid.exec(request.params['session']!)?.[0]
      const isEnded = id !== undefined && (await endSession(context, { session, requestId }, 'revokeSession', id))
      return redirect(`/dashboard/account${isEnded ? '?done=session' : ''}`)
    },
  },
  {
    name: 'dashboard.account.end_other_sessions',
    method: 'POST',
    path: '/dashboard/account/sessions/end-others',
    async serve({ context, session, request: { requestId } }) {
      await endOtherSessions(context, { session, requestId })
      return redirect('/dashboard/account?done=sessions')
    },
  },
  {
    name: 'dashboard.account.new_passkey',
    method: 'GET',
    path: '/dashboard/account/passkeys/new',
    isDangerous: true,
    async serve({ context, csrf, request }) {
      if (relyingPartyOf(context.publicUrl) === null) return redirect('/dashboard/account')
      return showPage(newPasskeyPage(csrf, queryOf(request, 'refused') !== null))
    },
  },
  {
    name: 'dashboard.account.passkey_options',
    method: 'POST',
    path: '/dashboard/account/passkeys/options',
    isDangerous: true,
    async serve({ context, session, request: { headers } }) {
      if (relyingPartyOf(context.publicUrl) === null) return redirect('/dashboard/account')
      const browser = browserOf(context, headers, '/dashboard/account')
      const begun = await beginRegistration(context, session, browser.token)
      return page(json, JSON.stringify(begun), browser.cookie)
    },
  },
  {
    name: 'dashboard.account.add_passkey',
    method: 'POST',
    path: '/dashboard/account/passkeys',
    isDangerous: true,
    async serve({ context, session, request: { headers, body, requestId } }) {
      if (relyingPartyOf(context.publicUrl) === null) return redirect('/dashboard/account')
      const name = lineText(fieldOf(body, 'name')).slice(0, 120) || 'Passkey'
      const [attempt, response] = [fieldOf(body, 'attempt'), fieldOf(body, 'response')]
      const created = { attempt, response, browserToken: browserTokenOf(headers), name }
      const isAdded = await registerPasskey(context, { session, requestId }, created)
      return redirect(isAdded ? '/dashboard/account?done=passkey' : '/dashboard/account/passkeys/new?refused')
    },
  },
  {
    name: 'dashboard.account.remove_passkey',
    method: 'POST',
    path: '/dashboard/account/passkeys/remove',
    isDangerous: true,
    async serve({ context, session, request: { body, requestId } }) {
      const isRemoved = await removePasskey(context, { session, requestId }, fieldOf(body, 'passkey'))
      return redirect(`/dashboard/account${isRemoved ? '?done=passkey_removed' : ''}`)
    },
  },
  {
    name: 'dashboard.sign_out',
    method: 'POST',
    path: '/dashboard/sign-out',
    async serve({ context, session, request: { requestId } }) {
      await endSession(context, { session, requestId }, 'signOut', session.sessionId)
      return redirect('/dashboard/sign-in', { 'Set-Cookie': endedSessionCookie })
    },
  },
  {
    name: 'dashboard.confirm',
    method: 'GET',
    path: '/dashboard/confirm',
    async serve({ context, session: { email }, csrf, request }) {
      const next = returnPath(queryOf(request, 'next'))
      return showPage(confirmPage({ email, csrf, next, ways: otherWays(context, next) }))
    },
  },
  {
    name: 'dashboard.confirm.request',
    method: 'POST',
    path: '/dashboard/confirm',
    async serve({ context, session: { email }, request: { body, headers } }) {
      const browser = browserOf(context, headers, returnPath(fieldOf(body, 'next')))
      await requestSignInLink(context, { email: emailIdentity(email), browserToken: browser.token })
      return showPage(linkSentPage(email), browser.cookie)
    },
  },
]

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
