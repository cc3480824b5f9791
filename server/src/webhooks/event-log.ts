import { done, refused } from '../errors.ts'
import { formatId, parseId } from '../ids.ts'
import { defineOperation } from '../operation.ts'
import { pageStart, toPage } from '../paging.ts'
import { queueDeliveries } from './emit.ts'
import {
  deliveryList,
  deliveryQuery,
  type EventList,
  endpointPath,
  eventList,
  eventPath,
  eventQuery,
  redelivery,
} from './endpoints.schema.ts'
import { findTarget } from './endpoints.sql.ts'
import { deliveryPage, eventPage, eventPageOfMessage, eventPageOfType, lockEvent } from './event-log.sql.ts'

/** Includes events that no endpoint subscribes to. */
export const listEvents = defineOperation({
  access: 'key',
  scope: 'webhooks',
  number: 24,
  addition: true,
  name: 'listEvents',
  tag: 'Events',
  method: 'GET',
  path: '/api/v1/events',
  summary: 'List the events of the last 30 days, newest first, as they are sent to endpoints',
  description:
    'Lists the events of the last 30 days, newest first, exactly as they are posted to endpoints, and also those that no endpoint subscribes to. Use it to catch up after an outage of your receiver. An event never contains a subject, a body or a number.',
  query: eventQuery,
  response: eventList,
  async handle({ db }, { caller: { businessId }, query }) {
    const { type, message_id: messageId } = query
    const message = messageId === undefined ? null : parseId('msg', messageId)
    // An invalid id has no events. Without this check the filter would be missing and all events would be returned.
    if (messageId !== undefined && message === null) return done({ items: [], next_cursor: null })
    const page = { businessId, ...pageStart('evt', query) }
    const rows = await (message !== null
      ? db.all(eventPageOfMessage, { ...page, messageId: message, type: type ?? null })
      : type !== undefined
        ? db.all(eventPageOfType, { ...page, type })
        : db.all(eventPage, page))
    const items = rows.map(({ body }) => JSON.parse(body) as EventList['items'][number])
    return done(toPage(items, page))
  },
})

/** Id and body are unchanged, so that a receiver can recognise a duplicate. */
export const redeliverEvent = defineOperation({
  access: 'key',
  scope: 'webhooks',
  number: 25,
  addition: true,
  name: 'redeliverEvent',
  tag: 'Events',
  method: 'POST',
  path: '/api/v1/events/{event_id}/redeliver',
  summary: 'Send an event again to every endpoint that subscribes to its type',
  description:
    'Posts an event again to every enabled endpoint that subscribes to its type. Id and body are unchanged, so a receiver that deduplicates by id processes it once.',
  params: eventPath,
  response: redelivery,
  refusals: ['event.not_found'],
  async handle(context, { caller: { businessId }, params }) {
    return context.db.transaction(async (tx) => {
      const event = await tx.one(lockEvent, { businessId, id: parseId('evt', params.event_id) })
      if (event === null) return refused('event.not_found')
      return done({ deliveries: await queueDeliveries(context, tx, [{ ...event, businessId }]) })
    })
  },
})

export const listWebhookDeliveries = defineOperation({
  access: 'key',
  scope: 'webhooks',
  number: 23,
  addition: true,
  name: 'listWebhookDeliveries',
  tag: 'Webhooks',
  method: 'GET',
  path: '/api/v1/webhook-endpoints/{public_id}/deliveries',
  summary: 'List the deliveries to an endpoint and its responses, newest first',
  description:
    'Lists the deliveries to one endpoint with every attempt: the status, the error and the duration. Use it to find out why an endpoint misses events.',
  params: endpointPath,
  query: deliveryQuery,
  response: deliveryList,
  refusals: ['webhook_endpoint.not_found'],
  async handle({ db }, { caller: { businessId }, params, query }) {
    const endpointId = parseId('whe', params.public_id)
    if ((await db.one(findTarget, { businessId, id: endpointId })) === null)
      return refused('webhook_endpoint.not_found')
    const page = pageStart('whd', query)
    const rows = await db.all(deliveryPage, { businessId, endpointId, ...page })
    const items = rows.map(({ tries, due_at: dueAt, ...row }) => ({
      ...row,
      id: formatId('whd', row.id),
      event_id: formatId('evt', row.event_id),
      attempts: tries,
      next_attempt_at: dueAt?.toISOString() ?? null,
      created_at: row.created_at.toISOString(),
    }))
    return done(toPage(items, page))
  },
})
