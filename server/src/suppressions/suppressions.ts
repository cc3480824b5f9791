import type { Context } from '../context.ts'
import type { Transaction } from '../db/database.ts'
import type { EmailIdentity } from '../email.ts'
import { addressDigests } from '../recipients/digest.ts'
import {
  findSuppressions,
  movePlatformSuppressions,
  moveSuppressions,
  type Suppression,
  suppress,
  suppressForPlatform,
} from './sql.ts'

/** How the address of each row is suppressed. */
export async function loadSuppressions<Row extends { businessId: string; email: EmailIdentity }>(
  { deriveKey }: Context,
  tx: Transaction,
  rows: Row[],
): Promise<Map<Row, Suppression>> {
  if (rows.length === 0) return new Map()
  const given = rows.map(({ businessId, email }, position) => ({
    position,
    businessId,
    ...addressDigests(deriveKey, businessId, email),
  }))
  const found = await tx.all(findSuppressions, { given })
  return new Map(found.map(({ position, ...suppression }) => [rows[position]!, suppression]))
}

export type NewSuppression = { businessId: string; email: EmailIdentity; reason: 'bounced' | 'complained' }

/** An address that bounced for good is undeliverable for every business; a complaint is about this one. */
export function storeSuppressions({ deriveKey }: Context, tx: Transaction, addresses: NewSuppression[]): void {
  if (addresses.length === 0) return
  const suppressed = addresses.map(({ businessId, email, reason }) => ({
    businessId,
    reason,
    ...addressDigests(deriveKey, businessId, email),
  }))
  tx.write(suppress, { suppressed })
  const bounced = suppressed.filter(({ reason }) => reason === 'bounced')
  if (bounced.length > 0) tx.write(suppressForPlatform, { suppressed: bounced })
}

/** A spelling of an address, and the identity of its mailbox. */
type Spelling = { businessId: string; from: string; to: EmailIdentity }

/**
 * Suppressions are digests and cannot be converted by themselves. Earlier releases digested the address as it was given, so what
 * was kept for a spelling is moved to the identity as soon as the spelling is seen: here, also after the recipient was erased.
 */
export function carrySuppressions(deriveKey: Context['deriveKey'], tx: Transaction, spellings: Spelling[]): void {
  const moves = spellings
    .filter(({ from, to }) => from !== to)
    .map(({ businessId, from, to }) => {
      const given = addressDigests(deriveKey, businessId, from as EmailIdentity)
      const identity = addressDigests(deriveKey, businessId, to)
      return {
        businessId,
        fromDigest: given.addressDigest,
        toDigest: identity.addressDigest,
        fromPlatformDigest: given.platformDigest,
        toPlatformDigest: identity.platformDigest,
      }
    })
  if (moves.length === 0) return
  tx.write(moveSuppressions, { moves })
  tx.write(movePlatformSuppressions, { moves })
}
