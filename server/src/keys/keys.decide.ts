/**
 * Creation and cascading revocation of keys (2.8, 5.5). A key is a child of the key that created it, unless it was detached.
 * Revoking a key revokes all its descendants. A business has at most 25 active keys.
 */
import type { ErrorCode } from '../errors.ts'

type ActiveKey = { id: string; parent_id: string | null }

const maxActiveKeys = 25

/**
 * Null if the key may be created. A creator that was revoked after its authentication must not create a key that stays active.
 */
export function refuseCreation(active: ActiveKey[], creatorId: string | null): ErrorCode | null {
  if (creatorId !== null && !active.some(({ id }) => id === creatorId)) return 'business.invalid_api_key'
  if (active.length >= maxActiveKeys) return 'business.key_limit_reached'
  return null
}

/** The key and its descendants. Empty if no active key has this id. */
export function revokedWith(active: ActiveKey[], keyId: string): string[] {
  if (!active.some(({ id }) => id === keyId)) return []
  const revoked = [keyId]
  for (const parent of revoked)
    revoked.push(...active.filter(({ parent_id }) => parent_id === parent).map(({ id }) => id))
  return revoked
}
