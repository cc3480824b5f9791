import type { IncomingHttpHeaders } from 'node:http'
import type { Context } from '../context.ts'
import { isUnavailable } from '../db/faults.ts'
import type { Html } from '../html.ts'
import { readId } from '../ids.ts'
import { askForErasure } from '../inbox/ask-erasure.ts'
import { readDataExport } from '../inbox/data-export.ts'
import { enterByText, enterInbox } from '../inbox/enter.ts'
import { isFormProof } from '../inbox/form-proof.ts'
import { askForFreshLink } from '../inbox/fresh-link.ts'
import { isOurText } from '../inbox/genuine.ts'
import { genuinePage } from '../inbox/genuine-page.ts'
import { chooseLanguage } from '../inbox/language.decide.ts'
import { contentSecurityPolicy } from '../inbox/layout.ts'
import { disownNumber } from '../inbox/not-my-number.ts'
import { recordOpen } from '../inbox/open.ts'
import {
  freshLinkPage,
  notNowPage,
  staleLinkPage,
  tooManyPage,
  unsubscribedPage,
  unsubscribePage,
} from '../inbox/other-pages.ts'
import { inboxPage } from '../inbox/page.ts'
import { readInbox } from '../inbox/read.ts'
import type { Control } from '../inbox/settings.decide.ts'
import { readSettings } from '../inbox/settings.ts'
import { settingsPage } from '../inbox/settings-page.ts'
import { stopChannel } from '../inbox/stop.ts'
import { shopToUnsubscribeFrom, stopEverything, unsubscribe } from '../inbox/unsubscribe.ts'
import type { Words } from '../inbox/words/en.ts'
import { wordsIn } from '../inbox/words/words.ts'
import { inboxPassDays, readInboxSession, readInboxToken, readUnsubscribeToken } from '../inbox-tokens/tokens.ts'
import type { Page, Visit } from './pages.ts'
import { createRateLimiter, type Rate } from './rate-limit.ts'
import { answer, page, type Reply, refusal } from './reply.ts'

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

/** What a reader's own controls do. */
const acts: Record<Control, (context: Context, session: string) => Promise<void>> = {
  texts: (context, session) => stopChannel(context, session, 'sms'),
  whatsapp: (context, session) => stopChannel(context, session, 'whatsapp'),
  number: disownNumber,
  everything: stopEverything,
  erasure: askForErasure,
}

