import { type Context, onTestSide } from '../context.ts'
import { isUnavailable } from '../db/errors.ts'
import { shopToUnsubscribeFrom, unsubscribe } from '../inbox/controls.ts'
import { businessOf, type Entered, enterInbox, enterOrder, findRecipientOf, requestFreshLink } from '../inbox/links.ts'
import {
  endedPage,
  freshLinkPage,
  tooManyPage,
  unavailablePage,
  unsubscribedPage,
  unsubscribePage,
} from '../inbox/notice-pages.ts'
import { sessionPath } from '../inbox/session.ts'
import { findMode } from '../inbox/sql.ts'
import { readClue } from '../inbox/verify-text.decide.ts'
import { isOurText } from '../inbox/verify-text.ts'
import { type VerifyTextResult, verifyTextPage } from '../inbox/verify-text-page.ts'
import { readInboxToken, readTextToken, readUnsubscribeToken, shardOfTextToken } from '../inbox-tokens/tokens.ts'
import { withShard } from '../shards.ts'
import { fieldOf, form, isSameOriginForm, queryOf, redirect } from './form.ts'
import { languageOf, show, staleLink, textsFor, withHtml } from './inbox-response.ts'
import { get, type Page, type PageRequest, post } from './pages.ts'
import { createRateLimiter, type Rate } from './rate-limit.ts'
import { formRefused, type HttpResponse, success, tooMany, unavailable } from './response.ts'
import { sessionCookie } from './session-cookie.ts'
import { sessionPages } from './session-pages.ts'

/**
 * Limits for unauthenticated callers, per address and for all together, because four digits and a reference can be guessed.
 * The limit for all is per process.
 */
const rates = {
  verifyText: { each: { perSecond: 5 / 60, burst: 5 }, all: { perSecond: 2, burst: 40 } },
  freshLink: { each: { perSecond: 10 / 60, burst: 10 }, all: { perSecond: 5, burst: 100 } },
} satisfies Record<string, { each: Rate; all: Rate }>

type Serve = (request: PageRequest) => Promise<HttpResponse>

