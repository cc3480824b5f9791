import type { Branded } from '../brand/brand.ts'
import type { Context } from '../context.ts'
import { parseId } from '../ids.ts'
import { applyControl, applyOrderControl, signOutEverywhere } from '../inbox/controls.ts'
import { csrfToken, isValidCsrfToken } from '../inbox/csrf.ts'
import { readDataExport } from '../inbox/data-export.ts'
import { findRecipientOf, requestFreshLink } from '../inbox/links.ts'
import type { LocaleTexts } from '../inbox/locales/en.ts'
import { endedPage, freshLinkPage, type Renewal, signedOutPage, wrongNumberDonePage } from '../inbox/notice-pages.ts'
import { recordOpen } from '../inbox/open.ts'
import { orderPage } from '../inbox/order-page.ts'
import { readOrderSettings } from '../inbox/order-settings.ts'
import { inboxPage } from '../inbox/page.ts'
import { type PageOfInbox, readInbox, readOrder } from '../inbox/read.ts'
import { type Session, sessionPath } from '../inbox/session.ts'
import { type Control, controls } from '../inbox/settings.decide.ts'
import { readSettings } from '../inbox/settings.ts'
import { settingsPage } from '../inbox/settings-page.ts'
import type { Keyring } from '../keyring.ts'
import { fieldOf, form, isSameOriginForm, queryOf, redirect } from './form.ts'
import { languageOf, show, showBranded, staleLink, textsFor, withHtml } from './inbox-response.ts'
import { get, type Page, type PageRequest } from './pages.ts'
import { formRefused, type HttpResponse, json, page } from './response.ts'
import { sessionCookie, sessionOf } from './session-cookie.ts'

/** A request with an authentic session. `texts` are those of the reader's language. */
type Visit<Kind extends Session['kind']> = {
  context: Context
  session: Extract<Session, { kind: Kind }>
  path: string
  texts: LocaleTexts
  request: PageRequest
}
type Serve = (request: PageRequest) => Promise<HttpResponse>

/**
 * The pages of readers who followed a link: `/inbox/{inbox}` for the link of an email, `/i/{inbox}` for that of a text or
 * WhatsApp message. `via` is the context of a business; `limited` applies the rate limit for requests of fresh links.
 */
