import { type Static, Type } from 'typebox'
import { formatId } from '../ids.ts'
import { literal, moment, named, nullable } from '../schema.ts'
import { scopes } from './scopes.ts'
import type { KeyRow, ListedKey } from './sql.ts'

const scope = named(
  'Scope',
  literal(scopes, { description: 'What a key may do. Each operation requires one scope (`x-scope`).' }),
)
const scopeList = Type.Array(scope, { minItems: 1, maxItems: scopes.length })

const keyId = Type.String({ description: 'The id of the key. It begins with `key_`.' })

/** An API key in responses (2.8). */
const fields = {
  id: keyId,
  name: Type.String({ description: 'The name that was given when the key was created.' }),
  masked: Type.String({ description: 'The prefix of the key, four asterisks and its last four characters.' }),
  created: moment('When the key was created.'),
  minted_by: nullable(
    Type.String({
      description:
        'The id of the key that created this one, also if it is detached. Null for a key from the dashboard.',
    }),
  ),
  scopes: nullable({ ...scopeList, description: 'What the key may do. Null: everything.' }),
  expires_at: nullable(moment('When the key stops working. Null: never.')),
  last_used_at: nullable(
    moment('The beginning of the hour in which the key was last used; null before the first use.'),
  ),
}
export const apiKey = named(
  'ApiKey',
  Type.Object(fields, { description: 'An active API key. Its secret is not shown.' }),
)
export const newApiKey = named(
  'NewApiKey',
  Type.Object(
    {
      ...fields,
      key: Type.String({ description: 'The full key. It is shown this once: store it where secrets are stored.' }),
    },
    { description: 'The new key, with its secret.' },
  ),
)
export const apiKeyList = named(
  'ApiKeyList',
  Type.Object(
    { items: Type.Array(apiKey, { description: 'Every active key, newest first.' }) },
    { description: 'The active keys of the business.' },
  ),
)

/** A key as the operator sees it. */
export const listedKey = named(
  'ListedKey',
  Type.Object(
    {
      ...fields,
      detached: Type.Boolean({ description: 'True: it survives the revocation of the key that created it.' }),
      active: Type.Boolean({ description: 'False for a key that is revoked or has expired.' }),
      revoked_at: nullable(moment('When the key was revoked; null if it was not.')),
    },
    { description: 'A key of the business, active or not. Its secret is not shown.' },
  ),
)

const rights = {
  scopes: Type.Optional(
    nullable({
      ...scopeList,
      description: 'What the new key may do. Null or omitted: everything. A key can only grant scopes that it has.',
    }),
  ),
  expires_at: Type.Optional(
    nullable(
      Type.String({
        format: 'date-time',
        maxLength: 64,
        description:
          'When the new key stops working: in the future. Null or omitted: never. A key that expires can only create keys that expire no later.',
      }),
    ),
  ),
}
const name = Type.Optional(
  nullable(
    Type.String({
      maxLength: 120,
      description: 'A name by which you recognise the key. Null or empty becomes "API key".',
    }),
  ),
)
export const createKeyRequest = named(
  'CreateKeyRequest',
  Type.Object(
    {
      name,
      detach: Type.Optional(
        Type.Boolean({
          description: 'True: the new key survives the revocation of the key that creates it.',
          default: false,
        }),
      ),
      ...rights,
    },
    { description: 'The name and the rights of a new key.' },
  ),
)
export const createDashboardKeyRequest = named(
  'CreateDashboardKeyRequest',
  Type.Object({ name, ...rights }, { description: 'The name and the rights of a new key.' }),
)

export const keyPath = Type.Object({ key_id: keyId })
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
