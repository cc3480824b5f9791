import type { PaidChannel } from '../channels/registry.ts'
import type { Transaction } from '../db/database.ts'
import type { EmailIdentity } from '../email.ts'
import type { StopSource } from './consent.decide.ts'
import { stopChannel, stopNumber } from './consents.sql.ts'

/** A stop is the recipient's and the number's, so that it outlives either (2.10). Returns whether there is such a recipient. */
export async function stopRecipient(
  tx: Transaction,
  stop: { businessId: string; email: EmailIdentity; channel: PaidChannel; source: StopSource },
): Promise<boolean> {
  const stopped = await tx.one(stopChannel, stop)
  const numberDigest = stopped?.phone_digest ?? null
  if (numberDigest !== null) tx.write(stopNumber, { ...stop, numberDigest })
  return stopped !== null
}