/** The pages for recipients. A GET changes nothing, because link scanners and mail programs send it too. */
export function inboxPages(context: Context): Page[] {
  const { keyring, publicUrl } = context
  const { take } = createRateLimiter()
  /** 0 when the request is allowed. An address over its own limit does not use up the limit for all. */
  const secondsToWait = (name: keyof typeof rates, address: string | null): number => {
    const { each, all } = rates[name]
    const now = performance.now() / 1000
    const own = address === null ? 0 : take(`${name} ${address}`, each, now).retryAfterSeconds
    return own > 0 ? own : take(name, all, now).retryAfterSeconds
  }
  /**
   * The inbox requests for one business, or all those without a business, use at most their share of the connections. Those of a
   * test side have its clock. The query runs without a business too, so that the duration does not reveal whether a link is valid.
   */
  const via = async (businessId: string | null): Promise<Context> => {
    const own = { ...context, db: context.db.as(businessId === null ? 'inbox' : `inbox ${businessId}`) }
    const isTestSide = (await own.db.one(findMode, { businessId }))?.mode === 'test'
    return businessId !== null && isTestSide ? onTestSide(own, businessId) : own
  }
  /** A page without a session, with a rate limit. */
  const limited =
    (name: keyof typeof rates, serve: Serve): Serve =>
    async (request) => {
      const wait = secondsToWait(name, request.address)
      return wait > 0 ? withHtml(tooMany(wait), tooManyPage(textsFor(request.headers))) : serve(request)
    }
  const enterByText = async (token: string): Promise<Entered | null> => {
    const link = readTextToken(keyring, token)
    const businessId = link && (await businessOf(await via(null), link))
    return businessId === null ? null : enterOrder(await via(businessId), { ...link!, businessId })
  }
  /** WhatsApp messages contain the same kind of link as texts, at the address of an email's link. */
  const enterByAny = async (token: string): Promise<Entered | null> => {
    const link = readInboxToken(keyring, token)
    return link === null ? enterByText(token) : enterInbox(await via(link.businessId), link)
  }
  const enterBy =
    (enter: typeof enterByAny): Serve =>
    async ({ headers, params }) => {
      const entered = await enter(params['token']!)
      if (entered === null) return staleLink(headers, { link: params['token']! })
      const { session, now } = entered
      return redirect(`${sessionPath(session)}/updates`, { 'Set-Cookie': sessionCookie(keyring, session, now) })
    }
  const unsubscribeBy =
    (act: typeof unsubscribe, pageOf: typeof unsubscribePage): Serve =>
    async ({ headers, params }) => {
      const target = readUnsubscribeToken(keyring, params['token']!)
      const shop = target && (await act(await via(target.businessId), target))
      return shop === null ? staleLink(headers, null) : show(pageOf(textsFor(headers), shop))
    }

  // The response is always the same, so that it does not reveal whose link this was, or whether it was valid.
  const requestLink = limited('freshLink', async ({ headers, body }) => {
    if (isSameOriginForm(headers)) {
      const recipient = await findRecipientOf(await via(null), fieldOf(body, 'link'))
      await requestFreshLink(await via(recipient?.businessId ?? null), recipient, languageOf(headers))
    }
    return show(freshLinkPage(textsFor(headers)))
  })
  const showVerifyText = (headers: PageRequest['headers'], result: VerifyTextResult | null): HttpResponse =>
    show(verifyTextPage(textsFor(headers), `${publicUrl}/i/`, result))
  const verifyText = limited('verifyText', async ({ headers, body }) => {
    const [clue, ending] = [fieldOf(body, 'clue'), fieldOf(body, 'ending')]
    const isOurs = isSameOriginForm(headers) && (await isOurText(via, clue, ending))
    return showVerifyText(headers, { clue, ending, isOurs })
  })
  // A form cannot write what is typed into its own address without a script. So the browser repeats the request, with the same
  // body, at the address with the shard of the typed link.
  const verifyTextAtShard: Serve = async (request) => {
    const shard = isSameOriginForm(request.headers)
      ? shardOfTextToken(readClue(fieldOf(request.body, 'clue')).token)
      : null
    if (shard === null || queryOf(request, 'shard') === shard) return verifyText(request)
    return success('temporary_redirect', null, { Location: withShard('/genuine', shard) })
  }

  /** The addresses of sessions of an earlier release, which have ended. */
  const endedForm: Serve = async ({ headers }) => withHtml(formRefused(), endedPage(textsFor(headers), null))
  const endedSession: Serve = async ({ headers }) => staleLink(headers, null)

  const pages: Page[] = [
    get('inbox.enter', '/inbox/{token}', 'path', enterBy(enterByAny)),
    get('inbox.enter_by_text', '/i/{token}', 'path', enterBy(enterByText)),
    ...sessionPages(keyring, via, (serve) => limited('freshLink', serve)),
    get('inbox.former', '/inbox', 'none', endedSession),
    get('inbox.former_older', '/inbox/older/{message_id}', 'none', endedSession),
    form('inbox.former_open', '/inbox/open', 'none', endedForm),
    form('inbox.former_settings', '/inbox/settings/{control}', 'none', endedForm),
    form('inbox.fresh_link', '/inbox/fresh-link', 'query', requestLink),
    get('verify_text.show', '/genuine', 'none', ({ headers }) => showVerifyText(headers, null)),
    form('verify_text', '/genuine', 'query', verifyTextAtShard),
    get('unsubscribe.show', '/unsubscribe/{token}', 'path', unsubscribeBy(shopToUnsubscribeFrom, unsubscribePage)),
    // Used by the button of the page and by one-click unsubscribe (RFC 8058), which sends no cookie and a body that need not
    // be read.
    post('unsubscribe', '/unsubscribe/{token}', 'path', unsubscribeBy(unsubscribe, unsubscribedPage)),
  ]
  return pages.map((one) => ({ ...one, serve: (request) => serveOrUnavailable(one, request) }))
}

/** Responds with a page when the database is unavailable or a row is locked too long. */
async function serveOrUnavailable(one: Page, request: PageRequest): Promise<HttpResponse> {
  try {
    return await one.serve(request)
  } catch (error) {
    if (!isUnavailable(error)) throw error
    return withHtml(unavailable(), unavailablePage(textsFor(request.headers)))
  }
}
