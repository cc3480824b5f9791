import type { Context } from '../context.ts'
import type { Transaction } from '../db/database.ts'
import { done, type Outcome, refused } from '../errors.ts'
import { defineOperation } from '../operation.ts'
import { composeKey, hashKey, maskKey } from './key-format.ts'
import { refuseCreation } from './keys.decide.ts'
import { createKeyRequest, keyView, type NewApiKey, newApiKey } from './keys.schema.ts'
import { activeKeys, insertKey, lockBusiness } from './sql.ts'

export const createKey = defineOperation({
  access: 'key',
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

type Minting = { name: string | null; creatorId: string | null; parentId: string | null }

/** A key from the API or, without a creator, from the dashboard. The business must exist. */
export async function mintKey(
  context: Context,
  tx: Transaction,
  businessId: string,
  minting: Minting,
): Promise<Outcome<NewApiKey>> {
  const business = (await tx.one(lockBusiness, { businessId }))!
  const refusal = refuseCreation(await tx.all(activeKeys, { businessId }), minting.creatorId)
  if (refusal !== null) return refused(refusal)

  const key = composeKey(business.mode, business.shard, context.randomBytes(32))
  const row = await tx.one(insertKey, {
    ...minting,
    businessId,
    id: context.newId(),
    hash: hashKey(key),
    masked: maskKey(key),
    name: minting.name || 'API key',
  })
  return done({ ...keyView(row!), key })
}