/** What a recipient sees. A GET changes nothing, whoever sends it and however often. */
export function inboxPages(context: Context): Page[] {
  const { deriveKey, publicUrl } = context
  const { take } = createRateLimiter()
  /** 0 when it may be asked. One address that asks too often uses up nothing of what is for all. */
  const secondsToWait = (what: keyof typeof rates, { address }: Visit): number => {
    const { each, all } = rates[what]
    const now = performance.now() / 1000
    const own = address === null ? 0 : take(`${what} ${address}`, each, now).retryAfterSeconds
    return own > 0 ? own : take(what, all, now).retryAfterSeconds
  }
  /** What readers of one business's messages do holds no more than their share of the connections; without a business, all who have none. */
  const via = (businessId: string | undefined): Context => ({
    ...context,
    db: context.db.as(businessId === undefined ? 'inbox' : `inbox ${businessId}`),
  })
  const ofReader = (headers: IncomingHttpHeaders): Context =>
    via(readInboxSession(deriveKey, sessionOf(headers))?.businessId)
  const ofUnsubscriber = (token: string): Context => via(readUnsubscribeToken(deriveKey, token)?.businessId)
  const showInbox = async ({ headers, params }: Visit): Promise<Reply> => {
    const view = await readInbox(ofReader(headers), sessionOf(headers), readId('msg', params['message_id'] ?? ''))
    return view === null ? staleLink(headers, null) : show(inboxPage(wordsFor(headers), view))
  }
  const enter = async ({ headers, params }: Visit, exchange: typeof enterInbox): Promise<Reply> => {
    const session = await exchange(via(readInboxToken(deriveKey, params['token']!)?.businessId), params['token']!)
    return session === null ? staleLink(headers, params['token']!) : goTo('/inbox', { 'Set-Cookie': cookieOf(session) })
  }
  const pages: Page[] = [
    { name: 'inbox.enter', method: 'GET', path: '/inbox/{token}', serve: (visit) => enter(visit, enterInbox) },
    { name: 'inbox.enter_by_text', method: 'GET', path: '/i/{token}', serve: (visit) => enter(visit, enterByText) },
    { name: 'inbox', method: 'GET', path: '/inbox', serve: showInbox },
    { name: 'inbox.older', method: 'GET', path: '/inbox/older/{message_id}', serve: showInbox },
    {
      name: 'inbox.open',
      method: 'POST',
      path: '/inbox/open',
      bodyLimitBytes: formLimitBytes,
      async serve({ headers, body }) {
        if (isFormOfOurs(headers)) await recordOpen(ofReader(headers), sessionOf(headers), fieldOf(body, 'shown'))
        return goTo('/inbox')
      },
    },
    {
      name: 'inbox.settings',
      method: 'GET',
      path: '/inbox/settings',
      async serve({ headers, query }) {
        const view = await readSettings(ofReader(headers), sessionOf(headers), new URLSearchParams(query).get('done'))
        return view === null ? staleLink(headers, null) : show(settingsPage(wordsFor(headers), view))
      },
    },
    ...Object.entries(acts).map(
      ([control, act]): Page => ({
        name: `inbox.settings.${control}`,
        method: 'POST',
        path: `/inbox/settings/${control}`,
        bodyLimitBytes: formLimitBytes,
        async serve({ headers, body }) {
          const session = sessionOf(headers)
          if (isFormOfOurs(headers) && isFormProof(deriveKey, session, fieldOf(body, 'proof')))
            await act(ofReader(headers), session)
          return goTo(`/inbox/settings?done=${control}`)
        },
      }),
    ),
    {
      name: 'inbox.held',
      method: 'GET',
      path: '/inbox/held.json',
      async serve({ headers }) {
        const document = await readDataExport(ofReader(headers), sessionOf(headers))
        if (document === null) return staleLink(headers, null)
        return page(json, document, { 'Content-Disposition': 'attachment; filename="held.json"' })
      },
    },
    {
      // One answer to whatever was asked, so that nobody learns by it whose link this was, or whether it was one.
      name: 'inbox.fresh_link',
      method: 'POST',
      path: '/inbox/fresh-link',
      bodyLimitBytes: formLimitBytes,
      async serve(visit) {
        const { headers, body } = visit
        const wait = secondsToWait('freshLink', visit)
        if (wait > 0) return tooMany(headers, wait)
        if (isFormOfOurs(headers)) await askForFreshLink(via(undefined), fieldOf(body, 'link'), languageOf(headers))
        return show(freshLinkPage(wordsFor(headers)))
      },
    },
    {
      name: 'genuine.ask',
      method: 'GET',
      path: '/genuine',
      serve: ({ headers }) => show(genuinePage(wordsFor(headers), `${publicUrl}/i/`, null)),
    },
    {
      name: 'genuine',
      method: 'POST',
      path: '/genuine',
      bodyLimitBytes: formLimitBytes,
      async serve(visit) {
        const { headers, body } = visit
        const wait = secondsToWait('genuine', visit)
        if (wait > 0) return tooMany(headers, wait)
        const [clue, ending] = [fieldOf(body, 'clue'), fieldOf(body, 'ending')]
        const isOurs = isFormOfOurs(headers) && (await isOurText(via(undefined), clue, ending))
        return show(genuinePage(wordsFor(headers), `${publicUrl}/i/`, { clue, ending, isOurs }))
      },
    },
    {
      name: 'unsubscribe.ask',
      method: 'GET',
      path: '/unsubscribe/{token}',
      async serve({ headers, params }) {
        const shop = await shopToUnsubscribeFrom(ofUnsubscriber(params['token']!), params['token']!)
        return shop === null ? staleLink(headers, null) : show(unsubscribePage(wordsFor(headers), shop))
      },
    },
    {
      // The button of the page, and the one click of a mail program (RFC 8058), which brings no cookie and a body we need not read.
      name: 'unsubscribe',
      method: 'POST',
      path: '/unsubscribe/{token}',
      async serve({ headers, params }) {
        const shop = await unsubscribe(ofUnsubscriber(params['token']!), params['token']!)
        return shop === null ? staleLink(headers, null) : show(unsubscribedPage(wordsFor(headers), shop))
      },
    },
  ]
  return pages.map((one) => ({ ...one, serve: (visit) => inWords(one, visit) }))
}

const html = 'text/html; charset=utf-8'
const json = 'application/json; charset=utf-8'
const policy = { 'Content-Security-Policy': contentSecurityPolicy }

const languageOf = (headers: IncomingHttpHeaders) => chooseLanguage(headers['accept-language'] ?? '')
const wordsFor = (headers: IncomingHttpHeaders): Words => wordsIn[languageOf(headers)]

const show = ({ markup }: Html): Reply => page(html, markup, policy)
const goTo = (path: string, headers: Record<string, string> = {}): Reply =>
  answer('see_other', null, { Location: path, ...headers })

/** Not a success, or a mail program would take a one-click that stopped nothing for done. */
const staleLink = (headers: IncomingHttpHeaders, link: string | null): Reply => ({
  ...refusal('common.not_found', policy),
  contentType: html,
  body: staleLinkPage(wordsFor(headers), link).markup,
})

const tooMany = (headers: IncomingHttpHeaders, waitSeconds: number): Reply => ({
  ...refusal('common.rate_limited', { ...policy, 'Retry-After': String(Math.ceil(waitSeconds)) }),
  contentType: html,
  body: tooManyPage(wordsFor(headers)).markup,
})

/** A person is told in words that it is not possible just now: the database is away, or what they change is held by somebody else. */
async function inWords(one: Page, visit: Visit): Promise<Reply> {
  try {
    return await one.serve(visit)
  } catch (error) {
    if (!isUnavailable(error)) throw error
    return {
      ...refusal('common.unavailable', { ...policy, 'Retry-After': '1' }),
      contentType: html,
      body: notNowPage(wordsFor(visit.headers)).markup,
    }
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
