import { Type } from 'typebox'
import type { Context } from '../context.ts'
import type { Transaction } from '../db/database.ts'
import { done, type Outcome, refused } from '../errors.ts'
import { parseId } from '../ids.ts'
import { defineOperation } from '../operation.ts'
import { composeKey, hashKey, maskKey } from './key-format.ts'
import { refuseCreation, revokedWith } from './keys.decide.ts'
import { apiKeyList, createKeyRequest, keyView, type NewApiKey, newApiKey } from './keys.schema.ts'
import { activeKeys, insertKey, lockBusiness, revokeKeys } from './sql.ts'

export const listKeys = defineOperation({
  access: 'key',
  scope: 'keys',
  number: 8,
  name: 'listKeys',
  method: 'GET',
  path: '/api/v1/keys',
  summary: 'List the active API keys of the business, newest first',
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
  method: 'POST',
  path: '/api/v1/keys',
  summary: 'Create an API key: a child of the key that creates it, unless detached',
  body: createKeyRequest,
  optionalBody: true,
  success: 'created',
  response: newApiKey,
  refusals: ['business.key_limit_reached'],
  handle: (context, { caller, body }) =>
    context.db.transaction((tx) =>
      mintKey(context, tx, caller.businessId, {
        name: body.name ?? null,
        creatorId: caller.keyId,
        parentId: body.detach === true ? null : caller.keyId,
      }),
    ),
})

export const revokeKey = defineOperation({
  access: 'key',
  scope: 'keys',
  number: 10,
  name: 'revokeKey',
  method: 'DELETE',
  path: '/api/v1/keys/{key_id}',
  summary: 'Revoke an API key and every key below it that was not detached',
  params: Type.Object({ key_id: Type.String() }),
  success: 'no_content',
  refusals: ['api_key.not_found'],
  async handle({ db }, { caller: { businessId }, params }) {
    const keyId = parseId('key', params.key_id)
    if (keyId === null) return refused('api_key.not_found')
    return db.transaction(async (tx) => {
      await tx.one(lockBusiness, { businessId })
      const ids = revokedWith(await tx.all(activeKeys, { businessId }), keyId)
      if (ids.length === 0) return refused('api_key.not_found')
      await tx.all(revokeKeys, { businessId, ids })
      return done(null)
    })
  },
})

type NewKeyOptions = { name: string | null; creatorId: string | null; parentId: string | null }

/** Creates a key from the API or, without a creator, from the dashboard. The business must exist. */
export async function mintKey(
  context: Context,
  tx: Transaction,
  businessId: string,
  options: NewKeyOptions,
): Promise<Outcome<NewApiKey>> {
  const business = (await tx.one(lockBusiness, { businessId }))!
  const refusal = refuseCreation(await tx.all(activeKeys, { businessId }), options.creatorId)
  if (refusal !== null) return refused(refusal)

  const key = composeKey(business.mode, business.shard, context.randomBytes(32))
  const row = await tx.one(insertKey, {
    ...options,
    businessId,
    id: context.newId(),
    hash: hashKey(key),
    masked: maskKey(key),
    name: options.name || 'API key',
  })
  return done({ ...keyView(row!), key })
}
