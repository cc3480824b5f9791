import { type TSchema, Type } from 'typebox'
import { growing, moment, named, pascalCase } from '../schema.ts'
import { type EventData, type EventType, events, eventTypes } from './event-types.ts'

const eventWords = Object.fromEntries(eventTypes.map((type) => [type, events[type].words]))
export const eventType = named(
  'EventType',
  growing(eventTypes, 'A type of event. A receiver ignores a type that it does not know.', eventWords),
)

/** The bodies of events by type (6.1). */
export const envelopes = Object.fromEntries(eventTypes.map((type) => [type, envelopeOf(type)])) as Record<
  EventType,
  TSchema
>

/** A ping only goes to the endpoint under test. */
type Published = Exclude<EventType, 'ping'>
type PublishedEvent = {
  [Type in Published]: { id: string; type: Type; occurred_at: string; data: EventData<Type> }
}[Published]
const isPublished = (type: EventType): boolean => type !== 'ping'

export const event = named(
  'Event',
  Type.Unsafe<PublishedEvent>({
    oneOf: eventTypes.filter(isPublished).map((type) => envelopes[type]),
    description: 'An event, as it is sent to endpoints. `type` determines the fields of `data`.',
  }),
)

/** The names of the components are such as MessageDeliveredEvent and MessageDeliveredData. */
function envelopeOf(type: EventType): TSchema {
  const { words, data } = events[type]
  const name = pascalCase(type.replace('whatsapp', 'whats_app'))
  return named(
    `${name}Event`,
    Type.Object(
      {
        id: Type.String({ description: 'The id of the event. A retry and a redelivery have the same id.' }),
        type: Type.Literal(type, { description: 'The type of the event.' }),
        occurred_at: moment('When it happened: UTC with an offset and microseconds.'),
        data: named(`${name}Data`, { ...data, description: `What \`${type}\` is about.` }),
      },
      { description: words.meaning },
    ),
  )
}
