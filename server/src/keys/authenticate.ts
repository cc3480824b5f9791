import { createBatcher } from '../batcher.ts'
import type { Database } from '../db/database.ts'
import { createRecentlyValid } from '../recently-valid.ts'
import { hashKey, isWellFormedKey } from './key-format.ts'
import type { UseRecorder } from './last-use.ts'
import { type Authenticated, findCallers } from './sql.ts'

const maxBatchSize = 200

/**
 * Every request reads the key from the database, so a revoked or expired key is rejected immediately by every process. Concurrent requests
 * share one query. Keys are found by their hash, so the duration reveals nothing about a key (5.2).
 */
export function createAuthenticator(db: Database, uses: UseRecorder) {
  const valid = createRecentlyValid()
  const find = createBatcher(
    'authenticate',
    maxBatchSize,
    async (hashes: Buffer[]): Promise<(Authenticated | null)[]> => {
      const rows = await db.all(findCallers, { hashes })
      uses.record(
        rows.flatMap(({ businessId, keyId, unrecordedHour: hour }) =>
          hour === null ? [] : [{ businessId, keyId, hour }],
        ),
      )
      const byHash = new Map(rows.map((row) => [row.hash.toString('base64'), row]))
      return hashes.map((hash) => byHash.get(hash.toString('base64')) ?? null)
    },
  )
  return {
    /** Null for a key that is missing, malformed, unknown, expired or revoked. The caller does not learn which. */
    authenticate: async (authorization: string | undefined): Promise<Authenticated | null> => {
      const hash = hashOf(authorization)
      if (hash === null) return null
      const found = await find(hash)
      valid.record(hash, found !== null)
      return found
    },
    /** Whether the key was valid at the last check of this process. It may have been revoked since. */
    wasValid: (authorization: string | undefined): boolean => {
      const hash = hashOf(authorization)
      return hash !== null && valid.has(hash)
    },
  }
}

function hashOf(authorization: string | undefined): Buffer | null {
  const key = bearerToken(authorization)
  return isWellFormedKey(key) ? hashKey(key) : null
}

/** Empty if there is no bearer token. */
export const bearerToken = (authorization: string | undefined): string =>
  /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1] ?? ''
