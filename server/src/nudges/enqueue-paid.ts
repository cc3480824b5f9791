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

/** A paid nudge that is made after its push: to be sent now, or refused with its reason. */
export type LatePaid = {
  row: PaidRow
  pushId: string
  channel: PaidChannel
  fallback: boolean
  price: number
  reason: string | null
}

/** The balances of these businesses, locked until the commit. */
export async function holdBalances(
  tx: Transaction,
  rows: { businessId: string }[],
): Promise<{ held: BalanceRow[]; budget: Budget }> {
  const businessIds = [...new Set(rows.map(({ businessId }) => businessId))]
  const held = businessIds.length === 0 ? [] : await tx.all(lockBalances, { businessIds })
  return { held, budget: budgetOf(new Map(held.map(({ businessId, balance }) => [businessId, balance]))) }
}

/** Stores them, charges and queues those that go, and publishes which balances run low by that. */
export async function enqueuePaid(
  context: Context,
  tx: Transaction,
  held: BalanceRow[],
  made: LatePaid[],
): Promise<void> {
  if (made.length === 0) return
  const nudges = made.map((nudge) => newNudge(context, nudge))
  tx.write(storeNudges, { nudges })
  const going = nudges.filter(({ charged }) => charged)
  await enqueueNudges(context.queue, tx, going)
  const charges = going.map((nudge) => ({ ...nudge, credits: nudge.price }))
  chargeSends(tx, charges)
  const after = new Map(held.map(({ businessId, balance }) => [businessId, balance]))
  for (const { businessId, price } of going) after.set(businessId, after.get(businessId)! - price)
  const rows = made.map(({ row }) => row)
  await publishLowBalances(context, tx, held, after, rows)
}

const newNudge = (
  { deriveKey, newId }: Context,
  { row, pushId, channel, fallback, price, reason }: LatePaid,
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
  numberDigest: row.phone === null ? null : numberDigest(deriveKey, row.businessId, row.phone),
})
