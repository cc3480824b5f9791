import type { Context } from '../context.ts'
import type { Transaction } from '../db/database.ts'
import type { DisplayedEmail } from '../email.ts'
import { formatId } from '../ids.ts'
import type { Traced } from '../tracing.ts'
import { writeEnvelope } from './envelope.ts'
import type { NewEvent } from './event.ts'
import type { EventData, EventType, MessageEventData, MessageEventType } from './event-types.ts'
import { enabledEndpoints, storeDeliveries, storeEvents } from './sql.ts'

/** The fields of a message that every event about it contains. */
export type EventSubject = {
  businessId: string
  messageId: string
  recipientId: string
  recipientEmail: DisplayedEmail
  reference: string | null
}

/** An event never contains the subject, the body or a number (6.1). */
export const messageEvent = <Type extends MessageEventType>(
  subject: EventSubject,
  type: Type,
  data: MessageEventData<Type>,
): NewEvent =>
  ({
    businessId: subject.businessId,
    type,
    messageId: subject.messageId,
    recipientId: subject.recipientId,
    data: {
      message_id: formatId('msg', subject.messageId),
      recipient_email: subject.recipientEmail,
      reference: subject.reference,
      ...data,
    },
  }) as NewEvent

/** An event about the business, not about a message. */
export const businessEvent = <Type extends Exclude<EventType, MessageEventType>>(
  businessId: string,
  type: Type,
  data: EventData<Type>,
): NewEvent => ({ businessId, type, messageId: null, recipientId: null, data }) as NewEvent

/** Runs in the transaction that causes the events, so that an event is published if and only if its cause is committed. */
export async function emitEvents(context: Context, tx: Transaction, events: NewEvent[]): Promise<void> {
  if (events.length === 0) return
  // The events have the same time, so their order is the order of their ids.
  const ids = events.map(() => context.newId()).toSorted((one, two) => (one < two ? -1 : 1))
  const occurredAt = await tx.now
  const stamped = events.map((event, index) => {
    const id = ids[index]!
    return { ...event, id, occurredAt, body: writeEnvelope({ ...event, id: formatId('evt', id), occurredAt }) }
  })
  tx.write(storeEvents, { events: stamped })
  await queueDeliveries(context, tx, stamped)
}

/** Queues one delivery for each endpoint that subscribes to the event's type. Returns the number of deliveries. */
export async function queueDeliveries(
  { newId, queue }: Context,
  tx: Transaction,
  events: (Traced & { id: string; businessId: string; type: string })[],
): Promise<number> {
  const endpoints = await tx.all(enabledEndpoints, {
    businessIds: [...new Set(events.map(({ businessId }) => businessId))],
  })
  const deliveries = events.flatMap(({ id: eventId, businessId, type, trace }) =>
    endpoints
      .filter((one) => one.businessId === businessId && isSubscribed(one.eventTypes, type))
      .map((endpoint) => ({ businessId, id: newId(), eventId, endpointId: endpoint.id, trace })),
  )
  if (deliveries.length === 0) return 0
  tx.write(storeDeliveries, { deliveries })
  await enqueueDeliveries(queue, tx, deliveries)
  return deliveries.length
}

/** Jobs are grouped by endpoint, so that a slow endpoint does not delay the others. */
export async function enqueueDeliveries(
  queue: Context['queue'],
  tx: Transaction,
  deliveries: (Traced & { id: string; businessId: string; endpointId: string })[],
): Promise<void> {
  const jobs = deliveries.map(({ id, businessId, endpointId, trace }) => ({
    id,
    businessId,
    group: endpointId,
    priority: 0,
    trace,
  }))
  await queue.enqueue(tx, 'webhooks', jobs)
}

const isSubscribed = (eventTypes: string[], type: string): boolean =>
  eventTypes.length === 0 || eventTypes.includes(type)
