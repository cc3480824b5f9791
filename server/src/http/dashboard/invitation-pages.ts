import type { Context } from '../../context.ts'
import { formEndedPage, tooManyPage } from '../../dashboard/notice-pages.ts'
import { acceptInvitation, isInvitationToken, readInvitation } from '../../dashboard/people/accept-invitation.ts'
import { invitationPage, invitationProblemPage } from '../../dashboard/people/invitation-page.ts'
import { hashToken } from '../../dashboard/people/sessions.ts'
import { findSession } from '../../dashboard/people/sql.ts'
import { fieldOf, form, isSameOriginForm, redirect } from '../form.ts'
import { get, type Page, type PageRequest } from '../pages.ts'
import { formRefused, type HttpResponse, tooMany } from '../response.ts'
import { browserOf, browserTokenOf, sessionCookie, sessionTokenOf } from './cookies.ts'
import { csrfToken, isValidCsrfToken } from './csrf.ts'
import { orUnavailable } from './guard.ts'
import { showPage, showRefusal } from './respond.ts'
import { createSignInLimits } from './sign-in-limits.ts'
import { signingBrowser } from './sign-in-pages.ts'

const maxNameLength = 120

/** The page to which the link of an invitation leads. The form is bound to the browser that was shown the page. */
export function invitationPages(context: Context): Page[] {
  const own: Context = { ...context, db: context.db.as('dashboard sign-in') }
  const { takeLink } = createSignInLimits()
  const formOf = (browserToken: string): string => `invitation ${hashToken(browserToken).toString('base64url')}`
  const currentOf = async ({ headers }: PageRequest) => {
    const token = sessionTokenOf(headers)
    return token === null ? null : own.db.one(findSession, { tokenHash: hashToken(token) })
  }

  async function show(request: PageRequest, problem: string | null = null): Promise<HttpResponse> {
    const { shop, token } = request.params
    const path = `/dashboard/${shop}`
    const invitation = await readInvitation(own, path, token!)
    if (invitation === null) return showPage(invitationProblemPage('unknown'))
    if (invitation.state !== 'ready') return showPage(invitationProblemPage(invitation.state))
    const browser = browserOf(own, request.headers, path)
    const csrf = csrfToken(own.keyring, formOf(browser.token))
    const current = await currentOf(request)
    return showPage(
      invitationPage({ invitation, path: `${path}/invitation/${token}`, csrf, current, problem }),
      browser.cookie,
    )
  }

  async function accept(request: PageRequest): Promise<HttpResponse> {
    const { params, headers, body } = request
    const browserToken = browserTokenOf(headers)
    const isOwnForm =
      isSameOriginForm(headers) &&
      browserToken !== null &&
      isValidCsrfToken(own.keyring, formOf(browserToken), fieldOf(body, 'csrf'))
    if (!isOwnForm) return showRefusal(formRefused(), formEndedPage())
    const invitation = await readInvitation(own, `/dashboard/${params['shop']}`, params['token']!)
    if (invitation === null) return showPage(invitationProblemPage('unknown'))
    // Another person signed in in this browser since the page was shown: it asks again.
    const current = await currentOf(request)
    if ((current?.personId ?? '') !== fieldOf(body, 'current')) return show(request)
    const name = fieldOf(body, 'name').trim()
    if (invitation.personId === null && (name === '' || name.length > maxNameLength))
      return show(request, `Write your name, with at most ${maxNameLength} characters.`)
    const accepted = await acceptInvitation(own, invitation.id, name, signingBrowser(request))
    if (typeof accepted === 'string')
      return accepted === 'ready' ? show(request) : showPage(invitationProblemPage(accepted))
    const home = `${accepted.shop}/messages`
    if (accepted.signedIn !== null)
      return redirect(home, { 'Set-Cookie': sessionCookie(accepted.signedIn.token, accepted.signedIn) })
    return redirect(
      current?.personId === invitation.personId ? home : `/dashboard/sign-in?next=${encodeURIComponent(home)}`,
    )
  }

  const limited = (serve: (request: PageRequest) => Promise<HttpResponse>) => (request: PageRequest) =>
    orUnavailable(async () => {
      const [shop, token] = [`/dashboard/${request.params['shop']}`, request.params['token']!]
      // A token that we did not make costs no query.
      const seconds = isInvitationToken(own, shop, token) ? takeLink(token, request.address) : 0
      return seconds > 0 ? showRefusal(tooMany(seconds), tooManyPage()) : serve(request)
    })
  const path = '/dashboard/{shop}/invitation/{token}'
  return [
    get(
      'dashboard.invitation',
      path,
      'path',
      limited((request) => show(request)),
    ),
    form('dashboard.invitation.accept', path, 'path', limited(accept)),
  ]
}
