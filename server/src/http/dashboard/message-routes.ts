import { hash } from 'node:crypto'
import { type PaidChannel, paidChannels, registry } from '../../channels/registry.ts'
import { needsSteps, readFilter } from '../../dashboard/messages/filter.decide.ts'
import { inboxAsSeen } from '../../dashboard/messages/inbox-view.ts'
import { listMessages, type Turn } from '../../dashboard/messages/list.ts'
import { filterReasons, type ListRequest, listPage, messageRows } from '../../dashboard/messages/list-page.ts'
import { listedMessage } from '../../dashboard/messages/listed-message.ts'
import {
  loadEndpointHosts,
  loadFacts,
  loadGates,
  refusalsOf,
  type ShownMessage,
  sentEmail,
} from '../../dashboard/messages/load-message.ts'
import { messagePage } from '../../dashboard/messages/message-page.ts'
import { missingMessagePage, missingMessageTitle } from '../../dashboard/messages/missing-message-page.ts'
import { retractPage } from '../../dashboard/messages/retract-page.ts'
import { readSearch } from '../../dashboard/messages/search.decide.ts'
import { newestIds } from '../../dashboard/messages/sql.ts'
import { missingPage } from '../../dashboard/notice-pages.ts'
import { emailPolicy, withoutActions } from '../../dashboard/preview-frame.ts'
import { recipientPath } from '../../dashboard/recipients/recipient-path.ts'
import { actorAllows } from '../../member-role.ts'
import { parseCursor } from '../../messages/cursor.ts'
import { resendOperations } from '../../messages/resend.ts'
import { retractMessage } from '../../messages/retract-message.ts'
import { readMessages } from '../../messages/sql.ts'
import type { Timeline } from '../../messages/timeline.schema.ts'
import { readMessageTimeline } from '../../messages/timeline.ts'
import { readMessage } from '../../messages/view.ts'
import { notModifiedStatus } from '../../status.ts'
import { fieldOf, queryOf, redirect } from '../form.ts'
import { type HttpResponse, html, page, refusal, success } from '../response.ts'
import type { ActResult } from './act.ts'
import { showRefusal, showRefusedShopPage, showShopPage } from './respond.ts'
import type { ShopRoute, ShopVisit } from './routes.ts'

const messagePath = '/dashboard/{shop}/messages/{public_id}' as const

export const messageRoutes: ShopRoute[] = [
  {
    name: 'dashboard.messages',
    method: 'GET',
    path: '/dashboard/{shop}/messages',
    permission: 'read',
    serve: showList,
  },
  {
    name: 'dashboard.messages.newer',
    method: 'GET',
    path: '/dashboard/{shop}/messages/newer',
    permission: 'read',
    isBackground: true,
    serve: showNewer,
  },
  {
    name: 'dashboard.message',
    method: 'GET',
    path: messagePath,
    permission: 'read',
    serve: showMessage,
  },
  {
    name: 'dashboard.message.email',
    method: 'GET',
    path: `${messagePath}/email`,
    permission: 'read',
    serve: showEmail,
  },
  {
    name: 'dashboard.message.inbox',
    method: 'GET',
    path: `${messagePath}/inbox`,
    permission: 'read',
    serve: showInbox,
  },
  ...paidChannels.map(
    (channel): ShopRoute => ({
      name: `dashboard.message.${channel}`,
      method: 'POST',
      path: `${messagePath}/${channel}`,
      permission: 'assist',
      serve: (visit) => resend(visit, channel),
    }),
  ),
  {
    name: 'dashboard.message.confirm_retract',
    method: 'GET',
    path: `${messagePath}/retract`,
    permission: 'assist',
    serve: confirmRetract,
  },
  {
    name: 'dashboard.message.retract',
    method: 'POST',
    path: `${messagePath}/retract`,
    permission: 'assist',
    serve: retract,
  },
]

