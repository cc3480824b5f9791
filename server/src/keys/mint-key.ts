import type { Context } from '../context.ts'
import type { Transaction } from '../db/database.ts'
import { done, type Outcome, refused } from '../errors.ts'
import { announceCreation } from './announce.ts'
import { composeKey, hashKey, maskKey } from './key-format.ts'
import { expiryErrors, maxCreatedADay, refuseCreation } from './keys.decide.ts'
import { type CreateKeyRequest, keyView, type NewApiKey } from './keys.schema.ts'
import { scopes } from './scopes.ts'
import { activeKeys, countCreated, insertKey, lockBusiness } from './sql.ts'

/** `creatorId` is null for a key from the dashboard. The first key of a business is not announced. */
type Minting = { businessId: string; creatorId: string | null; isFirst?: boolean }

/** Creates a key from the API or, without a creator, from the dashboard. The business must exist. */
export async function mintKey(
  context: Context,
  tx: Transaction,
  { businessId, creatorId, isFirst = false }: Minting,
  request: CreateKeyRequest,
): Promise<Outcome<NewApiKey>> {
  const { expires_at: end = null, scopes: wanted = null } = request
  const rights = {
    expires_at: end === null ? null : new Date(end),
    scopes: wanted === null ? null : scopes.filter((scope) => wanted.includes(scope)),
  }
  const business = (await tx.one(lockBusiness, { businessId }))!
  const errors = expiryErrors(end, business.now)
  if (errors.length > 0) return { invalid: errors }
  const active = await tx.all(activeKeys, { businessId })
  const createdLately =
    creatorId === null ? 0 : (await tx.one(countCreated, { businessId, limit: maxCreatedADay }))!.count
  const refusal = refuseCreation(active, { creatorId, createdLately, ...rights })
  if (refusal !== null) return refused(refusal)

  const key = composeKey(business.mode, business.shard, context.randomBytes(32))
  const row = (await tx.one(insertKey, {
    ...rights,
    businessId,
    creatorId,
    parentId: request.detach === true ? null : creatorId,
    id: context.newId(),
    hash: hashKey(key),
    masked: maskKey(key),
    name: request.name || 'API key',
  }))!
  if (!isFirst) await announceCreation(context, tx, businessId, row, active.find(({ id }) => id === creatorId) ?? null)
  return done({ ...keyView(row), key })
}
