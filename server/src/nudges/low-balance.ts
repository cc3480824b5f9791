import type { Context } from '../context.ts'
import { runsLow } from '../credits/low-balance.decide.ts'
import { type BalanceRow, setLowBalanceTold } from '../credits/sql.ts'
import type { Transaction } from '../db/database.ts'
import { businessEvent, emitEvents } from '../webhooks/emit.ts'

/** Publishes `credits.low_balance` where a charge has left less than the threshold. `after` is `held` less the charges. */
export async function publishLowBalances(
  context: Context,
  tx: Transaction,
  held: BalanceRow[],
  after: ReadonlyMap<string, number>,
  rows: { businessId: string; lowBalanceThreshold: number }[],
): Promise<void> {
  const thresholds = new Map(rows.map((row) => [row.businessId, row.lowBalanceThreshold]))
  const low = held.flatMap(({ businessId, balance: before, told }) => {
    const [balance, threshold] = [after.get(businessId) ?? before, thresholds.get(businessId) ?? 0]
    return runsLow({ threshold, told }, balance < before, balance) ? [{ businessId, balance, threshold }] : []
  })
  if (low.length === 0) return
  tx.write(setLowBalanceTold, { businessIds: low.map(({ businessId }) => businessId), told: true })
  const events = low.map(({ businessId, ...data }) => businessEvent(businessId, 'credits.low_balance', data))
  await emitEvents(context, tx, events)
}
