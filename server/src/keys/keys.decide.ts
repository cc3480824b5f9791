/**
 * Which keys live and die together (2.8, 5.5). A key is a child of the key that created it, unless it was detached;
 * revoking a key revokes its children and theirs. A business holds at most 25 active keys.
 */
import type { ErrorCode } from '../errors.ts'

type ActiveKey = { id: string; parent_id: string | null }

const mostActiveKeys = 25

/** Null when the key may be created. A creator revoked since it was authenticated creates nothing: its child would outlive it. */
export function refuseCreation(active: ActiveKey[], creatorId: string | null): ErrorCode | null {
  if (creatorId !== null && !active.some(({ id }) => id === creatorId)) return 'business.invalid_api_key'
  if (active.length >= mostActiveKeys) return 'business.key_limit_reached'
  return null
}

/** The key and everything below it. Empty when no active key has this id. */
export function revokedWith(active: ActiveKey[], keyId: string): string[] {
  if (!active.some(({ id }) => id === keyId)) return []
  const revoked = [keyId]
  for (const parent of revoked)
    revoked.push(...active.filter(({ parent_id }) => parent_id === parent).map(({ id }) => id))
  return revoked
}
