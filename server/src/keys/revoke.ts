import type { Caller, Context } from '../context.ts'
import { done, type Outcome, refused } from '../errors.ts'
import { readId } from '../ids.ts'
import { revokedWith } from './keys.decide.ts'
import { activeKeys, lockBusiness, revokeKeys } from './sql.ts'

/** Operation 10. */
export async function revokeKey({ db }: Context, { businessId }: Caller, publicId: string): Promise<Outcome<null>> {
  const keyId = readId('key', publicId)
  if (keyId === null) return refused('api_key.not_found')
  return db.transaction(async (tx) => {
    await tx.one(lockBusiness, [businessId])
    const revoked = revokedWith(await tx.all(activeKeys, [businessId]), keyId)
    if (revoked.length === 0) return refused('api_key.not_found')
    await tx.all(revokeKeys, [businessId, revoked])
    return done(null)
  })
}
