import type { Context } from '../context.ts'
import type { Transaction } from '../db/database.ts'
import { done, type Outcome, refused } from '../errors.ts'
import { announceRevocation } from './announce.ts'
import { revokedWith } from './keys.decide.ts'
import { activeKeys, type KeyRow, lockBusiness, markRevoked, mintedFamily } from './sql.ts'

/** `revokerId` is null for the operator. `minted`: everything that the key ever minted is revoked too. */
type Revocation = { businessId: string; keyId: string; minted: boolean; revokerId: string | null }

/** Revokes a key and those below it. Returns the keys that were active until now. */
export async function revokeKeys(
  context: Context,
  tx: Transaction,
  { businessId, keyId, minted, revokerId }: Revocation,
): Promise<Outcome<KeyRow[]>> {
  await tx.one(lockBusiness, { businessId })
  const active = await tx.all(activeKeys, { businessId })
  const revoker = active.find(({ id }) => id === revokerId) ?? null
  // It was revoked after its authentication: an attacker whose keys are being revoked must not revoke others meanwhile.
  if (revokerId !== null && revoker === null) return refused('business.invalid_api_key')
  const family = minted ? await tx.all(mintedFamily, { businessId, keyId }) : revokedWith(active, keyId)
  if (family.length === 0) return refused('api_key.not_found')

  const revoked = family.flatMap(({ id }) => active.find((key) => key.id === id) ?? [])
  if (revoked.length > 0) {
    tx.write(markRevoked, { businessId, ids: revoked.map(({ id }) => id) })
    await announceRevocation(context, tx, businessId, revoked, revoker)
  }
  return done(revoked)
}
