import type { Context } from '../context.ts'
import type { Transaction } from '../db/database.ts'
import { addressDigest, platformAddressDigest } from '../recipients/digest.ts'
import type { EmailIdentity } from '../recipients/email.ts'
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
    .map(({ businessId, from, to }) => ({
      businessId,
      from: platformAddressDigest(deriveKey, from as EmailIdentity),
      to: platformAddressDigest(deriveKey, to),
    }))
  if (moves.length === 0) return
  tx.write(moveSuppressions, [
    moves.map(({ businessId }) => businessId),
    moves.map(({ businessId, from }) => addressDigest(businessId, from)),
    moves.map(({ businessId, to }) => addressDigest(businessId, to)),
  ])
  tx.write(movePlatformSuppressions, [moves.map(({ from }) => from), moves.map(({ to }) => to)])
}
