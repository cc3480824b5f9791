import type { Caller, Context } from '../context.ts'
import type { Transaction } from '../db/database.ts'
import { done, type Outcome, refused } from '../errors.ts'
import { composeKey, hashKey, maskKey } from './key-format.ts'
import { keyItem } from './key-item.ts'
import { refuseCreation } from './keys.decide.ts'
import type { CreateKeyRequest, NewApiKey } from './keys.schema.ts'
import { activeKeys, insertKey, lockBusiness } from './sql.ts'

/** Operation 9. */
export async function createKey(
  context: Context,
  caller: Caller,
  request: CreateKeyRequest,
): Promise<Outcome<NewApiKey>> {
  return context.db.transaction((tx) =>
    mintKey(context, tx, caller.businessId, {
      name: request.name ?? null,
      creatorId: caller.keyId,
      parentId: request.detach === true ? null : caller.keyId,
    }),
  )
}

type Minting = { name: string | null; creatorId: string | null; parentId: string | null }

/** A key from the API or, without a creator, from the dashboard. The business must exist. */
export async function mintKey(
  context: Context,
  tx: Transaction,
  businessId: string,
  minting: Minting,
): Promise<Outcome<NewApiKey>> {
  const business = (await tx.one(lockBusiness, [businessId]))!
  const refusal = refuseCreation(await tx.all(activeKeys, [businessId]), minting.creatorId)
  if (refusal !== null) return refused(refusal)

  const key = composeKey(business.mode, business.shard, context.randomBytes(32))
  const row = await tx.one(insertKey, [
    businessId,
    context.newId(),
    hashKey(key),
    maskKey(key),
    minting.name || 'API key',
    minting.parentId,
    minting.creatorId,
  ])
  return done({ ...keyItem(row!), key })
}
