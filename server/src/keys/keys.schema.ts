import { type Static, Type } from 'typebox'
import { formatId } from '../ids.ts'
import { literal, nullable } from '../schema.ts'
import { scopes } from './scopes.ts'
import type { KeyRow, ListedKey } from './sql.ts'

const scopeList = Type.Array(literal(scopes), { minItems: 1, maxItems: scopes.length })

/** An API key in responses (2.8). */
const fields = {
  id: Type.String(),
  name: Type.String(),
  masked: Type.String({ description: 'The prefix, four asterisks and the last four characters.' }),
  created: Type.String({ format: 'date-time' }),
  minted_by: nullable(
    Type.String({ description: 'The key that created this one; null for a key from the dashboard.' }),
  ),
  scopes: nullable({ ...scopeList, description: 'What the key may do; null for everything.' }),
  expires_at: nullable(Type.String({ format: 'date-time', description: 'Null for a key that does not expire.' })),
  last_used_at: nullable(
    Type.String({ format: 'date-time', description: 'The beginning of the hour of the last use; null before it.' }),
  ),
}
export const apiKey = Type.Object(fields)
export const newApiKey = Type.Object({ ...fields, key: Type.String({ description: 'The full key, shown this once.' }) })
export const apiKeyList = Type.Object({ items: Type.Array(apiKey) })

/** A key as the operator sees it. */
export const listedKey = Type.Object({
  ...fields,
  detached: Type.Boolean({ description: 'True: it survives the revocation of the key that created it.' }),
  active: Type.Boolean({ description: 'False for a key that is revoked or has expired.' }),
  revoked_at: nullable(Type.String({ format: 'date-time' })),
})

const rights = {
  scopes: Type.Optional(
    nullable({ ...scopeList, description: 'Null or omitted: everything. A key can only grant scopes that it has.' }),
  ),
  expires_at: Type.Optional(
    nullable(
      Type.String({
        format: 'date-time',
        maxLength: 64,
        description:
          'In the future. Null or omitted: never. A key that expires can only create keys that expire no later.',
      }),
    ),
  ),
}
const name = Type.Optional(nullable(Type.String({ maxLength: 120, description: 'Null or empty becomes "API key".' })))
export const createKeyRequest = Type.Object({
  name,
  detach: Type.Optional(
    Type.Boolean({ description: 'True: the key survives the revocation of the key that creates it.', default: false }),
  ),
  ...rights,
})
export const createDashboardKeyRequest = Type.Object({ name, ...rights })

export const revokeKeyQuery = Type.Object({
  minted: Type.Optional(
    Type.Boolean({
      description:
        'True: also revokes everything that the key ever minted, detached keys too, even if the key itself is no longer active.',
      default: false,
    }),
  ),
})

export type CreateKeyRequest = Static<typeof createKeyRequest>
export type NewApiKey = Static<typeof newApiKey>

export const keyView = (row: KeyRow): Static<typeof apiKey> => ({
  id: formatId('key', row.id),
  name: row.name,
  masked: row.masked,
  created: row.created_at.toISOString(),
  minted_by: keyIdOrNull(row.minted_by),
  scopes: row.scopes,
  expires_at: row.expires_at?.toISOString() ?? null,
  last_used_at: row.last_used_at?.toISOString() ?? null,
})

export const listedKeyView = (row: ListedKey): Static<typeof listedKey> => ({
  ...keyView(row),
  detached: row.minted_by !== null && row.parent_id === null,
  active: row.active,
  revoked_at: row.revoked_at?.toISOString() ?? null,
})

export const keyIdOrNull = (id: string | null): string | null => (id === null ? null : formatId('key', id))
