import type { Scope } from '../../keys/scopes.ts'

/** What a revocation takes with it. */
type ActiveKey = { id: string; parent_id: string | null; scopes: Scope[] | null; last_used_at: Date | null }
export type Revocation<Key> = {
  /** The keys that are revoked, the chosen one first. */
  revoked: Key[]
  /** What no remaining key may do. */
  lostScopes: Scope[]
  isLastKey: boolean
}

/** `ids` are those of the keys that are revoked, `scopes` all that exist. A key without a list of scopes has all of them. */
export function previewRevocation<Key extends ActiveKey>(
  active: Key[],
  ids: string[],
  scopes: readonly Scope[],
): Revocation<Key> {
  const revoked = ids.flatMap((id) => active.find((key) => key.id === id) ?? [])
  const remaining = active.filter(({ id }) => !ids.includes(id))
  const isGranted = (keys: Key[], scope: Scope): boolean =>
    keys.some((key) => key.scopes === null || key.scopes.includes(scope))
  return {
    revoked,
    lostScopes: scopes.filter((scope) => isGranted(revoked, scope) && !isGranted(remaining, scope)),
    isLastKey: remaining.length === 0,
  }
}

const recentHours = 48
/** Whether a system probably still uses the key. The time of the last use is the beginning of its hour. */
export const isRecentlyUsed = ({ last_used_at: used }: Pick<ActiveKey, 'last_used_at'>, now: Date): boolean =>
  used !== null && now.getTime() - used.getTime() < recentHours * 3_600_000
