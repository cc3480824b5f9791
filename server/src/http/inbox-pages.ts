import type { IncomingHttpHeaders } from 'node:http'
import type { Context } from '../context.ts'
import type { Html } from '../html.ts'
import { readId } from '../ids.ts'
import { enterByText, enterInbox } from '../inbox/enter.ts'
import { contentSecurityPolicy } from '../inbox/layout.ts'
import { recordOpen } from '../inbox/open.ts'
import { staleLinkPage, unsubscribedPage, unsubscribePage } from '../inbox/other-pages.ts'
import { inboxPage } from '../inbox/page.ts'
import { readInbox } from '../inbox/read.ts'
import { shopToUnsubscribeFrom, unsubscribe } from '../inbox/unsubscribe.ts'
import { inboxPassDays } from '../recipients/inbox-link.ts'
import type { Page, Visit } from './pages.ts'
import { answer, page, type Reply, refusal } from './reply.ts'

const openBodyLimitBytes = 8 * 1024
const cookieName = '__Host-inbox'

/** What a recipient sees. A GET changes nothing, whoever sends it and however often. */
export function inboxPages(context: Context): Page[] {
  const showInbox = async ({ headers, params }: Visit): Promise<Reply> => {
    const view = await readInbox(context, sessionOf(headers), readId('msg', params['message_id'] ?? ''))
    return view === null ? staleLink : show(inboxPage(view))
  }
  return [
    {
      name: 'inbox.enter',
      method: 'GET',
      path: '/inbox/{token}',
      async serve({ params }) {
        const session = await enterInbox(context, params['token']!)
        return session === null ? staleLink : toInbox({ 'Set-Cookie': cookieOf(session) })
      },
    },
    {
      name: 'inbox.enter_by_text',
      method: 'GET',
      path: '/i/{token}',
      async serve({ params }) {
        const session = await enterByText(context, params['token']!)
        return session === null ? staleLink : toInbox({ 'Set-Cookie': cookieOf(session) })
      },
    },
    { name: 'inbox', method: 'GET', path: '/inbox', serve: showInbox },
    { name: 'inbox.older', method: 'GET', path: '/inbox/older/{message_id}', serve: showInbox },
    {
      name: 'inbox.open',
      method: 'POST',
      path: '/inbox/open',
      bodyLimitBytes: openBodyLimitBytes,
      async serve({ headers, body }) {
        if (isFormOfOurs(headers)) await recordOpen(context, sessionOf(headers), shownIn(body))
        return toInbox()
      },
    },
    {
      name: 'unsubscribe.ask',
      method: 'GET',
      path: '/unsubscribe/{token}',
      async serve({ params }) {
        const shop = await shopToUnsubscribeFrom(context, params['token']!)
        return shop === null ? staleLink : show(unsubscribePage(shop))
      },
    },
    {
      // The button of the page, and the one click of a mail program (RFC 8058), which brings no cookie and a body we need not read.
      name: 'unsubscribe',
      method: 'POST',
      path: '/unsubscribe/{token}',
      async serve({ params }) {
        const shop = await unsubscribe(context, params['token']!)
        return shop === null ? staleLink : show(unsubscribedPage(shop))
      },
    },
  ]
}

const html = 'text/html; charset=utf-8'
const policy = { 'Content-Security-Policy': contentSecurityPolicy }

const show = ({ markup }: Html): Reply => page(html, markup, policy)
const toInbox = (headers: Record<string, string> = {}): Reply =>
  answer('see_other', null, { Location: '/inbox', ...headers })
/** Not a success, or a mail program would take a one-click that stopped nothing for done. */
const staleLink: Reply = { ...refusal('common.not_found', policy), contentType: html, body: staleLinkPage.markup }

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

const shownIn = (body: Buffer): string => new URLSearchParams(body.toString()).get('shown') ?? ''
