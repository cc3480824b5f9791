import type { Database } from '../db/database.ts'
import { hashKey, isWellFormedOperatorToken } from '../keys/key-format.ts'
import type { Operator } from '../operator-role.ts'
import { createRecentlyValid } from '../recently-valid.ts'
import { findOperatorByHash } from './authenticate.sql.ts'

/**
 * Every request reads the token from the database, so a revoked one is rejected at once by every process. A malformed one causes
 * no query. Guessed tokens do not use the connections of operators.
 */
export function createOperatorAuthenticator(db: Database) {
  const guarded = db.as('operator authentication')
  const valid = createRecentlyValid()
  return {
    authenticate: async (token: string): Promise<Operator | null> => {
      if (!isWellFormedOperatorToken(token)) return null
      const tokenHash = hashKey(token)
      const found = await guarded.one(findOperatorByHash, { tokenHash })
      valid.record(tokenHash, found !== null)
      return found
    },
    /** Whether the token was valid at the last check of this process. */
    wasValid: (token: string): boolean => valid.has(hashKey(token)),
  }
}
