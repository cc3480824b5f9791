import type { Transaction } from '../db/database.ts'
import { enterSends, refundCharges } from './sql.ts'

/** Gives back what was taken for sends that will not be. Late in a transaction, because every spender of the business waits for the balance. */
export function refundSends(tx: Transaction, sends: { businessId: string; id: string; refund: number }[]): void {
  const owed = sends.filter(({ refund }) => refund > 0)
  if (owed.length === 0) return
  tx.write(enterSends, [
    owed.map(({ businessId }) => businessId),
    owed.map(({ id }) => id),
    owed.map(({ refund }) => refund),
    owed.map(() => 'refund'),
  ])
}

/** The same for sends of which only the ledger still knows. What was given back already is not given back again. */
export function refundErased(tx: Transaction, sendIds: string[]): void {
  if (sendIds.length > 0) tx.write(refundCharges, [sendIds])
}
