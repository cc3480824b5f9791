import type { Context } from '../context.ts'
import type { Transaction } from '../db/database.ts'
import { showId } from '../ids.ts'
import { writeEnvelope } from './envelope.ts'
import { storeEvents } from './sql.ts'

export type EventType =
  | 'message.delivered'
  | 'message.opened'
  | 'message.bounced'
  | 'message.failed'
  | 'message.complained'
  | 'message.not_sent'
  | `${'sms' | 'whatsapp'}.${'failed' | 'rejected'}`
  | 'plan.past_due'
  | 'plan.lapsed'
  | 'plan.allowance_exceeded'
/** What happened. The recipient is named so that an erasure finds the copies. */
export type NewEvent = {
  businessId: string
  type: EventType
  messageId: string | null
  recipientId: string | null
  data: Record<string, unknown>
}

/** A message as every event about it names it. */
export type Subject = {
  businessId: string
  messageId: string
  recipientId: string
  recipientEmail: string
  reference: string | null
}

/** Thin on purpose: never the subject, the body or a number (6.1). */
export const messageEvent = (subject: Subject, type: EventType, data: Record<string, unknown>): NewEvent => ({
  businessId: subject.businessId,
  type,
  messageId: subject.messageId,
  recipientId: subject.recipientId,
  data: {
    message_id: showId('msg', subject.messageId),
    recipient_email: subject.recipientEmail,
    reference: subject.reference,
    ...data,
  },
})

/** In the transaction that caused them: an event is told if and only if what it tells of happened. */
export async function emitEvents({ newId }: Context, tx: Transaction, events: NewEvent[]): Promise<void> {
  if (events.length === 0) return
  const occurredAt = await tx.now
  const rows = events.map((event) => ({ ...event, id: newId() }))
  tx.write(storeEvents, [
    rows.map(({ businessId }) => businessId),
    rows.map(({ id }) => id),
    rows.map(({ type }) => type),
    rows.map(({ messageId }) => messageId),
    rows.map(({ recipientId }) => recipientId),
    rows.map(({ id, type, data }) => writeEnvelope({ id: showId('evt', id), type, occurredAt, data })),
    rows.map(() => occurredAt),
  ])
}
