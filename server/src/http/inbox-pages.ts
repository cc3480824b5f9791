import type { IncomingHttpHeaders } from 'node:http'
import type { Context } from '../context.ts'
import { isUnavailable } from '../db/errors.ts'
import type { Html } from '../html.ts'
import { parseId } from '../ids.ts'
import { applyControl, shopToUnsubscribeFrom, unsubscribe } from '../inbox/controls.ts'
import { csrfToken, isValidCsrfToken } from '../inbox/csrf.ts'
import { readDataExport } from '../inbox/data-export.ts'
import { chooseLanguage } from '../inbox/language.decide.ts'
import { contentSecurityPolicy } from '../inbox/layout.ts'
import { enterInbox, requestFreshLink } from '../inbox/links.ts'
import type { LocaleTexts } from '../inbox/locales/en.ts'
import { localeTexts } from '../inbox/locales/locales.ts'
import {
  freshLinkPage,
  staleLinkPage,
  tooManyPage,
  unavailablePage,
  unsubscribedPage,
  unsubscribePage,
} from '../inbox/notice-pages.ts'
import { recordOpen } from '../inbox/open.ts'
import { inboxPage } from '../inbox/page.ts'
import { readInbox } from '../inbox/read.ts'
import { type Control, controls } from '../inbox/settings.decide.ts'
import { readSettings } from '../inbox/settings.ts'
import { settingsPage } from '../inbox/settings-page.ts'
import { readClue } from '../inbox/verify-text.decide.ts'
import { isOurText } from '../inbox/verify-text.ts'
import { type VerifyTextResult, verifyTextPage } from '../inbox/verify-text-page.ts'
import {
  type InboxPass,
  inboxPassDays,
  readInboxSession,
  readInboxToken,
  readTextToken,
  readUnsubscribeToken,
  shardOfTextToken,
} from '../inbox-tokens/tokens.ts'
import { withShard } from '../shards.ts'
import { get, type Page, type PageRequest, post } from './pages.ts'
import { createRateLimiter, type Rate } from './rate-limit.ts'
import { type HttpResponse, html, json, page, refusal, success, tooMany, unavailable } from './response.ts'

const formLimitBytes = 8 * 1024
const cookieName = '__Host-inbox'

/**
 * Limits for unauthenticated callers, per address and for all together, because four digits and a reference can be guessed.
 * The limit for all is per process.
 */
const rates = {
  verifyText: { each: { perSecond: 5 / 60, burst: 5 }, all: { perSecond: 2, burst: 40 } },
  freshLink: { each: { perSecond: 10 / 60, burst: 10 }, all: { perSecond: 5, burst: 100 } },
} satisfies Record<string, { each: Rate; all: Rate }>

