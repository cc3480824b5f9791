import { type Static, type TObject, type TSchema, Type } from 'typebox'
import type { CodeWords } from '../code-words.ts'

/** An event type: its words, the schema of its `data`, and an example of it. */
type EventDefinition<Data extends TObject> = { words: CodeWords; data: Data; example: Static<Data> }

/** Without this function the compiler would not compare the example with the schema. */
export const defineEvent = <Fields extends Record<string, TSchema>>(
  words: CodeWords,
  fields: Fields,
  example: Static<ReturnType<typeof Type.Object<Fields>>>,
): EventDefinition<ReturnType<typeof Type.Object<Fields>>> => ({ words, data: Type.Object(fields), example })

export const time = (description: string) => Type.String({ format: 'date-time', description })

/** The fields that every event about a message has (6.1). */
export const messageFields = {
  message_id: Type.String({ description: 'The id of the message, as in the response of the push.' }),
  recipient_email: Type.String({ description: 'The address of the recipient, as it was first given.' }),
  reference: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description: 'The `reference` of the message, such as the order number.',
  }),
}
export const exampleMessage = {
  message_id: 'msg_01JCV7Q2Z8R5W3X4Y6A9B0C1D2',
  recipient_email: 'ada@example.com',
  reference: 'A-1001',
}
export const exampleTime = '2026-11-14T22:41:00.000Z'
