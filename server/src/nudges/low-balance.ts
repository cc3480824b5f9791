import type { Context } from '../context.ts'
import { crossesThreshold } from '../credits/low-balance.decide.ts'
import { type BalanceRow, setLowBalanceNotified } from '../credits/sql.ts'
import type { Transaction } from '../db/database.ts'
import { businessEvent, emitEvents } from '../webhooks/emit.ts'

/** Publishes `credits.low_balance` where a charge left less than the threshold. `after` is `balances` less the charges. */
export async function publishLowBalances(
  context: Context,
  tx: Transaction,
  balances: BalanceRow[],
  after: ReadonlyMap<string, number>,
  rows: { businessId: string; lowBalanceThreshold: number }[],
): Promise<void> {
  const thresholds = new Map(rows.map((row) => [row.businessId, row.lowBalanceThreshold]))
  const low = balances.flatMap(({ businessId, balance: before, notified }) => {
    const [balance, threshold] = [after.get(businessId) ?? before, thresholds.get(businessId) ?? 0]
    return crossesThreshold({ threshold, notified }, balance < before, balance)
      ? [{ businessId, balance, threshold }]
      : []
  })
  if (low.length === 0) return
  tx.write(setLowBalanceNotified, { businessIds: low.map(({ businessId }) => businessId), notified: true })
  const events = low.map(({ businessId, ...data }) => businessEvent(businessId, 'credits.low_balance', data))
  await emitEvents(context, tx, events)
}
