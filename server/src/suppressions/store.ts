import type { Context } from '../context.ts'
import type { Transaction } from '../db/database.ts'
import type { EmailIdentity } from '../email.ts'
import { addressDigest, platformAddressDigest } from '../recipients/digest.ts'
import { suppress, suppressForPlatform } from './sql.ts'

export type NewSuppression = { businessId: string; email: EmailIdentity; reason: 'bounced' | 'complained' }

/** An address that bounced for good is undeliverable for every business; a complaint is about this one. */
export function storeSuppressions({ deriveKey }: Context, tx: Transaction, addresses: NewSuppression[]): void {
  if (addresses.length === 0) return
  const suppressed = addresses.map(({ businessId, email, reason }) => {
    const platformDigest = platformAddressDigest(deriveKey, email)
    return { businessId, reason, platformDigest, addressDigest: addressDigest(businessId, platformDigest) }
  })
  tx.write(suppress, { suppressed })
  const bounced = suppressed.filter(({ reason }) => reason === 'bounced')
  if (bounced.length > 0) tx.write(suppressForPlatform, { suppressed: bounced })
}
