import { type Static, Type } from 'typebox'
import { pageQuery, pageSchema } from '../paging.ts'
import { literal, nullable } from '../schema.ts'
import { deliveryStates } from './states.ts'

const dateTime = Type.String({ format: 'date-time' })

/** A webhook endpoint in responses (2.12). */
const fields = {
  id: Type.String(),
  url: Type.String(),
  event_types: Type.Array(Type.String(), { description: 'Empty: every event.' }),
  description: nullable(Type.String()),
  secret: Type.String({ description: 'Masked: whsec_, four asterisks and the last four characters.' }),
  disabled: Type.Boolean({ description: 'True after 20 events in a row could not be delivered.' }),
  consecutive_failures: Type.Integer({ description: 'Events in a row whose attempts all failed.' }),
  last_success_at: nullable(dateTime),
  last_error: nullable(Type.String()),
  created_at: dateTime,
}
export const endpoint = Type.Object(fields)
export const newEndpoint = Type.Object({
  ...fields,
  secret: Type.String({ description: 'The signing secret, shown this once.' }),
})
export const endpointList = Type.Object({ items: Type.Array(endpoint) })
export const endpointPath = Type.Object({ public_id: Type.String() })

export const eventPath = Type.Object({ event_id: Type.String() })

export const createEndpointRequest = Type.Object({
  url: Type.String({
    maxLength: 2048,
    description: 'HTTPS, at a public address, on any port but those of mail (25, 465, 587).',
  }),
  event_types: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 64 }), {
      maxItems: 100,
      description: 'Empty or omitted: every event, also those that are added later.',
    }),
  ),
  description: Type.Optional(nullable(Type.String({ maxLength: 500 }))),
})

export const testResult = Type.Object({
  delivered: Type.Boolean(),
  event_id: Type.String(),
  status_code: nullable(Type.Integer()),
  error: nullable(literal(['timeout', 'tls', 'dns', 'blocked_address', 'connect', 'http_status'])),
  duration_ms: Type.Integer(),
})

export const deliveryQuery = Type.Object(pageQuery('delivery-cursor'))
export const deliveryList = pageSchema(
  Type.Object({
    id: Type.String(),
    event_id: Type.String(),
    type: Type.String(),
    state: literal(deliveryStates, { description: 'Dropped: the endpoint was disabled when its turn came.' }),
    attempts: Type.Array(
      Type.Object({
        at: dateTime,
        status_code: nullable(Type.Integer()),
        error: nullable(Type.String()),
        duration_ms: Type.Integer(),
      }),
    ),
    next_attempt_at: nullable(dateTime),
    created_at: dateTime,
  }),
)

export const eventQuery = Type.Object({
  type: Type.Optional(Type.String()),
  message_id: Type.Optional(Type.String()),
  ...pageQuery('event-cursor'),
})
export const eventList = pageSchema(
  Type.Object({
    id: Type.String(),
    type: Type.String(),
    occurred_at: Type.String(),
    data: Type.Object({}, { additionalProperties: true }),
  }),
)
export const redelivery = Type.Object({ deliveries: Type.Integer({ description: 'How many endpoints it goes to.' }) })

export type Endpoint = Static<typeof endpoint>
export type EventList = Static<typeof eventList>
