import type { Context } from '../context.ts'
import type { Transaction } from '../db/database.ts'
import { metrics } from '../metrics.ts'
import { isRearmed } from './low-balance.decide.ts'
import { changeBalance, enterLedger, setLowBalanceNotified } from './sql.ts'

/** `amount` is not zero; a negative one takes credits away. */
export type Grant = { amount: number; note: string | null }

/** Changes the balance with an entry in the ledger. Returns null, and changes nothing, if it would leave its range. */
export async function enterGrant(
  { newId }: Context,
  tx: Transaction,
  businessId: string,
  { amount, note }: Grant,
  before: { threshold: number },
): Promise<{ ledgerId: string; balance: number } | null> {
  const after = await tx.one(changeBalance, { businessId, delta: amount })
  if (after === null) return null
  const ledgerId = newId()
  await tx.all(enterLedger, {
    businessId,
    id: ledgerId,
    delta: amount,
    kind: amount > 0 ? 'grant' : 'correction',
    note,
  })
  if (amount > 0) tx.count(() => metrics.credits.inc({ movement: 'grant' }, amount))
  if (isRearmed(before, amount, after.balance))
    tx.write(setLowBalanceNotified, { businessIds: [businessId], notified: false })
  return { ledgerId, balance: after.balance }
}
