import type { Context } from '../context.ts'
import { enterSends, lockBalances } from '../credits/sql.ts'
import type { Transaction } from '../db/database.ts'
import { numberDigest } from '../recipients/digest.ts'
import { hex } from '../recipients/row.ts'
import { enqueueNudges } from './enqueue.ts'
import { type HeldBalance, tellLowBalances } from './low-balance.ts'
import { type PaidRow, storeNudges } from './sql.ts'

/** A paid nudge that is made after its push: to be sent now, or refused with its reason. */
export type LatePaid = {
  row: PaidRow
  pushId: string
  channel: 'sms' | 'whatsapp'
  fallback: boolean
  price: number
  reason: string | null
}

/** The balances of these businesses, held until the commit. */
export async function holdBalances(tx: Transaction, rows: PaidRow[]): Promise<HeldBalance[]> {
  const businesses = [...new Set(rows.map((row) => row.business_id))]
  return businesses.length === 0 ? [] : tx.all(lockBalances, [businesses])
}

/** Stores them, charges and queues those that go, and tells who runs low by that. */
export async function queuePaid(
  context: Context,
  tx: Transaction,
  held: HeldBalance[],
  made: LatePaid[],
): Promise<void> {
  if (made.length === 0) return
  const nudges = made.map((nudge) => ({ ...nudge, id: context.newId() }))
  tx.write(storeNudges, [JSON.stringify(nudges.map((nudge) => rowOf(context, nudge)))])
  const going = nudges.filter(({ reason }) => reason === null)
  await enqueueNudges(
    context.queue,
    tx,
    going.map(({ row, id, channel }) => ({ id, businessId: row.business_id, channel, priority: 0 })),
  )
  if (going.length > 0)
    tx.write(enterSends, [
      going.map(({ row }) => row.business_id),
      going.map(({ id }) => id),
      going.map(({ price }) => 0 - price),
      going.map(() => 'charge'),
    ])
  const after = new Map(held.map((row) => [row.business_id, row.balance]))
  for (const { row, price } of going) after.set(row.business_id, after.get(row.business_id)! - price)
  await tellLowBalances(
    context,
    tx,
    held,
    after,
    made.map(({ row }) => row),
  )
}

const rowOf = (
  { deriveKey }: Context,
  { id, row, pushId, channel, fallback, price, reason }: LatePaid & { id: string },
) => ({
  business_id: row.business_id,
  id,
  message_id: row.message_id,
  push_id: pushId,
  channel,
  state: reason === null ? 'queued' : 'skipped',
  skipped_reason: reason,
  price,
  charged: reason === null,
  fallback,
  number_digest: row.phone === null ? null : hex(numberDigest(deriveKey, row.business_id, row.phone)),
})