export function sessionPages(
  keyring: Keyring,
  via: (businessId: string) => Promise<Context>,
  limited: (serve: Serve) => Serve,
): Page[] {
  const visitOf = async <Kind extends Session['kind']>(
    kind: Kind,
    request: PageRequest,
  ): Promise<Visit<Kind> | null> => {
    const session = sessionOf(keyring, kind, request)
    if (session === null) return null
    const texts = textsFor(request.headers)
    return { context: await via(session.businessId), session, path: sessionPath(session), texts, request }
  }
  const renewalOf = (visit: { path: string; session: Session } | null): Renewal | null =>
    visit && { path: visit.path, csrfToken: csrfToken(keyring, visit.session) }

  /** A page that needs a session. `read` returns null when the session has ended. */
  const inSession =
    <Kind extends Session['kind']>(kind: Kind, read: (visit: Visit<Kind>) => Promise<HttpResponse | null>): Serve =>
    async (request) => {
      const visit = await visitOf(kind, request)
      return (visit && (await read(visit))) ?? staleLink(request.headers, renewalOf(visit))
    }
  /** A form of a page in a session. `act` returns null when it did nothing, because the session has ended. */
  const formInSession =
    <Kind extends Session['kind']>(kind: Kind, act: (visit: Visit<Kind>) => Promise<HttpResponse | null>): Serve =>
    async (request) => {
      const visit = await visitOf(kind, request)
      const response = visit !== null && isSameOriginForm(request.headers) ? await act(visit) : null
      return response ?? withHtml(formRefused(), endedPage(textsFor(request.headers), renewalOf(visit)))
    }
  const withCsrf =
    <Kind extends Session['kind']>(act: (visit: Visit<Kind>) => Promise<HttpResponse | null>) =>
    async (visit: Visit<Kind>): Promise<HttpResponse | null> =>
      isValidCsrfToken(keyring, visit.session, fieldOf(visit.request.body, 'proof')) ? act(visit) : null

  const showInbox = (pageOf: (request: PageRequest) => PageOfInbox) =>
    inSession('mailbox', async ({ context: own, session, path, request }) => {
      const view = await readInbox(own, session, pageOf(request))
      return view && showBranded(inboxPage(textsOf(request, view), view, path), view.brand)
    })
  const showSettings = inSession('mailbox', async ({ context: own, session, path, request }) => {
    const view = await readSettings(own, session, queryOf(request, 'done'))
    return (
      view && showBranded(settingsPage(textsOf(request, view), view, csrfToken(keyring, session), path), view.brand)
    )
  })
  const showDataExport = inSession('mailbox', async ({ context: own, session }) => {
    const document = await readDataExport(own, session)
    return document && page(json, document, { 'Content-Disposition': 'attachment; filename="data-export.json"' })
  })
  const showOrder = inSession('order', async ({ context: own, session, path, request }) => {
    const view = await readOrder(own, session, olderThan(request))
    if (view === null) return null
    const settings = await readOrderSettings(own, session.businessId, view, queryOf(request, 'done'))
    const order = orderPage(textsOf(request, view), { ...view, ...settings }, csrfToken(keyring, session), path)
    return showBranded(order, view.brand)
  })
  const open = (kind: Session['kind']): Serve =>
    formInSession(kind, async ({ context: own, session, path, request }) =>
      (await recordOpen(own, session, fieldOf(request.body, 'shown'))) ? redirect(`${path}/updates`) : null,
    )
  const use = (control: Control): Serve =>
    formInSession(
      'mailbox',
      withCsrf(async ({ context: own, session, path }) => {
        const applied = await applyControl(own, session, control)
        if (applied === null) return null
        const cookie = { 'Set-Cookie': sessionCookie(keyring, applied.session, applied.now) }
        return redirect(`${path}/settings?done=${control}`, applied.session.epoch === session.epoch ? {} : cookie)
      }),
    )
  const signOut = formInSession(
    'mailbox',
    withCsrf(async (visit) => {
      const reader = await signOutEverywhere(visit.context, visit.session)
      return reader && show(signedOutPage(visit.texts, reader.shop, renewalOf(visit)!))
    }),
  )
  const stopOrderChannel = formInSession(
    'order',
    withCsrf(async ({ context: own, session, path }) =>
      (await applyOrderControl(own, session, 'stop')) === null ? null : redirect(`${path}/updates?done=stop`),
    ),
  )
  // The session ends with the number, so the confirmation is this response.
  const disownOrderNumber = formInSession(
    'order',
    withCsrf(async ({ context: own, session, texts }) => {
      const reader = await applyOrderControl(own, session, 'number')
      return reader && show(wrongNumberDonePage(texts, reader.shop))
    }),
  )
  /** A session that has ended still identifies the recipient, to whose address the link is sent. */
  const mailLink = (kind: Session['kind']): Serve =>
    limited(
      formInSession(
        kind,
        withCsrf(async ({ context: own, session, texts, request }) => {
          await requestFreshLink(own, await findRecipientOf(own, session), languageOf(request.headers))
          return show(freshLinkPage(texts))
        }),
      ),
    )

  return [
    get(
      'inbox',
      '/inbox/{inbox}/updates',
      'path',
      showInbox(() => ({ isFirst: true })),
    ),
    get(
      'inbox.others',
      '/inbox/{inbox}/others',
      'path',
      showInbox(() => ({ isFirst: false, olderThan: null })),
    ),
    get(
      'inbox.older',
      '/inbox/{inbox}/older/{message_id}',
      'path',
      showInbox((request) => ({ isFirst: false, olderThan: olderThan(request) })),
    ),
    form('inbox.open', '/inbox/{inbox}/open', 'path', open('mailbox')),
    get('inbox.settings', '/inbox/{inbox}/settings', 'path', showSettings),
    ...controls.map((control) =>
      form(`inbox.settings.${control}`, `/inbox/{inbox}/settings/${control}`, 'path', use(control)),
    ),
    form('inbox.sign_out', '/inbox/{inbox}/sign-out', 'path', signOut),
    get('inbox.data_export', '/inbox/{inbox}/data-export.json', 'path', showDataExport),
    form('inbox.mail_link', '/inbox/{inbox}/mail', 'path', mailLink('mailbox')),
    get('order', '/i/{inbox}/updates', 'path', showOrder),
    get('order.older', '/i/{inbox}/older/{message_id}', 'path', showOrder),
    form('order.open', '/i/{inbox}/open', 'path', open('order')),
    form('order.stop', '/i/{inbox}/stop', 'path', stopOrderChannel),
    form('order.number', '/i/{inbox}/number', 'path', disownOrderNumber),
    form('order.mail_link', '/i/{inbox}/mail', 'path', mailLink('order')),
  ]
}

const textsOf = ({ headers }: PageRequest, { brand }: Branded): LocaleTexts => textsFor(headers, brand.language)

/** The message after which a page begins; null for the first page. */
const olderThan = ({ params }: PageRequest): string | null => parseId('msg', params['message_id'] ?? '')
