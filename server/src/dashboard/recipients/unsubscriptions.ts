import type { Context } from '../../context.ts'
import type { EmailIdentity } from '../../email.ts'
import { addressDigests } from '../../recipients/digest.ts'
import { unsubscribedAmong } from './sql.ts'

/**
 * Those of the addresses that an unsubscription of an earlier recipient applies to. It outlives an erasure as a digest, and the
 * recipient of a later push has none in their own row.
 */
export async function findUnsubscribed(
  { db, digestKey }: Pick<Context, 'db' | 'digestKey'>,
  businessId: string,
  emails: EmailIdentity[],
): Promise<Set<string>> {
  if (emails.length === 0) return new Set()
  const addresses = emails.map((email) => ({
    email,
    digest: addressDigests(digestKey, businessId, email).addressDigest,
  }))
  const found = await db.all(unsubscribedAmong, { businessId, addresses })
  return new Set(found.map(({ email }) => email))
}
