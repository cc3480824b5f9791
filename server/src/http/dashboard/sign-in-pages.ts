import type { Context } from '../../context.ts'
import { formEndedPage, tooManyPage } from '../../dashboard/notice-pages.ts'
import type { SignedIn, SigningBrowser } from '../../dashboard/people/complete-sign-in.ts'
import { createOpenId } from '../../dashboard/people/openid/openid.ts'
import { otherWays } from '../../dashboard/people/other-ways.ts'
import { beginPasskeySignIn, usePasskey } from '../../dashboard/people/passkeys/passkeys.ts'
import { relyingPartyOf } from '../../dashboard/people/passkeys/rp-id.decide.ts'
import { returnPath } from '../../dashboard/people/return-path.decide.ts'
import { linkState } from '../../dashboard/people/sign-in-link.decide.ts'
import { findSignInLink, isSignInToken, requestSignInLink, useSignInLink } from '../../dashboard/people/sign-in-link.ts'
import {
  linkProblemPage,
  linkSentPage,
  noAccountPage,
  providerDownPage,
  signInPage,
  useLinkPage,
} from '../../dashboard/people/sign-in-page.ts'
import { emailIdentity, emailProblem } from '../../email.ts'
import { fieldOf, form, isSameOriginForm, queryOf, redirect } from '../form.ts'
import { get, type Page, type PageRequest } from '../pages.ts'
import { formRefused, type HttpResponse, json, page, tooMany, unavailable } from '../response.ts'
import { browserOf, browserTokenOf, continuationOf, sessionCookie, sessionTokenOf } from './cookies.ts'
import { orUnavailable } from './guard.ts'
import { showPage, showRefusal } from './respond.ts'
import { createSignInLimits } from './sign-in-limits.ts'

