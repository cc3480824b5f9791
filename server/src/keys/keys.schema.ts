import { type Static, Type } from 'typebox'
import { nullable } from '../schema.ts'

/** 2.8 */
const fields = {
  id: Type.String(),
  name: Type.String(),
  masked: Type.String({ description: 'The prefix, four asterisks and the last four characters.' }),
  created: Type.String({ format: 'date-time' }),
  minted_by: nullable(
    Type.String({ description: 'The key that created this one; null for a key from the dashboard.' }),
  ),
}
export const apiKey = Type.Object(fields)
export const newApiKey = Type.Object({ ...fields, key: Type.String({ description: 'The full key, shown this once.' }) })
export const apiKeyList = Type.Object({ items: Type.Array(apiKey) })

export const createKeyRequest = Type.Object({
  name: Type.Optional(nullable(Type.String({ maxLength: 120, description: 'Null or empty becomes "API key".' }))),
  detach: Type.Optional(
    Type.Boolean({ description: 'True: the key survives the revocation of the key that creates it.', default: false }),
  ),
})

export type ApiKey = Static<typeof apiKey>
export type NewApiKey = Static<typeof newApiKey>
