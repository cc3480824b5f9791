import { type Static, Type } from 'typebox'
import { formatId } from '../ids.ts'
import { nullable } from '../schema.ts'
import type { KeyRow } from './sql.ts'

/** An API key in responses (2.8). */
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

export type NewApiKey = Static<typeof newApiKey>

export const keyView = (row: KeyRow): Static<typeof apiKey> => ({
  id: formatId('key', row.id),
  name: row.name,
  masked: row.masked,
  created: row.created_at.toISOString(),
  minted_by: row.minted_by === null ? null : formatId('key', row.minted_by),
})
