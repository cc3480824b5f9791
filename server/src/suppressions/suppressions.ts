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

/** Returns the suppressions of each row's address. */
export async function loadSuppressions<Row extends { businessId: string; email: EmailIdentity }>(
  { digestKey }: Context,
  tx: Pick<Transaction, 'all'>,
  rows: Row[],
): Promise<Map<Row, Suppression>> {
  if (rows.length === 0) return new Map()
  const addresses = rows.map(({ businessId, email }, position) => ({
    position,
    businessId,
    ...addressDigests(digestKey, businessId, email),
  }))
  const found = await tx.all(findSuppressions, { addresses })
  return new Map(found.map(({ position, ...suppression }) => [rows[position]!, suppression]))
}

export type NewSuppression = { businessId: string; email: EmailIdentity; reason: 'bounced' | 'complained' }

/** A permanent bounce suppresses the address for every live business; a complaint, or a bounce of a test business, only for this one. */
export function storeSuppressions({ digestKey }: Context, tx: Transaction, addresses: NewSuppression[]): void {
  if (addresses.length === 0) return
  const suppressed = addresses.map(({ businessId, email, reason }) => ({
    businessId,
    reason,
    ...addressDigests(digestKey, businessId, email),
  }))
  tx.write(suppress, { suppressed })
  const bounced = suppressed.filter(({ reason }) => reason === 'bounced')
  if (bounced.length > 0) tx.write(suppressForPlatform, { suppressed: bounced })
}

/** `from` is the address as it was written; `to` is its identity, which is the same for all spellings. */
type Spelling = { businessId: string; from: string; to: EmailIdentity }

/**
 * Suppressions are stored as digests and cannot be migrated by themselves. Earlier releases digested the address as it was
 * written. These suppressions are moved to the identity when that spelling is used again, also after the recipient was erased.
 */
export function moveSuppressionsToIdentity(
  digestKey: Context['digestKey'],
  tx: Transaction,
  spellings: Spelling[],
): void {
  const moves = spellings
    .filter(({ from, to }) => from !== to)
    .map(({ businessId, from, to }) => {
      const spelling = addressDigests(digestKey, businessId, from as EmailIdentity)
      const identity = addressDigests(digestKey, businessId, to)
      return {
        businessId,
        fromDigest: spelling.addressDigest,
        toDigest: identity.addressDigest,
        fromPlatformDigest: spelling.platformDigest,
        toPlatformDigest: identity.platformDigest,
      }
    })
  if (moves.length === 0) return
  tx.write(moveSuppressions, { moves })
  tx.write(movePlatformSuppressions, { moves })
}
