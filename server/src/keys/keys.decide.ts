/**
 * Creation and cascading revocation of keys (2.8, 5). A key is a child of the key that created it, unless it was detached.
 * Revoking a key revokes all its descendants. A key creates only keys that may do no more and live no longer than itself. A
 * business has at most 25 active keys, and more only if the operator creates them.
 */
import type { ErrorCode, ValidationError } from '../errors.ts'
import type { Scope } from './scopes.ts'

type Rights = { scopes: Scope[] | null; expires_at: Date | null }
type ActiveKey = Rights & { id: string; parent_id: string | null }
/** `creatorId` is null for a key from the dashboard. `createdLately` are the keys that keys created in the last 24 hours. */
type WantedKey = Rights & { creatorId: string | null; createdLately: number }

const maxActiveKeys = 25
/** Keys are stored for ever, so a leaked key that creates and revokes in a loop would make its own revocation slow. */
export const maxCreatedADay = 1_000
/** Keys of the operator are not limited by a merchant's keys, but even so a business does not grow without bound. */
const maxActiveKeysOfOperator = 100

/**
 * Null if the key may be created. A creator that was revoked after its authentication must not create a key that stays active.
 */
export function refuseCreation(
  active: ActiveKey[],
  { creatorId, createdLately, ...wanted }: WantedKey,
): ErrorCode | null {
  if (creatorId !== null) {
    const creator = active.find(({ id }) => id === creatorId)
    if (creator === undefined) return 'business.invalid_api_key'
    if (!isWithin(wanted, creator)) return 'business.key_not_permitted'
    if (createdLately >= maxCreatedADay) return 'business.key_limit_reached'
  }
  if (active.length >= (creatorId === null ? maxActiveKeysOfOperator : maxActiveKeys))
    return 'business.key_limit_reached'
  return null
}

function isWithin(wanted: Rights, creator: Rights): boolean {
  const { scopes, expires_at: end } = creator
  const hasScopes = scopes === null || (wanted.scopes?.every((scope) => scopes.includes(scope)) ?? false)
  return hasScopes && (end === null || (wanted.expires_at !== null && wanted.expires_at <= end))
}

/** Responses show years of four digits. */
const endOfYears = Date.UTC(10_000, 0, 1)

/** The errors of an `expires_at` that is a valid date-time. */
export function expiryErrors(given: string | null, now: Date): ValidationError[] {
  if (given === null) return []
  const error = (type: string, msg: string): ValidationError[] => [{ type, loc: ['expires_at'], msg, input: given }]
  const end = new Date(given).getTime()
  if (end <= now.getTime()) return error('datetime_future', 'Input should be in the future')
  return end < endOfYears ? [] : error('value_error', 'Value error, expires_at is before the year 10000')
}

/** The key and its descendants. Empty if no active key has this id. */
export function revokedWith<Key extends Pick<ActiveKey, 'id' | 'parent_id'>>(active: Key[], keyId: string): Key[] {
  const revoked = active.filter(({ id }) => id === keyId)
  for (const parent of revoked) revoked.push(...active.filter(({ parent_id }) => parent_id === parent.id))
  return revoked
}

/** More emails of an hour would let a key flood the owner by creating and revoking keys in a loop. */
export const maxOwnerMailsPerHour = 20
