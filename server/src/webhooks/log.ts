import type { Caller, Context } from '../context.ts'
import { done, type Outcome, refused } from '../errors.ts'
import { readId, showId } from '../ids.ts'
import { queueDeliveries } from './emit.ts'
import type { DeliveryList, DeliveryQuery, EventList, EventQuery } from './endpoints.schema.ts'
import { deliveryPage, eventPage, eventPageOfMessage, eventPageOfType, findTarget, holdEvent } from './sql.ts'

/** What happened in the last 30 days, whether anybody listened or not, newest first. */
export async function listEvents(
  { db }: Context,
  { businessId }: Caller,
  { type, message_id: messageId, limit = 50, cursor }: EventQuery,
): Promise<Outcome<EventList>> {
  const message = messageId === undefined ? null : readId('msg', messageId)
  // An id that cannot be one has no events, and must not answer with everybody's.
  if (messageId !== undefined && message === null) return done({ items: [], next_cursor: null })
  const after = cursor === undefined ? null : readId('evt', cursor)
  const page = [businessId, after, limit + 1]
  const rows = await (message !== null
    ? db.all(eventPageOfMessage, [...page, message, type ?? null])
    : type !== undefined
      ? db.all(eventPageOfType, [...page, type])
      : db.all(eventPage, page))
  const shown = rows.slice(0, limit)
  return done({
    items: shown.map(({ body }) => JSON.parse(body) as EventList['items'][number]),
    next_cursor: rows.length > limit ? showId('evt', shown.at(-1)!.id) : null,
  })
}

/** To every endpoint that wants its type now: the same id and the same body, so a receiver that has it knows it. */
export async function redeliverEvent(
  context: Context,
  { businessId }: Caller,
  publicId: string,
): Promise<Outcome<{ deliveries: number }>> {
  return context.db.transaction(async (tx) => {
    const event = await tx.one(holdEvent, [businessId, readId('evt', publicId)])
    if (event === null) return refused('event.not_found')
    return done({ deliveries: await queueDeliveries(context, tx, [{ ...event, businessId }]) })
  })
}

/** What was sent to an endpoint and what it answered, newest first. */
export async function listDeliveries(
  { db }: Context,
  { businessId }: Caller,
  publicId: string,
  { limit = 50, cursor }: DeliveryQuery,
): Promise<Outcome<DeliveryList>> {
  const endpointId = readId('whe', publicId)
  if ((await db.one(findTarget, [businessId, endpointId])) === null) return refused('webhook_endpoint.not_found')
  const after = cursor === undefined ? null : readId('whd', cursor)
  const rows = await db.all(deliveryPage, [businessId, endpointId, after, limit + 1])
  const items = rows.slice(0, limit).map(({ tries, due_at: dueAt, ...row }) => ({
    ...row,
    id: showId('whd', row.id),
    event_id: showId('evt', row.event_id),
    attempts: tries,
    next_attempt_at: dueAt?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  }))
  return done({ items, next_cursor: rows.length > limit ? items.at(-1)!.id : null })
}
