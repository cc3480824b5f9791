import { eventPage, missingEventPage } from '../../dashboard/webhooks/event-page.ts'
import { type EventFilter, eventsPage, type ListedEvent } from '../../dashboard/webhooks/events-page.ts'
import { deliveriesOfEvents, endpointHosts, findEvent } from '../../dashboard/webhooks/sql.ts'
import { eventPath } from '../../dashboard/webhooks/webhooks-frame.ts'
import { formatId, parseId } from '../../ids.ts'
import { eventPageOfMessage, eventPageOfType, eventPage as pageOfEvents } from '../../webhooks/event-log.sql.ts'
import { redeliverEvent } from '../../webhooks/event-log.ts'
import { eventTypes } from '../../webhooks/event-types.ts'
import { queryOf, redirect } from '../form.ts'
import { type HttpResponse, refusal } from '../response.ts'
import { showRefusedShopPage } from './respond.ts'
import type { ShopRoute, ShopVisit } from './routes.ts'
import { mayDevelop, type Problem, problemOf, showWebhookPage } from './webhook-endpoint-of-path.ts'

/** The event log of a side. */
export const webhookEventRoutes: ShopRoute[] = [
  {
    name: 'dashboard.events',
    method: 'GET',
    path: '/dashboard/{shop}/webhooks/events',
    permission: 'read',
    serve: showEvents,
  },
  {
    name: 'dashboard.event',
    method: 'GET',
    path: '/dashboard/{shop}/webhooks/events/{event_id}',
    permission: 'read',
    serve: (visit) => showEvent(visit, null),
  },
  {
    name: 'dashboard.event.redeliver',
    method: 'POST',
    path: '/dashboard/{shop}/webhooks/events/{event_id}/redeliver',
    permission: 'develop',
    serve: redeliver,
  },
]

const eventsPerPage = 25
const deliveriesPerEvent = 20

async function showEvents(visit: ShopVisit): Promise<HttpResponse> {
  const { context, caller, shop, request } = visit
  const filter: EventFilter = {
    type: eventTypes.find((type) => type === queryOf(request, 'type')) ?? null,
    message: queryOf(request, 'message')?.trim().slice(0, 64) || null,
  }
  const cursor = queryOf(request, 'after')
  // A cursor that is none of an event is that of the first page.
  const after = cursor === null ? null : parseId('evt', cursor)
  const rows = await readEvents(visit, filter, after)
  const shown = rows.slice(0, eventsPerPage)
  const content = eventsPage({
    shop,
    filter,
    events: await withDeliveries(visit, shown),
    hosts: hostsOf(await context.db.all(endpointHosts, { businessId: caller.businessId })),
    next: rows.length > eventsPerPage ? shown.at(-1)!.id : null,
    isFirst: after === null,
  })
  return showWebhookPage(visit, 'Event log', content)
}

/** Each filter has its own statement, so that it uses its index. The id of no message has no events. */
async function readEvents(
  { context: { db }, caller: { businessId } }: ShopVisit,
  { type, message }: EventFilter,
  after: string | null,
): Promise<{ id: string; body: string }[]> {
  const page = { businessId, after, limit: eventsPerPage + 1 }
  if (message !== null) {
    const messageId = parseId('msg', message)
    return messageId === null ? [] : db.all(eventPageOfMessage, { ...page, messageId, type })
  }
  return type === null ? db.all(pageOfEvents, page) : db.all(eventPageOfType, { ...page, type })
}

async function withDeliveries(
  { context, caller: { businessId } }: ShopVisit,
  rows: { id: string; body: string }[],
): Promise<ListedEvent[]> {
  const eventIds = rows.map(({ id }) => id)
  const deliveries = await context.db.all(deliveriesOfEvents, { businessId, eventIds, limit: deliveriesPerEvent })
  const ofEvent = Map.groupBy(deliveries, ({ eventId }) => eventId)
  return rows.map(({ id, body }) => ({
    id,
    event: JSON.parse(body) as ListedEvent['event'],
    deliveries: ofEvent.get(id) ?? [],
  }))
}

const hostsOf = (endpoints: { id: string; url: string }[]): Map<string, string> =>
  new Map(endpoints.map(({ id, url }) => [id, new URL(url).host]))

async function showEvent(visit: ShopVisit, problem: Problem | null): Promise<HttpResponse> {
  const { context, caller, shop, csrf, request } = visit
  const { businessId } = caller
  const row = await context.db.one(findEvent, { businessId, id: parseId('evt', request.params['event_id']!) })
  if (row === null)
    return showRefusedShopPage(visit, refusal('event.not_found'), 'webhooks', 'No such event', missingEventPage(shop))
  const [listed] = await withDeliveries(visit, [row])
  const again = queryOf(request, 'deliveries')
  const content = eventPage({
    shop,
    csrf,
    listed: listed!,
    body: row.body,
    hosts: hostsOf(await context.db.all(endpointHosts, { businessId })),
    mayDevelop: mayDevelop(visit),
    redelivered: problem === null && again !== null && /^\d{1,3}$/.test(again) ? Number(again) : null,
    problem: problem && problem.sentence,
  })
  return showWebhookPage(visit, listed!.event.type, content, problem)
}

async function redeliver(visit: ShopVisit): Promise<HttpResponse> {
  const { request, shop } = visit
  const id = parseId('evt', request.params['event_id']!)
  const result = await visit.act(redeliverEvent, { params: { event_id: id === null ? '' : formatId('evt', id) } })
  if (!result.isDone) return showEvent(visit, problemOf(result))
  const { deliveries } = result.body as { deliveries: number }
  return redirect(`${eventPath(shop, id!)}?deliveries=${deliveries}`)
}
