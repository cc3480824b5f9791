import type { Database } from '../db/database.ts'
import { compareLedgers, createLedgerChecks, foldLedgers } from './ledger-checks.sql.ts'

/** One step reads at most `businesses` times `entries` entries that are older than an hour. */
const step = { businesses: 100, entries: 1_000 }
/** Bounds a run. What is left is due in the next. */
const maxSteps = 50

/**
 * Compares the balances with the sums of the ledgers, each about once an hour (0064). A difference is stored and shown as a metric;
 * nothing is corrected, because only a person can find out which of the two is wrong.
 */
export async function checkLedgers(
  db: Database,
  stopping?: AbortSignal,
): Promise<{ checked: number; differing: number }> {
  await db.one(createLedgerChecks)
  const report = { checked: 0, differing: 0 }
  for (let steps = 0; steps < maxSteps; steps++) {
    if (stopping?.aborted === true) break
    const { due, differences } = await db.transaction(async (tx) => {
      const folded = await tx.all(foldLedgers, step)
      const businessIds = folded.filter(({ isComplete }) => isComplete).map(({ businessId }) => businessId)
      return { due: folded.length, differences: await tx.all(compareLedgers, { businessIds }) }
    })
    if (due === 0) break
    report.checked += differences.length
    report.differing += differences.filter(({ difference }) => difference !== 0).length
  }
  return report
}
