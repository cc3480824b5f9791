import type { Traced } from '../tracing.ts'
import type { EventData, EventType } from './event-types.ts'

/** The recipient is stored with the event, so that an erasure finds it. */
export type NewEvent = Traced &
  {
    [Type in EventType]: {
      businessId: string
      type: Type
      messageId: string | null
      recipientId: string | null
      data: EventData<Type>
    }
  }[EventType]
