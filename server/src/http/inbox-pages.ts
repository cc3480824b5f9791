import type { IncomingHttpHeaders } from 'node:http'
import type { Context } from '../context.ts'
import { isUnavailable } from '../db/errors.ts'
import type { Html } from '../html.ts'
import { parseId } from '../ids.ts'
import { shopToUnsubscribeFrom, unsubscribe, useControl } from '../inbox/controls.ts'
import { formProof, isFormProof } from '../inbox/csrf.ts'
import { readDataExport } from '../inbox/data-export.ts'
import { chooseLanguage } from '../inbox/language.decide.ts'
import { contentSecurityPolicy } from '../inbox/layout.ts'
import { askForFreshLink, enterInbox } from '../inbox/links.ts'
import type { Words } from '../inbox/locales/en.ts'
import { wordsIn } from '../inbox/locales/locales.ts'
import {
  freshLinkPage,
  notNowPage,
  staleLinkPage,
  tooManyPage,
  unsubscribedPage,
  unsubscribePage,
} from '../inbox/notice-pages.ts'
import { recordOpen } from '../inbox/open.ts'
import { inboxPage } from '../inbox/page.ts'
import { readInbox } from '../inbox/read.ts'
import { type Control, controls } from '../inbox/settings.decide.ts'
import { readSettings } from '../inbox/settings.ts'
import { settingsPage } from '../inbox/settings-page.ts'
import { isOurText } from '../inbox/verify-text.ts'
import { type GenuineAnswer, genuinePage } from '../inbox/verify-text-page.ts'
import {
  type InboxPass,
  inboxPassDays,
  readInboxSession,
  readInboxToken,
  readTextToken,
  readUnsubscribeToken,
} from '../inbox-tokens/tokens.ts'
import { get, type Page, post, type Visit } from './pages.ts'
import { createRateLimiter, type Rate } from './rate-limit.ts'
import { answer, html, json, page, type Reply, refusal, tooMany, unavailable } from './reply.ts'

const formLimitBytes = 8 * 1024
const cookieName = '__Host-inbox'

/**
 * How often strangers may ask, each by their address, and all together: four digits and a reference can be guessed. All together
 * is by process, so of several each gives as much.
 */
const rates = {
  genuine: { each: { perSecond: 5 / 60, burst: 5 }, all: { perSecond: 2, burst: 40 } },
  freshLink: { each: { perSecond: 10 / 60, burst: 10 }, all: { perSecond: 5, burst: 100 } },
} satisfies Record<string, { each: Rate; all: Rate }>

type Reader = { context: Context; session: string; pass: InboxPass }
type Serve = (visit: Visit) => Promise<Reply>

