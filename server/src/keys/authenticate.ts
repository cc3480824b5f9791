import { createBatcher } from '../batcher.ts'
import type { Database } from '../db/database.ts'
import { hashKey, isWellFormedKey } from './key-format.ts'
import { type Authenticated, findCallers } from './sql.ts'

const largestSet = 200
const mostRemembered = 10_000

/**
 * Every request asks the database, so a revoked key stops at once on every process; concurrent requests ask together.
 * The key is looked up by its hash: what the answer takes tells nothing about any key (5.2).
 */
export function createAuthenticator(db: Database) {
  /** Hashes of keys, the least recently used first. */
  const valid = new Set<string>()
  const remember = (name: string, isValid: boolean): void => {
    valid.delete(name)
    if (isValid) valid.add(name)
    if (valid.size > mostRemembered) valid.delete(valid.values().next().value!)
  }
  const find = createBatcher(largestSet, async (hashes: Buffer[]): Promise<(Authenticated | null)[]> => {
    const rows = await db.all(findCallers, { hashes })
    const byHash = new Map(rows.map((row) => [row.hash.toString('base64'), row]))
    return hashes.map((hash) => byHash.get(hash.toString('base64')) ?? null)
  })
  return {
    /** Null for a key that is missing, malformed, unknown or revoked: nobody is told which. */
    authenticate: async (authorization: string | undefined): Promise<Authenticated | null> => {
      const hash = hashOf(authorization)
      if (hash === null) return null
      const found = await find(hash)
      remember(hash.toString('base64'), found !== null)
      return found
    },
    /** Whether this key was valid when this process last asked. It may have been revoked since. */
    wasValid: (authorization: string | undefined): boolean => {
      const hash = hashOf(authorization)
      return hash !== null && valid.has(hash.toString('base64'))
    },
  }
}

function hashOf(authorization: string | undefined): Buffer | null {
  const key = bearerToken(authorization)
  return isWellFormedKey(key) ? hashKey(key) : null
}

/** Empty where there is none. */
export const bearerToken = (authorization: string | undefined): string =>
  /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1] ?? ''
