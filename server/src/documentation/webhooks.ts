import { envelopes } from '../webhooks/event.schema.ts'
import { events, eventTypes } from '../webhooks/event-types.ts'
import type { Components, Json } from './components.ts'

const header = (name: string, description: string, example: string): Json => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
  example,
})

const headers = (type: string): Json[] => [
  header(
    'X-Service-Signature',
    'The time of the attempt and the signature: HMAC-SHA256, in hex, over `<t>.<raw body>` with the secret of the endpoint. Reject a `t` that is more than 300 seconds old. During a rotation there are two `v1`.',
    't=1794696060,v1=dce6dbe9fa4150b7e8356b380fffd80af1b5232a75d6262918e528c921dae842',
  ),
  header('X-Service-Event', 'The type of the event, as in the body.', type),
  header(
    'X-Service-Delivery',
    'The id of the event, as in the body. Deduplicate by it: a retry has the same id.',
    'evt_01JCV7Q2Z8R5W3X4Y6A9B0C1D2',
  ),
]

const responses: Json = {
  '2XX': { description: 'The event is delivered. The body of the response is not read.' },
  '4XX': { description: 'The delivery failed. Every status but 2xx is retried, up to eight attempts.' },
}

/** The requests that the service sends to endpoints: one for each type of event. */
export const describeWebhooks = ({ refer }: Components): Record<string, Json> =>
  Object.fromEntries(
    eventTypes.map((type) => [
      type,
      {
        post: {
          operationId: type,
          tags: ['Events'],
          summary: type,
          description: events[type].words.meaning,
          security: [],
          parameters: headers(type),
          requestBody: {
            description: 'JSON with sorted keys and no white space. The signature covers exactly these bytes.',
            required: true,
            content: { 'application/json': { schema: refer(envelopes[type]) } },
          },
          responses,
        },
      },
    ]),
  )