/** What a recipient sees. A GET changes nothing, whoever sends it and however often. */
export function inboxPages(context: Context): Page[] {
  const { deriveKey, publicUrl } = context
  const { take } = createRateLimiter()
  /** 0 when it may be asked. One address that asks too often uses up nothing of what is for all. */
  const secondsToWait = (what: keyof typeof rates, address: string | null): number => {
    const { each, all } = rates[what]
    const now = performance.now() / 1000
    const own = address === null ? 0 : take(`${what} ${address}`, each, now).retryAfterSeconds
    return own > 0 ? own : take(what, all, now).retryAfterSeconds
  }
  /** What readers of one business's messages do holds no more than their share of the connections; without a business, all who have none. */
  const via = (businessId: string | null): Context => ({
    ...context,
    db: context.db.as(businessId === null ? 'inbox' : `inbox ${businessId}`),
  })
  /** Null when the session of a request opens no inbox. */
  const readerOf = (headers: IncomingHttpHeaders): Reader | null => {
    const session = sessionOf(headers)
    const pass = readInboxSession(deriveKey, session)
    return pass === null ? null : { context: via(pass.businessId), session, pass }
  }

  /** What a session shows. `read` returns null when there is no inbox any more. */
  const own =
    (read: (reader: Reader, visit: Visit) => Promise<Reply | null>): Serve =>
    async (visit) => {
      const reader = readerOf(visit.headers)
      return (reader && (await read(reader, visit))) ?? staleLink(visit.headers, null)
    }
  /** What strangers may ask, but not too often. */
  const limited =
    (what: keyof typeof rates, serve: Serve): Serve =>
    async (visit) => {
      const wait = secondsToWait(what, visit.address)
      return wait > 0 ? inMarkup(tooMany(wait), tooManyPage(wordsFor(visit.headers))) : serve(visit)
    }
  const entering =
    (read: typeof readInboxToken | typeof readTextToken): Serve =>
    async ({ headers, params }) => {
      const link = read(deriveKey, params['token']!)
      const session = link && (await enterInbox(via(link.businessId), link))
      return session === null
        ? staleLink(headers, params['token']!)
        : goTo('/inbox', { 'Set-Cookie': cookieOf(session) })
    }
  const unsubscribing =
    (act: typeof unsubscribe, pageOf: typeof unsubscribePage): Serve =>
    async ({ headers, params }) => {
      const target = readUnsubscribeToken(deriveKey, params['token']!)
      const shop = target && (await act(via(target.businessId), target))
      return shop === null ? staleLink(headers, null) : show(pageOf(wordsFor(headers), shop))
    }

  const showInbox = own(async (reader, { headers, params }) => {
    const view = await readInbox(reader.context, reader.pass, parseId('msg', params['message_id'] ?? ''))
    return view && show(inboxPage(wordsFor(headers), view))
  })
  const showSettings = own(async (reader, { headers, query }) => {
    const view = await readSettings(reader.context, reader.pass, new URLSearchParams(query).get('done'))
    return view && show(settingsPage(wordsFor(headers), view, formProof(deriveKey, reader.session)))
  })
  const showHeld = own(async (reader) => {
    const document = await readDataExport(reader.context, reader.pass)
    return document && page(json, document, { 'Content-Disposition': 'attachment; filename="held.json"' })
  })
  const open: Serve = async ({ headers, body }) => {
    const reader = isFormOfOurs(headers) ? readerOf(headers) : null
    if (reader !== null) await recordOpen(reader.context, reader.pass, fieldOf(body, 'shown'))
    return goTo('/inbox')
  }
  const use =
    (control: Control): Serve =>
    async ({ headers, body }) => {
      const reader = isFormOfOurs(headers) ? readerOf(headers) : null
      if (reader !== null && isFormProof(deriveKey, reader.session, fieldOf(body, 'proof')))
        await useControl(reader.context, reader.pass, control)
      return goTo(`/inbox/settings?done=${control}`)
    }
  // One answer to whatever was asked, so that nobody learns by it whose link this was, or whether it was one.
  const askLink = limited('freshLink', async ({ headers, body }) => {
    if (isFormOfOurs(headers)) await askForFreshLink(via(null), fieldOf(body, 'link'), languageOf(headers))
    return show(freshLinkPage(wordsFor(headers)))
  })
  const showGenuine = (headers: IncomingHttpHeaders, asked: GenuineAnswer | null): Reply =>
    show(genuinePage(wordsFor(headers), `${publicUrl}/i/`, asked))
  const checkText = limited('genuine', async ({ headers, body }) => {
    const [clue, ending] = [fieldOf(body, 'clue'), fieldOf(body, 'ending')]
    const isOurs = isFormOfOurs(headers) && (await isOurText(via(null), clue, ending))
    return showGenuine(headers, { clue, ending, isOurs })
  })

  const pages: Page[] = [
    get('inbox.enter', '/inbox/{token}', entering(readInboxToken)),
    get('inbox.enter_by_text', '/i/{token}', entering(readTextToken)),
    get('inbox', '/inbox', showInbox),
    get('inbox.older', '/inbox/older/{message_id}', showInbox),
    form('inbox.open', '/inbox/open', open),
    get('inbox.settings', '/inbox/settings', showSettings),
    ...controls.map((control) => form(`inbox.settings.${control}`, `/inbox/settings/${control}`, use(control))),
    get('inbox.held', '/inbox/held.json', showHeld),
    form('inbox.fresh_link', '/inbox/fresh-link', askLink),
    get('genuine.ask', '/genuine', ({ headers }) => showGenuine(headers, null)),
    form('genuine', '/genuine', checkText),
    get('unsubscribe.ask', '/unsubscribe/{token}', unsubscribing(shopToUnsubscribeFrom, unsubscribePage)),
    // The button of the page, and the one click of a mail program (RFC 8058), which brings no cookie and a body we need not read.
    post('unsubscribe', '/unsubscribe/{token}', unsubscribing(unsubscribe, unsubscribedPage)),
  ]
  return pages.map((one) => ({ ...one, serve: (visit) => inWords(one, visit) }))
}

const policy = { 'Content-Security-Policy': contentSecurityPolicy }

const languageOf = (headers: IncomingHttpHeaders) => chooseLanguage(headers['accept-language'] ?? '')
const wordsFor = (headers: IncomingHttpHeaders): Words => wordsIn[languageOf(headers)]

const form = (name: string, path: string, serve: Serve): Page => ({
  ...post(name, path, serve),
  bodyLimitBytes: formLimitBytes,
})

const show = ({ markup }: Html): Reply => page(html, markup, policy)
const goTo = (path: string, headers: Record<string, string> = {}): Reply =>
  answer('see_other', null, { Location: path, ...headers })
const inMarkup = (reply: Reply, { markup: body }: Html): Reply => ({
  ...reply,
  headers: { ...policy, ...reply.headers },
  contentType: html,
  body,
})

/** Not a success, or a mail program would take a one-click that stopped nothing for done. */
const staleLink = (headers: IncomingHttpHeaders, link: string | null): Reply =>
  inMarkup(refusal('common.not_found'), staleLinkPage(wordsFor(headers), link))

/** A person is told in words that it is not possible just now: the database is away, or what they change is held by somebody else. */
async function inWords(one: Page, visit: Visit): Promise<Reply> {
  try {
    return await one.serve(visit)
  } catch (error) {
    if (!isUnavailable(error)) throw error
    return inMarkup(unavailable(), notNowPage(wordsFor(visit.headers)))
  }
}

const cookieOf = (session: string): string =>
  `${cookieName}=${session}; Path=/; Max-Age=${inboxPassDays * 86_400}; Secure; HttpOnly; SameSite=Lax`

/** Empty without the cookie, which is no session. */
function sessionOf({ cookie = '' }: IncomingHttpHeaders): string {
  const found = cookie.split('; ').find((pair) => pair.startsWith(`${cookieName}=`))
  return found?.slice(cookieName.length + 1) ?? ''
}

/** A browser says where a form came from. Origin says nothing here: our pages send no referrer, so theirs is null as well. */
function isFormOfOurs(headers: IncomingHttpHeaders): boolean {
  const site = headers['sec-fetch-site'] ?? 'same-origin'
  return site === 'same-origin' && /^application\/x-www-form-urlencoded\b/i.test(headers['content-type'] ?? '')
}

const fieldOf = (body: Buffer, name: string): string => new URLSearchParams(body.toString()).get(name) ?? ''
