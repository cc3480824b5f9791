import { mapPaid, type PaidChannel } from '../channels/registry.ts'
import type { Transaction } from '../db/database.ts'
import type { EmailIdentity } from '../email.ts'
import { type Consents, noConsent, noConsents, type StopSource } from './consent.decide.ts'
import { type ConsentRow, consentsOf, stopChannel, stopNumber } from './consents.sql.ts'

/** Loads consents by recipient. Lock the recipients first if a concurrent change would matter. */
export async function loadConsents(
  tx: Pick<Transaction, 'all'>,
  recipients: { businessId: string; recipientId: string }[],
): Promise<(recipientId: string) => Consents> {
  return groupConsents(recipients.length === 0 ? [] : await tx.all(consentsOf, { recipients }))
}

export function groupConsents(rows: ConsentRow[]): (recipientId: string) => Consents {
  const byRecipient = Map.groupBy(rows, ({ recipientId }) => recipientId)
  return (recipientId) => {
    const own = byRecipient.get(recipientId)
    if (own === undefined) return noConsents
    return mapPaid((channel) => own.find((row) => row.channel === channel) ?? noConsent)
  }
}

/** Stores a stop for recipient and number, so that it outlives either (2.10). Returns whether the recipient exists. */
export async function stopRecipient(
  tx: Transaction,
  stop: { businessId: string; email: EmailIdentity; channel: PaidChannel; source: StopSource },
): Promise<boolean> {
  const stopped = await tx.one(stopChannel, stop)
  const numberDigest = stopped?.phone_digest ?? null
  if (numberDigest !== null) tx.write(stopNumber, { ...stop, numberDigest })
  return stopped !== null
}
