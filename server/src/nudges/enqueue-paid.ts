import type { PaidChannel } from '../channels/registry.ts'
import type { Context } from '../context.ts'
import { chargeSends } from '../credits/sends.ts'
import { type BalanceRow, lockBalances } from '../credits/sql.ts'
import type { Transaction } from '../db/database.ts'
import { numberDigest } from '../recipients/digest.ts'
import { type Budget, budgetOf } from './budget.decide.ts'
import type { PaidRow } from './dispatch.sql.ts'
import { enqueueNudges } from './enqueue.ts'
import { publishLowBalances } from './low-balance.ts'
import { type NewNudge, storeNudges } from './sql.ts'

/** A paid nudge that is created after its push, as a fallback or a resend. `reason` is null if it is to be sent now. */
export type LaterPaidNudge = {
  row: PaidRow
  pushId: string
  channel: PaidChannel
  fallback: boolean
  price: number
  reason: string | null
}

/** Locks the balances of these businesses until the commit. */
export async function lockBudget(
  tx: Transaction,
  rows: { businessId: string }[],
): Promise<{ balances: BalanceRow[]; budget: Budget }> {
  const businessIds = [...new Set(rows.map(({ businessId }) => businessId))]
  const balances = businessIds.length === 0 ? [] : await tx.all(lockBalances, { businessIds })
  return { balances, budget: budgetOf(new Map(balances.map(({ businessId, balance }) => [businessId, balance]))) }
}

/** Stores the nudges, charges and queues those that are not refused, and publishes low balances. */
export async function enqueuePaid(
  context: Context,
  tx: Transaction,
  balances: BalanceRow[],
  created: LaterPaidNudge[],
): Promise<void> {
  if (created.length === 0) return
  const nudges = created.map((nudge) => newNudge(context, nudge))
  tx.write(storeNudges, { nudges })
  const sendable = nudges.filter(({ charged }) => charged)
  await enqueueNudges(context.queue, tx, sendable)
  const charges = sendable.map((nudge) => ({ ...nudge, credits: nudge.price }))
  chargeSends(tx, charges)
  const after = new Map(balances.map(({ businessId, balance }) => [businessId, balance]))
  for (const { businessId, price } of sendable) after.set(businessId, after.get(businessId)! - price)
  const rows = created.map(({ row }) => row)
  await publishLowBalances(context, tx, balances, after, rows)
}

const newNudge = (
  { digestKey, newId }: Context,
  { row, pushId, channel, fallback, price, reason }: LaterPaidNudge,
): NewNudge => ({
  businessId: row.businessId,
  id: newId(),
  messageId: row.messageId,
  pushId,
  channel,
  state: reason === null ? 'queued' : 'skipped',
  skippedReason: reason,
  price,
  charged: reason === null,
  dueAt: null,
  escalatesAt: null,
  escalationMinutes: null,
  fallback,
  numberDigest: row.phone === null ? null : numberDigest(digestKey, row.businessId, row.phone),
})
