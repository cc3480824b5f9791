import type { Context } from '../context.ts'
import type { Transaction } from '../db/database.ts'
import type { EmailIdentity } from '../email.ts'
import { addressDigest, platformAddressDigest } from '../recipients/digest.ts'
import { findSuppressions, type SuppressionReason } from './sql.ts'

/** `ofPlatform`: some business proved the address undeliverable. */
export type Suppression = { reason: SuppressionReason | null; ofPlatform: boolean }

/** How the address of each row is suppressed. */
export async function loadSuppressions<Row extends { businessId: string; email: EmailIdentity }>(
  { deriveKey }: Context,
  tx: Transaction,
  rows: Row[],
): Promise<Map<Row, Suppression>> {
  if (rows.length === 0) return new Map()
  const given = rows.map(({ businessId, email }, position) => {
    const platformDigest = platformAddressDigest(deriveKey, email)
    return { position, businessId, addressDigest: addressDigest(businessId, platformDigest), platformDigest }
  })
  const found = await tx.all(findSuppressions, { given })
  return new Map(
    found.map(({ position, reason, of_platform: ofPlatform }) => [rows[position]!, { reason, ofPlatform }]),
  )
}

/** An address that rejected mail or complained of it. One that unsubscribed may still ask for mail. */
export const isUndeliverable = ({ reason, ofPlatform }: Suppression): boolean =>
  ofPlatform || reason === 'bounced' || reason === 'complained'
