import type { Transaction } from '../../db/database.ts'
import type { EmailIdentity } from '../../email.ts'
import { deletePasskeysWithoutAccess } from './passkeys/passkeys.sql.ts'
import { lockPerson, revokeSessionsWithoutAccess } from './sql.ts'

/**
 * Ends what a person could come back with, if they have nothing left to sign in to: their sessions and passkeys. Another person can
 * get the address later, and must not share it with the person who had it before. Called after the membership or the role has ended.
 */
export async function endAccess(tx: Transaction, email: EmailIdentity): Promise<void> {
  // Two shops that remove the person at once would otherwise each see the membership of the other.
  await tx.one(lockPerson, { email })
  tx.write(revokeSessionsWithoutAccess, { email })
  tx.write(deletePasskeysWithoutAccess, { email })
}
