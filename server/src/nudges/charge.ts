import { enterSends } from '../credits/sql.ts'
import type { Transaction } from '../db/database.ts'

/** Charges for sends. Late in a transaction, because every spender of the business waits for the balance. */
export function chargeSends(tx: Transaction, sends: { businessId: string; id: string; credits: number }[]): void {
  const entries = sends.map((send) => ({ ...send, delta: -send.credits, kind: 'charge' as const }))
  if (entries.length > 0) tx.write(enterSends, { sends: entries })
}
