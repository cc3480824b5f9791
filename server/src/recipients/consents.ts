import { mapPaid } from '../channels/registry.ts'
import type { Transaction } from '../db/database.ts'
import { type Consents, noConsent, noConsents } from './consent.decide.ts'
import { type ConsentRow, consentsOf } from './consents.sql.ts'

/** What recipients have said of each channel, by their ids. They are held, or a change after this does not matter. */
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