const missing = (visit: ShopVisit): HttpResponse =>
  showRefusedShopPage(
    visit,
    refusal('common.not_found'),
    'messages',
    missingMessageTitle,
    missingMessagePage(visit.shop),
  )
/** Inside the frame of a preview. */
const missingPreview = (): HttpResponse => showRefusal(refusal('common.not_found'), missingPage())
const listPathOf = ({ shop }: ShopVisit): string => `${shop.path}/messages`
const messagePathOf = (visit: ShopVisit): string => `${listPathOf(visit)}/${visit.request.params['public_id']!}`

/** A search that finds exactly one message leads to it. */
async function showList(visit: ShopVisit): Promise<HttpResponse> {
  const { request, context, caller, shop } = visit
  const typed = (queryOf(request, 'q') ?? '').slice(0, 1000)
  const search = readSearch(typed)
  const path = listPathOf(visit)
  const filter = readFilter(
    {
      outcome: queryOf(request, 'outcome'),
      channel: queryOf(request, 'channel'),
      from: queryOf(request, 'from'),
      to: queryOf(request, 'to'),
    },
    filterReasons,
  )
  const turn = turnOf(visit)
  const { publicUrl } = context
  const asked: ListRequest = { path, shop, publicUrl, typed, search, filter, isFirst: turn === null }
  if (search.kind === 'message') {
    const facts = await loadFacts(context, caller.businessId, search.publicId)
    if (facts !== null) return redirect(`${path}/${search.publicId}`)
    const none = {
      messages: [],
      recipients: [],
      hasMoreRecipients: false,
      older: null,
      newer: null,
      searchedUntil: null,
    }
    return showShopPage(visit, 'messages', 'Messages', listPage(asked, none))
  }
  const listing = await listMessages(context.db, { ...caller, search, filter, turn })
  const [only, ...others] = listing.messages
  const isOnly = only !== undefined && others.length === 0 && turn === null && listing.recipients.length <= 1
  if (search.kind !== 'none' && isOnly && !needsSteps(filter)) return redirect(`${path}/${only.id}`)
  return showShopPage(visit, 'messages', 'Messages', listPage(asked, listing))
}

function turnOf({ request }: ShopVisit): Turn | null {
  const [before, after] = [parseCursor(queryOf(request, 'before') ?? ''), parseCursor(queryOf(request, 'after') ?? '')]
  if (before !== null) return { kind: 'older', than: before }
  return after === null ? null : { kind: 'newer', than: after }
}

const newerLimit = 50
/** A push gets its time when it begins and is visible when it is committed, so the last seconds are read again. */
const overlapMilliseconds = 10_000

/** The rows of the newest messages, for a page that is open: those since a time, or nothing if they are the same as before. */
async function showNewer(visit: ShopVisit): Promise<HttpResponse> {
  const { request, context, caller } = visit
  const since = new Date(queryOf(request, 'since') ?? '')
  if (Number.isNaN(since.getTime()) || since.getUTCFullYear() < 2000 || since.getUTCFullYear() > 9999)
    return success('no_content', null)
  const { businessId } = caller
  const from = new Date(since.getTime() - overlapMilliseconds)
  const rows = await context.db.all(newestIds, { businessId, since: from, limit: newerLimit })
  if (rows.length === 0) return success('no_content', null)
  const ids = rows.map(({ id }) => id)
  const etag = `"${hash('sha256', ids.join(' '), 'base64url').slice(0, 22)}"`
  if (request.headers['if-none-match'] === etag)
    return { ...page(html, '', { ETag: etag }), status: notModifiedStatus, body: null }
  const details = await context.db.all(readMessages, { businessId, ids })
  const ordered = details.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
  const markup = messageRows(listPathOf(visit), ordered.map(listedMessage)).map((row) => row.markup)
  return page(html, markup.join('\n'), { ETag: etag })
}