/** The pages of people who are not signed in. */
export function signInPages(context: Context): Page[] {
  const own: Context = { ...context, db: context.db.as('dashboard sign-in') }
  const limits = createSignInLimits()
  const tooOften = (seconds: number): HttpResponse | null =>
    seconds > 0 ? showRefusal(tooMany(seconds), tooManyPage()) : null
  // A token that we did not make costs no query, so it is in no limit that others share.
  const limitedLink = ({ params, address }: PageRequest): HttpResponse | null =>
    isSignInToken(own, params['token']!) ? tooOften(limits.takeLink(params['token']!, address)) : null

  async function requestLink({ headers, body, address }: PageRequest): Promise<HttpResponse> {
    if (!isSameOriginForm(headers)) return showRefusal(formRefused(), formEndedPage())
    const [email, next] = [fieldOf(body, 'email').trim(), returnPath(fieldOf(body, 'next'))]
    const problem = emailProblem(email)
    const limited = tooOften(limits.take('mail', address, problem === null ? emailIdentity(email) : undefined))
    if (limited !== null) return limited
    if (problem !== null) return showPage(signInPage({ next, email, problem, ways: otherWays(context, next) }))
    const browser = browserOf(context, headers, next)
    await requestSignInLink(own, { email: emailIdentity(email), browserToken: browser.token })
    return showPage(linkSentPage(email), browser.cookie)
  }

  async function showLink(request: PageRequest): Promise<HttpResponse> {
    const { params, headers } = request
    const limited = limitedLink(request)
    if (limited !== null) return limited
    const token = params['token']!
    const found = await findSignInLink(own, token, browserTokenOf(headers))
    const state = found === null ? 'unknown' : linkState(found)
    return showPage(state === 'ready' ? useLinkPage(token) : linkProblemPage(state))
  }

  async function useLink(request: PageRequest): Promise<HttpResponse> {
    const { params, headers } = request
    if (!isSameOriginForm(headers)) return showRefusal(formRefused(), formEndedPage())
    const limited = limitedLink(request)
    if (limited !== null) return limited
    const browserToken = browserTokenOf(headers)
    const signedIn = await useSignInLink(own, params['token']!, browserToken, signingBrowser(request))
    if (signedIn !== null) return enter(request, signedIn)
    const found = await findSignInLink(own, params['token']!, browserToken)
    const state = found === null ? 'unknown' : linkState(found)
    return showPage(linkProblemPage(state === 'ready' ? 'unknown' : state))
  }

  async function passkeyOptions({ headers, body, address }: PageRequest): Promise<HttpResponse> {
    if (!isSameOriginForm(headers)) return showRefusal(formRefused(), formEndedPage())
    const limited = tooOften(limits.take('passkey', address))
    if (limited !== null) return limited
    const browser = browserOf(context, headers, returnPath(fieldOf(body, 'next')))
    const begun = await beginPasskeySignIn(own, browser.token)
    return page(json, JSON.stringify(begun), browser.cookie)
  }

  async function signInByPasskey(request: PageRequest): Promise<HttpResponse> {
    const { headers, body, address } = request
    if (!isSameOriginForm(headers)) return showRefusal(formRefused(), formEndedPage())
    const limited = tooOften(limits.take('passkey', address))
    if (limited !== null) return limited
    const [attempt, response] = [fieldOf(body, 'attempt'), fieldOf(body, 'response')]
    const credential = { attempt, response, browserToken: browserTokenOf(headers) }
    const signedIn = await usePasskey(own, credential, signingBrowser(request))
    return signedIn === null ? showPage(noAccountPage()) : enter(request, signedIn)
  }

  const openId = createOpenId(own)
  async function beginOpenId(request: PageRequest): Promise<HttpResponse> {
    // Another site could otherwise replace the session of a person by that of another who is signed in at the provider.
    if (request.headers['sec-fetch-site'] === 'cross-site') return redirect('/dashboard/sign-in')
    const limited = tooOften(limits.take('openid', request.address))
    if (limited !== null) return limited
    const browser = browserOf(context, request.headers, returnPath(queryOf(request, 'next')))
    const address = await openId!.begin(browser.token)
    return address === null ? showRefusal(unavailable(), providerDownPage()) : redirect(address, browser.cookie)
  }
  async function finishOpenId(request: PageRequest): Promise<HttpResponse> {
    if (!openId!.isOwnState(request.query)) return showPage(noAccountPage())
    const limited = tooOften(limits.takeLink(request.query, request.address))
    if (limited !== null) return limited
    const signedIn = await openId!.finish(request.query, browserTokenOf(request.headers), signingBrowser(request))
    return signedIn === null ? showPage(noAccountPage()) : enter(request, signedIn)
  }

  const pages: Page[] = [
    get('dashboard.sign_in', '/dashboard/sign-in', 'none', (request) => {
      const next = returnPath(queryOf(request, 'next'))
      return showPage(signInPage({ next, ways: otherWays(context, next) }))
    }),
    form('dashboard.sign_in.request', '/dashboard/sign-in', 'none', requestLink),
    get('dashboard.sign_in.link', '/dashboard/sign-in/link/{token}', 'none', showLink),
    form('dashboard.sign_in.use_link', '/dashboard/sign-in/link/{token}', 'none', useLink),
    ...(openId === null
      ? []
      : [
          get('dashboard.sign_in.openid', '/dashboard/sign-in/openid', 'none', beginOpenId),
          get('dashboard.sign_in.openid_return', '/dashboard/sign-in/openid/return', 'none', finishOpenId),
        ]),
    ...(relyingPartyOf(context.publicUrl) === null
      ? []
      : [
          form('dashboard.sign_in.passkey_options', '/dashboard/sign-in/passkey/options', 'none', passkeyOptions),
          form('dashboard.sign_in.passkey', '/dashboard/sign-in/passkey', 'none', signInByPasskey),
        ]),
  ]
  return pages.map((one) => ({ ...one, serve: (request) => orUnavailable(async () => one.serve(request)) }))
}

export const signingBrowser = ({ headers, requestId }: PageRequest): SigningBrowser => ({
  userAgent: headers['user-agent'] ?? '',
  sessionToken: sessionTokenOf(headers),
  requestId,
})

const enter = ({ headers }: PageRequest, signedIn: SignedIn): HttpResponse =>
  redirect(continuationOf(headers), { 'Set-Cookie': sessionCookie(signedIn.token, signedIn) })
