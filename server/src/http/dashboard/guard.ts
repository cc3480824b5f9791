import { type CallingBusiness, type Context, onTestSide } from '../../context.ts'
import {
  forbiddenOperatorPage,
  forbiddenPage,
  formEndedPage,
  missingPage,
  tooManyPage,
  unavailablePage,
} from '../../dashboard/notice-pages.ts'
import { returnPath } from '../../dashboard/people/return-path.decide.ts'
import { isFresh, isSeenStale } from '../../dashboard/people/session.decide.ts'
import { hashToken } from '../../dashboard/people/sessions.ts'
import {
  findSession,
  findVisit,
  markMemberSeen,
  markSeen,
  type SessionRow,
  type VisitedShop,
  type VisitRow,
} from '../../dashboard/people/sql.ts'
import { sendingBlock } from '../../dashboard/sending.decide.ts'
import { isUnavailable } from '../../db/errors.ts'
import { actorAllows, type DashboardActor } from '../../member-role.ts'
import type { Operation } from '../../operation.ts'
import { isPermitted } from '../../operator-role.ts'
import { createRecentlyValid } from '../../recently-valid.ts'
import { parseShopSegment, shopPath } from '../../shop-path.ts'
import { fieldOf, form, isSameOriginForm, readUpload, redirect, uploadForm } from '../form.ts'
import { get, type Page, type PageRequest } from '../pages.ts'
import { createRateLimiter, type Rate } from '../rate-limit.ts'
import { formRefused, type HttpResponse, refusal, tooMany, unavailable } from '../response.ts'
import { createActs } from './act.ts'
import { sessionTokenOf } from './cookies.ts'
import { csrfToken, isValidCsrfToken } from './csrf.ts'
import { showRefusal } from './respond.ts'
import type { OperatorRoute, PersonRoute, PersonVisit, Shop, ShopRoute, ShopVisit } from './routes.ts'

type Route = ShopRoute | PersonRoute | OperatorRoute

const personRate: Rate = { perSecond: 10, burst: 60 }
/** Sessions that do not exist, of one address: guesses cost a query each. People with a session do not use it up. */
const unknownSessionRate: Rate = { perSecond: 5, burst: 100 }

/**
 * Makes pages of the routes: each finds the session, the membership or the operator, and the role, and a form its CSRF token. The order of the
 * checks: session, rate, shop, role, form, fresh sign-in.
 */
