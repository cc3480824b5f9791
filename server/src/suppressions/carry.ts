import type { Context } from '../context.ts'
import type { Transaction } from '../db/database.ts'
import type { EmailIdentity } from '../email.ts'
import { addressDigest, platformAddressDigest } from '../recipients/digest.ts'
import { movePlatformSuppressions, moveSuppressions } from './sql.ts'

/** A spelling of an address, and the identity of its mailbox. */
export type Spelling = { businessId: string; from: string; to: EmailIdentity }

/**
 * Suppressions are digests and cannot be converted by themselves. Earlier releases digested the address as it was given, so what
 * was kept for a spelling is moved to the identity as soon as the spelling is seen: here, also after the recipient was erased.
 */
export function carrySuppressions(deriveKey: Context['deriveKey'], tx: Transaction, spellings: Spelling[]): void {
  const moves = spellings
    .filter(({ from, to }) => from !== to)
    .map(({ businessId, from, to }) => {
      const fromPlatformDigest = platformAddressDigest(deriveKey, from as EmailIdentity)
      const toPlatformDigest = platformAddressDigest(deriveKey, to)
      return {
        businessId,
        fromPlatformDigest,
        toPlatformDigest,
        fromDigest: addressDigest(businessId, fromPlatformDigest),
        toDigest: addressDigest(businessId, toPlatformDigest),
      }
    })
  if (moves.length === 0) return
  tx.write(moveSuppressions, { moves })
  tx.write(movePlatformSuppressions, { moves })
}
