import { type Static, Type } from 'typebox'
import { postErrors } from '../outbound/post-failure.ts'
import { pageQuery, pageSchema } from '../paging.ts'
import { described, growing, knownText, literal, moment, named, nullable } from '../schema.ts'
import { event, eventType } from './event.schema.ts'
import { eventTypes } from './event-types.ts'
import { deliveryStates } from './states.ts'

const endpointId = Type.String({ description: 'The id of the endpoint. It begins with `whe_`.' })
const eventId = Type.String({ description: 'The id of the event. It begins with `evt_`.' })
const subscribed = knownText(eventTypes, { maxLength: 64, description: 'A type of event.' })

/** A webhook endpoint in responses (2.12). */
const fields = {
  id: endpointId,
  url: Type.String({ description: 'Where events are posted.' }),
  event_types: Type.Array(subscribed, { description: 'The types that are posted. Empty: every type.' }),
  description: nullable(Type.String({ description: 'Your note on the endpoint; null if it has none.' })),
  secret: Type.String({
    description: 'The signing secret, masked: `whsec_`, four asterisks and its last four characters.',
  }),
  disabled: Type.Boolean({
    description: 'True after 20 events in a row could not be delivered. Nothing is posted until it is enabled again.',
  }),
  consecutive_failures: Type.Integer({
    description: 'Events in a row whose attempts all failed. A success resets it.',
  }),
  last_success_at: nullable(moment('When an event was last delivered; null before.')),
  last_error: nullable(
    Type.String({
      description: 'The error of the last failed attempt, such as `timeout` or `http_status 500`; null if none failed.',
    }),
  ),
  created_at: moment('When the endpoint was created.'),
}
export const endpoint = named(
  'WebhookEndpoint',
  Type.Object(fields, { description: 'A webhook endpoint and its health.' }),
)
export const newEndpoint = named(
  'NewWebhookEndpoint',
  Type.Object(
    {
      ...fields,
      secret: Type.String({
        description: 'The signing secret. It is shown this once: store it where secrets are stored.',
      }),
    },
    { description: 'The webhook endpoint with its new signing secret.' },
  ),
)
export const endpointList = named(
  'WebhookEndpointList',
  Type.Object(
    { items: Type.Array(endpoint, { description: 'Every endpoint, newest first.' }) },
    { description: 'The webhook endpoints of the business.' },
  ),
)
export const endpointPath = Type.Object({ public_id: endpointId })

export const eventPath = Type.Object({ event_id: eventId })

export const createEndpointRequest = named(
  'CreateWebhookEndpointRequest',
  Type.Object(
    {
      url: Type.String({
        maxLength: 2048,
        description:
          'Where events are posted: HTTPS, at a public address, on any port but those of mail (25, 465, 587). Redirects are not followed.',
      }),
      event_types: Type.Optional(
        Type.Array(subscribed, {
          maxItems: 100,
          description: 'The types to post. Empty or omitted: every type, also those that are added later.',
        }),
      ),
      description: Type.Optional(
        nullable(
          Type.String({ maxLength: 500, description: 'A note for yourself, such as the system behind the URL.' }),
        ),
      ),
    },
    { description: 'Where to post which events.' },
  ),
)

const deliveryError = named(
  'WebhookDeliveryError',
  growing(
    postErrors,
    'Why a delivery failed: no response in time, an error of TLS or DNS, an address that is not public, no connection, or a status other than 2xx.',
  ),
)
const attemptFields = {
  status_code: nullable(Type.Integer({ description: 'The status of the response; null if there was none.' })),
  error: described('Why it failed; null if it was delivered.', nullable(deliveryError)),
  duration_ms: Type.Integer({ description: 'How long it took, in milliseconds.' }),
}

export const testResult = named(
  'WebhookTestResult',
  Type.Object(
    {
      delivered: Type.Boolean({ description: 'True if the endpoint responded with 2xx.' }),
      event_id: eventId,
      ...attemptFields,
    },
    { description: 'What the endpoint responded to the `ping`. The status is 200 even if it was not delivered.' },
  ),
)

const attempt = named(
  'WebhookAttempt',
  Type.Object(
    { at: moment('When the attempt began.'), ...attemptFields },
    { description: 'One attempt to deliver an event.' },
  ),
)
const delivery = named(
  'WebhookDelivery',
  Type.Object(
    {
      id: Type.String({ description: 'The id of the delivery. It begins with `whd_`.' }),
      event_id: eventId,
      type: described('The type of the event.', eventType),
      state: literal(deliveryStates, {
        description:
          '`waiting` for its next attempt, `queued`, `delivered`, `exhausted` after eight attempts, or `dropped`: the endpoint was disabled when its turn came.',
      }),
      attempts: Type.Array(attempt, { description: 'The attempts so far, in order.' }),
      next_attempt_at: nullable(moment('When the next attempt is due; null if there is none.')),
      created_at: moment('When the event was queued for this endpoint.'),
    },
    { description: 'One event on its way to one endpoint.' },
  ),
)
export const deliveryQuery = Type.Object(pageQuery('delivery-cursor'))
export const deliveryList = pageSchema('WebhookDeliveryList', 'A page of deliveries, newest first.', delivery)

export const eventQuery = Type.Object({
  type: Type.Optional(
    Type.String({
      'x-extensible-enum': eventTypes,
      description: 'Only events of this type. An unknown type has no events.',
    }),
  ),
  message_id: Type.Optional(Type.String({ description: 'Only events about this message.' })),
  ...pageQuery('event-cursor'),
})
export const eventList = pageSchema('EventList', 'A page of events, newest first.', event)
export const redelivery = named(
  'Redelivery',
  Type.Object(
    { deliveries: Type.Integer({ description: 'How many endpoints the event is sent to.' }) },
    { description: 'The event is queued for these endpoints.' },
  ),
)

export const redeliverMissedRequest = named(
  'RedeliverMissedRequest',
  Type.Object(
    {
      since: Type.String({
        format: 'date-time',
        maxLength: 64,
        description: 'The time of the oldest event to send, for example the beginning of an outage.',
      }),
    },
    { description: 'Since when events were missed.' },
  ),
)
export const missedRedelivery = named(
  'MissedRedelivery',
  Type.Object(
    {
      deliveries: Type.Integer({ description: 'How many events are queued for the endpoint.' }),
      examined: Type.Integer({ description: 'How many events were examined. The others were not missed.' }),
      next_since: nullable(moment('Call again with it as `since`; null if no later event is left to examine.')),
    },
    { description: 'What one call queued, and where the next call continues.' },
  ),
)

export type Endpoint = Static<typeof endpoint>
export type EventList = Static<typeof eventList>
