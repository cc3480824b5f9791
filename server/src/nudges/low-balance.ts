import type { Context } from '../context.ts'
import { runsLow } from '../credits/low-balance.decide.ts'
import { setLowBalanceTold } from '../credits/sql.ts'
import type { Transaction } from '../db/database.ts'
import { businessEvent, emitEvents } from '../webhooks/emit.ts'

/** A locked balance, before something was spent of it. */
export type HeldBalance = { business_id: string; balance: number; low_balance_told: boolean }

/** Publishes `credits.low_balance` where a charge has left less than the threshold. `after` is `held` less the charges. */
export async function publishLowBalances(
  context: Context,
  tx: Transaction,
  held: HeldBalance[],
  after: ReadonlyMap<string, number>,
  rows: { businessId: string; lowBalanceThreshold: number }[],
): Promise<void> {
  const thresholds = new Map(rows.map((row) => [row.businessId, row.lowBalanceThreshold]))
  const low = held.flatMap(({ business_id: businessId, balance: before, low_balance_told: told }) => {
    const [balance, threshold] = [after.get(businessId) ?? before, thresholds.get(businessId) ?? 0]
    return runsLow({ threshold, told }, balance < before, balance) ? [{ businessId, balance, threshold }] : []
  })
  if (low.length === 0) return
  tx.write(setLowBalanceTold, { businessIds: low.map(({ businessId }) => businessId), told: true })
  await emitEvents(
    context,
    tx,
    low.map(({ businessId, ...data }) => businessEvent(businessId, 'credits.low_balance', data)),
  )
}