export function createGuard(context: Context, operations: Operation[]) {
  const { keyring, db } = context
  const { take, release } = createRateLimiter()
  const recentSessions = createRecentlyValid()
  const actsOf = createActs(context, operations)
  const people = db.as('dashboard')

  const visitOf = (request: PageRequest, session: SessionRow, own: Context): PersonVisit => ({
    request,
    context: own,
    session,
    csrf: csrfToken(keyring, session.sessionId),
    actAsOperator: session.operator === null ? null : actsOf({ operator: session.operator }, request.requestId),
  })

  /** A response instead of the page, or null. */
  async function refuse(visit: PersonVisit, route: Route): Promise<HttpResponse | null> {
    const { request, session } = visit
    if (route.method === 'POST') {
      const isOwnForm =
        isSameOriginForm(request.headers) && isValidCsrfToken(keyring, session.sessionId, fieldOf(request.body, 'csrf'))
      if (!isOwnForm) return showRefusal(formRefused(), formEndedPage())
    }
    if (route.isDangerous === true && !isFresh(session)) {
      const next = route.method === 'GET' ? addressOf(route.path, request) : fieldOf(request.body, 'from')
      return redirect(`/dashboard/confirm?next=${encodeURIComponent(returnPath(next))}`)
    }
    return null
  }

  /** Stores the time of the visit, once a minute. What a script asks for is no visit. */
  async function recordSeen(route: Route, session: SessionRow, shop?: VisitedShop): Promise<void> {
    if ('isBackground' in route && route.isBackground) return
    const { sessionId, personId, seenAt, now } = session
    if (isSeenStale({ seenAt, now })) await people.one(markSeen, { sessionId })
    if (shop === undefined || shop.role === null || !isSeenStale({ seenAt: shop.memberSeenAt, now })) return
    await people.one(markMemberSeen, { liveBusinessId: shop.liveBusinessId, personId })
  }

  const limited = ({ personId }: SessionRow): HttpResponse | null => {
    const { allowed, retryAfterSeconds } = take(personId, personRate, performance.now() / 1000)
    return allowed ? null : showRefusal(tooMany(retryAfterSeconds), tooManyPage())
  }

  /** Null: the request has no session. A response: too many requests of this address had none that exists. */
  async function findBySession<Row extends SessionRow>(
    { headers, address }: PageRequest,
    find: (tokenHash: Buffer) => Promise<Row | null>,
  ): Promise<Row | HttpResponse | null> {
    const token = sessionTokenOf(headers)
    if (token === null) return null
    const tokenHash = hashToken(token)
    // Guesses of others behind the same address must not block a session that was valid the last time.
    const isTrusted = recentSessions.has(tokenHash)
    const counter = `unknown sessions of ${address}`
    const countGuess = () => take(counter, unknownSessionRate, performance.now() / 1000)
    // Counted before the query, and released if the session exists.
    const counted = isTrusted || address === null ? null : countGuess()
    if (counted?.allowed === false) return showRefusal(tooMany(counted.retryAfterSeconds), tooManyPage())
    const row = await find(tokenHash)
    recentSessions.record(tokenHash, row !== null)
    if (row !== null && counted !== null) release(counter, unknownSessionRate)
    if (row === null && isTrusted) countGuess()
    return row
  }

  async function servePerson(route: PersonRoute, request: PageRequest): Promise<HttpResponse> {
    const session = await findBySession(request, (tokenHash) => people.one(findSession, { tokenHash }))
    if (session === null) return signedOut(route, request)
    if ('status' in session) return session
    const visit = visitOf(request, session, { ...context, db: people })
    const refused = limited(session) ?? (await refuse(visit, route))
    if (refused !== null) return refused
    await recordSeen(route, session)
    return route.serve(visit)
  }

  /** For a person who is no operator, the page does not exist. */
  async function serveOperator(route: OperatorRoute, request: PageRequest): Promise<HttpResponse> {
    const session = await findBySession(request, (tokenHash) => people.one(findSession, { tokenHash }))
    if (session === null) return signedOut(route, request)
    if ('status' in session) return session
    const visit = visitOf(request, session, { ...context, db: db.as('operator') })
    const tooOften = limited(session)
    if (tooOften !== null) return tooOften
    const { operator } = session
    if (operator === null || visit.actAsOperator === null)
      return showRefusal(refusal('common.not_found'), missingPage())
    if (!isPermitted(operator, route.roles))
      return showRefusal(formRefused(), forbiddenOperatorPage(operator, route.roles))
    const refused = await refuse(visit, route)
    if (refused !== null) return refused
    await recordSeen(route, session)
    return route.serve({ ...visit, operator, act: visit.actAsOperator })
  }

  async function serveShop(route: ShopRoute, request: PageRequest): Promise<HttpResponse> {
    const side = parseShopSegment(request.params['shop']!)
    if (sessionTokenOf(request.headers) === null) return signedOut(route, request)
    if (side === null) return showRefusal(refusal('common.not_found'), missingPage())
    const row = await findBySession(request, (tokenHash) => people.one(findVisit, { tokenHash, ...side }))
    if (row === null) return signedOut(route, request)
    if ('status' in row) return row
    const tooOften = limited(row)
    if (tooOften !== null) return tooOften
    const actor = actorOf(row)
    if (row.shopName === null || actor === null) return showRefusal(refusal('common.not_found'), missingPage())
    // A body with many parts takes milliseconds, so a caller without a session must not have it read.
    const received = route.isUpload === true ? await readUpload(request) : request
    const visit = shopVisitOf(route, received, row, actor, side.businessId)
    if (!actorAllows(actor, route.permission))
      return showRefusal(formRefused(), forbiddenPage(visit.shop, actor, route.permission))
    const refused = await refuse(visit, route)
    if (refused !== null) return refused
    await recordSeen(route, row, row)
    return route.serve(visit)
  }

  function shopVisitOf(
    { isOfBothSides }: ShopRoute,
    request: PageRequest,
    row: SessionRow & VisitedShop,
    actor: DashboardActor,
    businessId: string,
  ): ShopVisit {
    const {
      shopName,
      mode,
      country,
      shard,
      liveBusinessId,
      testBusinessId,
      hasPaidChannel,
      sending,
      noticesSeenAt,
      unseenNotices,
    } = row
    const own = { ...context, db: db.as(`dashboard ${businessId}`) }
    const otherId = mode === 'live' ? testBusinessId : liveBusinessId
    const shop: Shop = {
      businessId,
      liveBusinessId,
      name: shopName,
      mode,
      path: shopPath({ shard, businessId }),
      otherSidePath: otherId === null ? null : shopPath({ shard, businessId: otherId }),
      sendingBlock: sendingBlock(sending),
      noticesSeenAt,
      unseenNotices,
    }
    const side: Pick<CallingBusiness, 'businessId' | 'mode'> =
      isOfBothSides === true ? { businessId: liveBusinessId, mode: 'live' } : { businessId, mode }
    const { requestId } = request
    const caller = { ...side, country, hasPaidChannel, keyId: null, actor, requestId }
    const visit = visitOf(request, row, side.mode === 'test' ? onTestSide(own, businessId) : own)
    return { ...visit, shop, caller, act: actsOf({ operator: null, caller }, requestId) }
  }

  const toPage = <One extends Route>(
    route: One,
    routing: Page['routing'],
    serve: (route: One, request: PageRequest) => Promise<HttpResponse>,
  ): Page => {
    return makerOf(route)(route.name, route.path, routing, (request) => orUnavailable(() => serve(route, request)))
  }
  return {
    shopPage: (route: ShopRoute): Page => toPage(route, 'path', serveShop),
    personPage: (route: PersonRoute): Page => toPage(route, 'none', servePerson),
    operatorPage: (route: OperatorRoute): Page => toPage(route, 'none', serveOperator),
  }
}

function makerOf(route: Route): typeof get {
  if (route.method === 'GET') return get
  return 'isUpload' in route && route.isUpload ? uploadForm : form
}

/** A member acts as one also if they are an operator: the shop knows them by this name and role. */
function actorOf(row: VisitRow): DashboardActor | null {
  if (row.shopName === null || row.role === null) return row.operator
  return { kind: 'member', id: row.personId, name: row.name, role: row.role, liveBusinessId: row.liveBusinessId }
}

/** A page asks to sign in and continues there; a form was not carried out. */
function signedOut(route: Route, request: PageRequest): HttpResponse {
  if (route.method === 'POST') return showRefusal(formRefused(), formEndedPage())
  const next = returnPath(addressOf(route.path, request))
  return redirect(`/dashboard/sign-in?next=${encodeURIComponent(next)}`)
}

const addressOf = (path: string, { params, query }: PageRequest): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name]!) + (query === '' ? '' : `?${query}`)

/** Responds with a page when the database is unavailable or a row is locked too long. */
export async function orUnavailable(serve: () => Promise<HttpResponse>): Promise<HttpResponse> {
  try {
    return await serve()
  } catch (error) {
    if (!isUnavailable(error)) throw error
    return showRefusal(unavailable(), unavailablePage())
  }
}
