import type { Context } from '../context.ts'
import type { Transaction } from '../db/database.ts'
import { destinationOf, numberKind } from '../phone.ts'
import type { Consents } from '../recipients/consent.decide.ts'
import { loadConsents } from '../recipients/consents.ts'
import { recipientOf } from '../recipients/phone-change.ts'
import type { Suppression } from '../suppressions/sql.ts'
import { loadSuppressions } from '../suppressions/suppressions.ts'
import { type PaidRow, paidFactsOf, spendingFacts } from './dispatch.sql.ts'
import type { PaidCatalogue, UnfundedCase } from './paid.decide.ts'
import { nudgesOfMessages } from './sql.ts'

/** The facts for the gates of each row. The recipients must be locked. */
export async function loadPaidCases<Row extends PaidRow>(
  context: Context,
  tx: Pick<Transaction, 'all'>,
  rows: Row[],
): Promise<{ catalogue: PaidCatalogue; cases: { row: Row; paid: UnfundedCase }[] }> {
  const [catalogue, suppressions, consentsOf] = await Promise.all([
    loadPaidCatalogue(tx),
    loadSuppressions(context, tx, rows),
    loadConsents(tx, rows),
  ])
  const cases = rows.map((row) => ({
    row,
    paid: paidCase(row, suppressions.get(row)!, consentsOf(row.recipientId)),
  }))
  return { catalogue, cases }
}

/** Locks the messages, and loads the same facts with the earlier nudges of each message: for a fallback or a resend. */
export async function loadMessageCases(
  context: Context,
  tx: Transaction,
  messages: { id: string | null; businessId: string }[],
) {
  const rows = await tx.all(paidFactsOf, { messages })
  // Read after the messages are locked: one snapshot for both could miss a nudge that the previous lock holder has just
  // committed.
  const nudges = await tx.all(nudgesOfMessages, { messageIds: rows.map(({ messageId }) => messageId) })
  const earlier = Map.groupBy(nudges, ({ messageId }) => messageId)
  const { catalogue, cases } = await loadPaidCases(context, tx, rows)
  return {
    catalogue,
    cases: cases.map(({ row, paid }) => {
      const { businessId, messageId, messageStatus } = row
      return { row, paid, businessId, messageStatus, earlier: earlier.get(messageId) ?? [] }
    }),
  }
}

export async function loadPaidCatalogue(tx: Pick<Transaction, 'all'>): Promise<PaidCatalogue> {
  const [facts] = await tx.all(spendingFacts)
  const { prices, closed, templates } = facts!
  return {
    templates: new Map(Object.entries(templates)),
    smsPrices: new Map(Object.entries(prices)),
    closedDestinations: new Set(closed),
  }
}

/** The nudge was requested when it was created, so its channel counts as named. */
function paidCase(row: PaidRow, { unsubscribed }: Suppression, consents: Consents): UnfundedCase {
  return {
    business: { ...row, countries: row.countries?.map(destinationOf) ?? null },
    recipient: recipientOf({ ...row, id: row.recipientId }, consents),
    unsubscribed,
    number: row,
    numberKind: row.phone === null ? 'mobile' : numberKind(row.phone),
    message: row,
    requested: 'named',
    phoneConflict: false,
    scheduled: false,
  }
}
