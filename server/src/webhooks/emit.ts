import type { Context } from '../context.ts'
import type { Transaction } from '../db/database.ts'
import type { DisplayedEmail } from '../email.ts'
import { formatId } from '../ids.ts'
import { writeEnvelope } from './envelope.ts'
import type { EventType, NewEvent } from './event.ts'
import { listeners, storeDeliveries, storeEvents } from './sql.ts'

/** A message as every event about it names it. */
export type Subject = {
  businessId: string
  messageId: string
  recipientId: string
  recipientEmail: DisplayedEmail
  reference: string | null
}

/** Thin on purpose: never the subject, the body or a number (6.1). */
export const messageEvent = (subject: Subject, type: EventType, data: Record<string, unknown>): NewEvent => ({
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
})

/** An event about the business and none of its messages. */
export const businessEvent = (businessId: string, type: EventType, data: Record<string, unknown>): NewEvent => ({
  businessId,
  type,
  messageId: null,
  recipientId: null,
  data,
})

/** In the transaction that caused them: an event is told if and only if what it tells of happened. */
export async function emitEvents(context: Context, tx: Transaction, events: NewEvent[]): Promise<void> {
  if (events.length === 0) return
  // They happened at one moment, so it is their ids that keep them in order.
  const ids = events.map(() => context.newId()).toSorted((one, two) => (one < two ? -1 : 1))
  const occurredAt = await tx.now
  const stamped = events.map((event, index) => {
    const id = ids[index]!
    return { ...event, id, occurredAt, body: writeEnvelope({ ...event, id: formatId('evt', id), occurredAt }) }
  })
  tx.write(storeEvents, { events: stamped })
  await queueDeliveries(context, tx, stamped)
}

/** One delivery for each endpoint that wants it. Answers how many those are. */
export async function queueDeliveries(
  { newId, queue }: Context,
  tx: Transaction,
  events: { id: string; businessId: string; type: string }[],
): Promise<number> {
  const endpoints = await tx.all(listeners, { businessIds: [...new Set(events.map(({ businessId }) => businessId))] })
  const deliveries = events.flatMap(({ id: eventId, businessId, type }) =>
    endpoints
      .filter((one) => one.businessId === businessId && wants(one.eventTypes, type))
      .map((endpoint) => ({ businessId, id: newId(), eventId, endpointId: endpoint.id })),
  )
  if (deliveries.length === 0) return 0
  tx.write(storeDeliveries, { deliveries })
  await enqueueDeliveries(queue, tx, deliveries)
  return deliveries.length
}

/** Grouped by endpoint, so that a slow one does not hold up the others. */
export async function enqueueDeliveries(
  queue: Context['queue'],
  tx: Transaction,
  deliveries: { id: string; businessId: string; endpointId: string }[],
): Promise<void> {
  const jobs = deliveries.map(({ id, businessId, endpointId }) => ({ id, businessId, group: endpointId, priority: 0 }))
  await queue.enqueue(tx, 'webhooks', jobs)
}

const wants = (eventTypes: string[], type: string): boolean => eventTypes.length === 0 || eventTypes.includes(type)