/** The message as the interface returns it; null if it does not exist, or is that of another business. */
async function readShown({ act, request }: ShopVisit): Promise<ShownMessage | null> {
  const result = await act(readMessage, { params: { public_id: request.params['public_id']! } })
  return result.isDone ? (result.body as ShownMessage) : null
}

async function showMessage(visit: ShopVisit): Promise<HttpResponse> {
  const { request, context, caller, shop, csrf } = visit
  const publicId = request.params['public_id']!
  const [message, facts, gates, read, endpointHosts] = await Promise.all([
    readShown(visit),
    loadFacts(context, caller.businessId, publicId),
    loadGates(context, caller.businessId, publicId),
    visit.act(readMessageTimeline, { params: { public_id: publicId } }),
    loadEndpointHosts(context, caller.businessId),
  ])
  if (message === null || facts === null || !read.isDone) return missing(visit)
  const refusals = refusalsOf(message.status, facts, gates)
  const content = messagePage({
    message,
    facts,
    refusals,
    timeline: read.body as Timeline,
    endpointHosts,
    settings: context,
    listPath: listPathOf(visit),
    path: messagePathOf(visit),
    recipientPath: recipientPath(shop, facts.email),
    csrf,
    newOnce: context.newId,
    mayAssist: actorAllows(caller.actor, 'assist'),
    act: queryOf(request, 'act'),
    result: queryOf(request, 'result'),
  })
  return showShopPage(visit, 'messages', message.subject, content)
}

async function showEmail(visit: ShopVisit): Promise<HttpResponse> {
  const { context, caller, request } = visit
  const [message, facts] = await Promise.all([
    readShown(visit),
    loadFacts(context, caller.businessId, request.params['public_id']!),
  ])
  if (message === null || facts === null) return missingPreview()
  return page(html, withoutActions(sentEmail(message, facts, context).html), { 'Content-Security-Policy': emailPolicy })
}

async function showInbox(visit: ShopVisit): Promise<HttpResponse> {
  const { context, caller, request } = visit
  const { businessId } = caller
  const facts = await loadFacts(context, businessId, request.params['public_id']!)
  const shown = facts === null ? null : await inboxAsSeen(context, { ...facts, businessId })
  return shown === null ? missingPreview() : page(html, shown.markup, { 'Content-Security-Policy': shown.policy })
}

async function resend(visit: ShopVisit, channel: PaidChannel): Promise<HttpResponse> {
  const operation = resendOperations.find(({ name }) => name === registry[channel].resend.name)!
  const result = await visit.act(operation, actInput(visit))
  return showResult(visit, channel, result, (body) => body.skipped_reason ?? 'queued')
}

async function confirmRetract(visit: ShopVisit): Promise<HttpResponse> {
  const message = await readShown(visit)
  if (message === null) return missing(visit)
  const path = messagePathOf(visit)
  const { csrf, context } = visit
  return showShopPage(
    visit,
    'messages',
    'Retract a message',
    retractPage({ message, listPath: listPathOf(visit), path, csrf, once: context.newId() }),
  )
}

async function retract(visit: ShopVisit): Promise<HttpResponse> {
  const result = await visit.act(retractMessage, actInput(visit))
  return showResult(visit, 'retract', result, (body) => (body.retracted ? 'done' : 'before'))
}

const actInput = ({ request }: ShopVisit) => ({
  params: { public_id: request.params['public_id']! },
  once: fieldOf(request.body, 'once'),
})

/** The page of the message shows the result, also a refusal: then loading it again repeats nothing. */
function showResult(
  visit: ShopVisit,
  act: string,
  result: ActResult,
  describe: (body: { retracted?: boolean; skipped_reason?: string | null }) => string,
): HttpResponse {
  if (!result.isDone && result.code === 'message.not_found') return missing(visit)
  const shown = result.isDone ? describe(result.body as Parameters<typeof describe>[0]) : result.code
  return redirect(`${messagePathOf(visit)}?act=${act}&result=${encodeURIComponent(shown)}`)
}
