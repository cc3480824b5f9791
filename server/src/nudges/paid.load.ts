import type { Context } from '../context.ts'
import type { Transaction } from '../db/database.ts'
import { destinationOf } from '../phone.ts'
import type { Consents } from '../recipients/consent.decide.ts'
import { loadConsents } from '../recipients/consents.ts'
import { recipientOf } from '../recipients/phone-change.ts'
import type { Suppression } from '../suppressions/sql.ts'
import { loadSuppressions } from '../suppressions/suppressions.ts'
import { type PaidRow, paidFactsOf, spendingFacts } from './dispatch.sql.ts'
import type { PaidCase, PaidCatalogue } from './paid.decide.ts'
import { nudgesOfMessages } from './sql.ts'

/** Each row as it is judged, and what all of them are judged by. The recipients are held. */
export async function loadPaidCases<Row extends PaidRow>(
  context: Context,
  tx: Transaction,
  rows: Row[],
): Promise<{ catalogue: PaidCatalogue; cases: { row: Row; paid: Omit<PaidCase, 'balance'> }[] }> {
  const [catalogue, suppressions, consentsOf] = await Promise.all([
    loadPaidWorld(tx),
    loadSuppressions(context, tx, rows),
    loadConsents(tx, rows),
  ])
  const cases = rows.map((row) => ({
    row,
    paid: paidCase(row, suppressions.get(row)!, consentsOf(row.recipientId)),
  }))
  return { catalogue, cases }
}

/** The same of messages, which are locked, with the nudges they have had: for a fallback text, or a resend. */
export async function loadMessageCases(
  context: Context,
  tx: Transaction,
  messages: { id: string | null; businessId: string }[],
) {
  const rows = await tx.all(paidFactsOf, { messages })
  // Read after the messages are locked: one snapshot for both could miss a text that the last holder of the lock has just stored.
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

/** Prices and templates. */
export async function loadPaidWorld(tx: Transaction): Promise<PaidCatalogue> {
  const catalogue: PaidCatalogue = { templates: new Map(), smsPrices: new Map() }
  for (const { destination, credits, order_status: status, state } of await tx.all(spendingFacts)) {
    if (destination !== null) catalogue.smsPrices.set(destination, credits!)
    if (status !== null) catalogue.templates.set(status, state!)
  }
  return catalogue
}

/** It was asked for when it was made, so it is not left out now. */
function paidCase(row: PaidRow, { unsubscribed }: Suppression, consents: Consents): Omit<PaidCase, 'balance'> {
  return {
    business: { ...row, countries: row.countries?.map(destinationOf) ?? null },
    recipient: recipientOf({ ...row, id: row.recipientId }, consents),
    unsubscribed,
    number: row,
    message: row,
    asked: 'named',
    phoneConflict: false,
    held: false,
  }
}
