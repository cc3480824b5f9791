import type { Static } from 'typebox'
import { businessEvents } from './business-events.ts'
import { emailEvents } from './email-events.ts'
import { paidEvents } from './paid-events.ts'

/** Every event type (6.3), with its words, the schema of its `data` and an example. `ping` is sent only by a test. */
export const events = { ...emailEvents, ...paidEvents, ...businessEvents }
export type EventType = keyof typeof events
export const eventTypes = Object.keys(events) as EventType[]

export type EventData<Type extends EventType> = Static<(typeof events)[Type]['data']>

/** The events about a message, and their data without the fields that all of them have. */
export type MessageEventType = keyof typeof emailEvents | keyof typeof paidEvents
export type MessageEventData<Type extends MessageEventType> = Type extends EventType
  ? Omit<EventData<Type>, 'message_id' | 'recipient_email' | 'reference'>
  : never
