import { type Static, type TSchema, Type } from 'typebox'
import { growing, moment, named, pascalCase } from '../schema.ts'
import { type EventType, events, eventTypes } from './event-types.ts'

export const eventType = named(
  'EventType',
  growing(eventTypes, 'A type of event. A receiver ignores a type that it does not know.'),
)

/** The body of an event of this type (6.1), and its name in the OpenAPI document, such as MessageDeliveredEvent. */
export const envelopes = Object.fromEntries(eventTypes.map((type) => [type, envelopeOf(type)])) as unknown as Record<
  EventType,
  TSchema
>

/** Any event that is published. A ping only goes to the endpoint under test. */
export const event = named(
  'Event',
  Type.Unsafe<{ id: string }>({
    oneOf: eventTypes.filter((type) => type !== 'ping').map((type) => envelopes[type]),
    description: 'An event, as it is sent to endpoints. `type` determines the fields of `data`.',
  }),
)

function envelopeOf(type: EventType) {
  const { words, data } = events[type]
  const name = pascalCase(type.replace('whatsapp', 'whats_app'))
  return named(
    `${name}Event`,
    Type.Object(
      {
        id: Type.String({ description: 'The id of the event. A retry and a redelivery have the same id.' }),
        type: Type.Literal(type, { description: 'The type of the event.' }),
        occurred_at: moment('When it happened: UTC with an offset and microseconds.'),
        data: named(`${name}Data`, { description: `What \`${type}\` is about.`, ...data }),
      },
      { description: words.meaning },
    ),
  )
}
