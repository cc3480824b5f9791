import type { Caller } from '../context.ts'
import type { Database } from '../db/database.ts'
import { lane } from '../db/lane.ts'
import { hashKey, isWellFormedKey } from './key-format.ts'
import { findCallers } from './sql.ts'

export type Authenticated = Caller & { active: boolean; ratePerSecond: number }
/** Null for a key that is missing, malformed, unknown or revoked: nobody is told which. */
export type Authenticate = (authorization: string | undefined) => Promise<Authenticated | null>

const largestSet = 200

/**
 * Every request asks the database, so a revoked key stops at once on every process; concurrent requests ask together.
 * The key is looked up by its hash: what the answer takes tells nothing about any key (5.2).
 */
export function createAuthenticate(db: Database): Authenticate {
  const find = lane(largestSet, async (hashes: Buffer[]): Promise<(Authenticated | null)[]> => {
    const rows = await db.all(findCallers, [hashes])
    const byHash = new Map(rows.map((row) => [row.hash.toString('base64'), row]))
    return hashes.map((hash) => {
      const row = byHash.get(hash.toString('base64'))
      return row === undefined
        ? null
        : {
            businessId: row.business_id,
            country: row.country,
            hasPaidChannel: row.has_paid_channel,
            keyId: row.key_id,
            active: row.active,
            ratePerSecond: row.rate_limit_per_second,
          }
    })
  })
  return async (authorization) => {
    const key = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1]
    return key !== undefined && isWellFormedKey(key) ? find(hashKey(key)) : null
  }
}
