import type { Context } from '../context.ts'
import type { Transaction } from '../db/database.ts'
import { destinationOf } from '../phone.ts'
import type { Consents } from '../recipients/consent.decide.ts'
import { loadConsents } from '../recipients/consents.ts'
import { recipientOf } from '../recipients/phone-change.ts'
import { loadSuppressions, type Suppression } from '../suppressions/load.ts'
import { type PaidRow, spendingFacts } from './dispatch.sql.ts'
import type { PaidCase, PaidWorld } from './paid.decide.ts'

/** Each row as it is judged, and what all of them are judged by. The recipients are held. */
export async function loadPaidCases<Row extends PaidRow>(
  context: Context,
  tx: Transaction,
  rows: Row[],
): Promise<{ world: PaidWorld; cases: { row: Row; paid: Omit<PaidCase, 'balance'> }[] }> {
  const [world, suppressions, consentsOf] = await Promise.all([
    loadPaidWorld(tx),
    loadSuppressions(context, tx, rows),
    loadConsents(tx, rows),
  ])
  const cases = rows.map((row) => ({
    row,
    paid: paidCase(row, suppressions.get(row)!, consentsOf(row.recipientId)),
  }))
  return { world, cases }
}

/** Prices and templates. */
export async function loadPaidWorld(tx: Transaction): Promise<PaidWorld> {
  const world: PaidWorld = { templates: new Map(), smsPrices: new Map() }
  for (const { destination, credits, order_status: status, state } of await tx.all(spendingFacts)) {
    if (destination !== null) world.smsPrices.set(destination, credits!)
    if (status !== null) world.templates.set(status, state!)
  }
  return world
}

/** It was asked for when it was made, so it is not left out now. */
function paidCase(row: PaidRow, { reason }: Suppression, consents: Consents): Omit<PaidCase, 'balance'> {
  return {
    business: { ...row, countries: row.countries?.map(destinationOf) ?? null },
    recipient: recipientOf({ ...row, id: row.recipientId }, consents),
    unsubscribed: reason === 'unsubscribed',
    number: row,
    message: row,
    asked: 'named',
    phoneConflict: false,
    held: false,
  }
}
