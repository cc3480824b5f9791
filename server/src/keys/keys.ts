import { done, refused } from '../errors.ts'
import { parseId } from '../ids.ts'
import { defineOperation } from '../operation.ts'
import { apiKeyList, createKeyRequest, keyPath, keyView, newApiKey, revokeKeyQuery } from './keys.schema.ts'
import { mintKey } from './mint-key.ts'
import { revokeKeys } from './revoke-keys.ts'
import { activeKeys } from './sql.ts'

export const listKeys = defineOperation({
  access: 'key',
  scope: 'keys',
  number: 8,
  name: 'listKeys',
  tag: 'API keys',
  method: 'GET',
  path: '/api/v1/keys',
  summary: 'List the active API keys of the business, newest first',
  description:
    'Lists the keys that work now: neither revoked nor expired. `minted_by` shows which key created which, so keys that a leaked key created can be found.',
  response: apiKeyList,
  async handle({ db }, { caller: { businessId } }) {
    return done({ items: (await db.all(activeKeys, { businessId })).map(keyView) })
  },
})

export const createKey = defineOperation({
  access: 'key',
  scope: 'keys',
  number: 9,
  name: 'createKey',
  tag: 'API keys',
  method: 'POST',
  path: '/api/v1/keys',
  summary: 'Create an API key: a child of the key that creates it, unless detached',
  description:
    'Creates a key and returns it once. The new key is a child of the key that creates it: revoking the parent revokes the child, unless `detach` is true. A key cannot create a key with more scopes or a later expiry than its own. A business has at most 25 active keys.',
  body: createKeyRequest,
  optionalBody: true,
  success: 'created',
  response: newApiKey,
  refusals: ['business.key_limit_reached'],
  handle: (context, { caller: { businessId, keyId }, body }) =>
    context.db.transaction((tx) => mintKey(context, tx, { businessId, creatorId: keyId }, body)),
})

export const revokeKey = defineOperation({
  access: 'key',
  scope: 'keys',
  number: 10,
  name: 'revokeKey',
  tag: 'API keys',
  method: 'DELETE',
  path: '/api/v1/keys/{key_id}',
  summary: 'Revoke an API key and every key below it that was not detached',
  description:
    'The key stops working at once, and with it every key below it that was not detached. A key can revoke itself. After a leak, use `minted=true`: it also revokes detached keys that the leaked key created.',
  params: keyPath,
  query: revokeKeyQuery,
  success: 'no_content',
  refusals: ['api_key.not_found'],
  async handle(context, { caller: { businessId, keyId: revokerId }, params, query: { minted = false } }) {
    const keyId = parseId('key', params.key_id)
    if (keyId === null) return refused('api_key.not_found')
    // A key may have minted very many keys, which takes longer to read than an ordinary statement may take.
    const db = minted ? context.db.as(businessId, true) : context.db
    return db.transaction(async (tx) => {
      const outcome = await revokeKeys(context, tx, { businessId, keyId, minted, revokerId })
      return 'done' in outcome ? done(null) : outcome
    })
  },
})
