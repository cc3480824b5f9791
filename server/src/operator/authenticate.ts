import type { Database } from '../db/database.ts'
import { hashKey, isWellFormedOperatorToken } from '../keys/key-format.ts'
import type { Operator } from '../operator-role.ts'
import { findOperatorByHash } from './operators.sql.ts'

/**
 * Every request reads the token from the database, so a revoked one is rejected at once by every process. A malformed one causes
 * no query. Guessed tokens do not use the connections of operators.
 */
export function createOperatorAuthenticator(db: Database) {
  const guarded = db.as('operator authentication')
  /** Hashes of tokens that were valid the last time. There are few. */
  const valid = new Set<string>()
  const nameOf = (token: string): string => hashKey(token).toString('base64')
  return {
    authenticate: async (token: string): Promise<Operator | null> => {
      if (!isWellFormedOperatorToken(token)) return null
      const found = await guarded.one(findOperatorByHash, { tokenHash: hashKey(token) })
      if (found === null) valid.delete(nameOf(token))
      else valid.add(nameOf(token))
      return found
    },
    /** Whether the token was valid at the last check of this process. */
    wasValid: (token: string): boolean => valid.has(nameOf(token)),
  }
}