type Reader = { context: Context; session: string; pass: InboxPass }
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
  /** The inbox requests for one business, or all those without a business, use at most their share of the connections. */
  const via = (businessId: string | null): Context => ({
    ...context,
    db: context.db.as(businessId === null ? 'inbox' : `inbox ${businessId}`),
  })
  /** Null when the request has no valid session. */
  const readerOf = (headers: IncomingHttpHeaders): Reader | null => {
    const session = sessionOf(headers)
    const pass = readInboxSession(keyring, session)
    return pass === null ? null : { context: via(pass.businessId), session, pass }
  }

  /** A page that needs a session. `read` returns null when the recipient does not exist any more. */
  const withSession =
    (read: (reader: Reader, request: PageRequest) => Promise<HttpResponse | null>): Serve =>
    async (request) => {
      const reader = readerOf(request.headers)
      return (reader && (await read(reader, request))) ?? staleLink(request.headers, null)
    }
  /** A page without a session, with a rate limit. */
  const limited =
    (name: keyof typeof rates, serve: Serve): Serve =>
    async (request) => {
      const wait = secondsToWait(name, request.address)
      return wait > 0 ? withHtml(tooMany(wait), tooManyPage(textsFor(request.headers))) : serve(request)
    }
  const enterBy =
    (read: typeof readInboxToken | typeof readTextToken): Serve =>
    async ({ headers, params }) => {
      const link = read(keyring, params['token']!)
      const session = link && (await enterInbox(via(link.businessId), link))
      return session === null
        ? staleLink(headers, params['token']!)
        : redirect('/inbox', { 'Set-Cookie': cookieOf(session) })
    }
  const unsubscribeBy =
    (act: typeof unsubscribe, pageOf: typeof unsubscribePage): Serve =>
    async ({ headers, params }) => {
      const target = readUnsubscribeToken(keyring, params['token']!)
      const shop = target && (await act(via(target.businessId), target))
      return shop === null ? staleLink(headers, null) : show(pageOf(textsFor(headers), shop))
    }

  const showInbox = withSession(async (reader, { headers, params }) => {
    const view = await readInbox(reader.context, reader.pass, parseId('msg', params['message_id'] ?? ''))
    return view && show(inboxPage(textsFor(headers), view))
  })
  const showSettings = withSession(async (reader, { headers, query }) => {
    const view = await readSettings(reader.context, reader.pass, new URLSearchParams(query).get('done'))
    return view && show(settingsPage(textsFor(headers), view, csrfToken(keyring, reader.session)))
  })
  const showDataExport = withSession(async (reader) => {
    const document = await readDataExport(reader.context, reader.pass)
    return document && page(json, document, { 'Content-Disposition': 'attachment; filename="data-export.json"' })
  })
  const open: Serve = async ({ headers, body }) => {
    const reader = isSameOriginForm(headers) ? readerOf(headers) : null
    if (reader !== null) await recordOpen(reader.context, reader.pass, fieldOf(body, 'shown'))
    return redirect('/inbox')
  }
  const use =
    (control: Control): Serve =>
    async ({ headers, body }) => {
      const reader = isSameOriginForm(headers) ? readerOf(headers) : null
      if (reader !== null && isValidCsrfToken(keyring, reader.session, fieldOf(body, 'proof')))
        await applyControl(reader.context, reader.pass, control)
      return redirect(`/inbox/settings?done=${control}`)
    }
  // The response is always the same, so that it does not reveal whose link this was, or whether it was valid.
  const requestLink = limited('freshLink', async ({ headers, body }) => {
    if (isSameOriginForm(headers)) await requestFreshLink(via(null), fieldOf(body, 'link'), languageOf(headers))
    return show(freshLinkPage(textsFor(headers)))
  })
  const showVerifyText = (headers: IncomingHttpHeaders, result: VerifyTextResult | null): HttpResponse =>
    show(verifyTextPage(textsFor(headers), `${publicUrl}/i/`, result))
  const verifyText = limited('verifyText', async ({ headers, body }) => {
    const [clue, ending] = [fieldOf(body, 'clue'), fieldOf(body, 'ending')]
    const isOurs = isSameOriginForm(headers) && (await isOurText(via(null), clue, ending))
    return showVerifyText(headers, { clue, ending, isOurs })
  })
  // A form cannot write what is typed into its own address without a script. So the browser repeats the request, with the same
  // body, at the address with the shard of the typed link.
  const verifyTextAtShard: Serve = async (request) => {
    const shard = isSameOriginForm(request.headers)
      ? shardOfTextToken(readClue(fieldOf(request.body, 'clue')).token)
      : null
    if (shard === null || new URLSearchParams(request.query).get('shard') === shard) return verifyText(request)
    return success('temporary_redirect', null, { Location: withShard('/genuine', shard) })
  }

  const pages: Page[] = [
    get('inbox.enter', '/inbox/{token}', 'path', enterBy(readInboxToken)),
    get('inbox.enter_by_text', '/i/{token}', 'path', enterBy(readTextToken)),
    get('inbox', '/inbox', 'cookie', showInbox),
    get('inbox.older', '/inbox/older/{message_id}', 'cookie', showInbox),
    form('inbox.open', '/inbox/open', 'cookie', open),
    get('inbox.settings', '/inbox/settings', 'cookie', showSettings),
    ...controls.map((control) =>
      form(`inbox.settings.${control}`, `/inbox/settings/${control}`, 'cookie', use(control)),
    ),
    get('inbox.data_export', '/inbox/data-export.json', 'cookie', showDataExport),
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

const policy = { 'Content-Security-Policy': contentSecurityPolicy }

const languageOf = (headers: IncomingHttpHeaders) => chooseLanguage(headers['accept-language'] ?? '')
const textsFor = (headers: IncomingHttpHeaders): LocaleTexts => localeTexts[languageOf(headers)]

const form = (...route: Parameters<typeof post>): Page => ({
  ...post(...route),
  bodyLimitBytes: formLimitBytes,
})

const show = ({ markup }: Html): HttpResponse => page(html, markup, policy)
const redirect = (path: string, headers: Record<string, string> = {}): HttpResponse =>
  success('see_other', null, { Location: path, ...headers })
const withHtml = (response: HttpResponse, { markup: body }: Html): HttpResponse => ({
  ...response,
  headers: { ...policy, ...response.headers },
  contentType: html,
  body,
})

/** Not a success, because a mail program would then report a one-click unsubscribe as done. */
const staleLink = (headers: IncomingHttpHeaders, link: string | null): HttpResponse =>
  withHtml(refusal('common.not_found'), staleLinkPage(textsFor(headers), link))

/** Responds with a page when the database is unavailable or a row is locked too long. */
async function serveOrUnavailable(one: Page, request: PageRequest): Promise<HttpResponse> {
  try {
    return await one.serve(request)
  } catch (error) {
    if (!isUnavailable(error)) throw error
    return withHtml(unavailable(), unavailablePage(textsFor(request.headers)))
  }
}

const cookieOf = (session: string): string =>
  `${cookieName}=${session}; Path=/; Max-Age=${inboxPassDays * 86_400}; Secure; HttpOnly; SameSite=Lax`

/** Empty without the cookie; an empty text is not a valid session. */
function sessionOf({ cookie = '' }: IncomingHttpHeaders): string {
  const found = cookie.split('; ').find((pair) => pair.startsWith(`${cookieName}=`))
  return found?.slice(cookieName.length + 1) ?? ''
}

/** Checks Sec-Fetch-Site and not Origin, because our pages send no referrer, which makes their Origin null. */
function isSameOriginForm(headers: IncomingHttpHeaders): boolean {
  const site = headers['sec-fetch-site'] ?? 'same-origin'
  return site === 'same-origin' && /^application\/x-www-form-urlencoded\b/i.test(headers['content-type'] ?? '')
}

const fieldOf = (body: Buffer, name: string): string => new URLSearchParams(body.toString()).get(name) ?? ''
