import type { Transaction } from '../db/database.ts'
import { metrics } from '../metrics.ts'
import { enterSends, refundCharges } from './sql.ts'

// Call these late in a transaction: they lock the balance, which every other spender of the business waits for.

export function chargeSends(tx: Transaction, charged: { businessId: string; id: string; credits: number }[]): void {
  const sends = charged.map((send) => ({ ...send, delta: -send.credits, kind: 'charge' as const }))
  if (sends.length === 0) return
  tx.write(enterSends, { sends })
  tx.count(() => metrics.credits.inc({ movement: 'charge' }, sumOf(charged.map(({ credits }) => credits))))
}

/** Refunds cancelled sends. */
export function refundSends(tx: Transaction, cancelled: { businessId: string; id: string; refund: number }[]): void {
  const sends = cancelled
    .filter(({ refund }) => refund > 0)
    .map((send) => ({ ...send, delta: send.refund, kind: 'refund' as const }))
  if (sends.length === 0) return
  tx.write(enterSends, { sends })
  tx.count(() => metrics.credits.inc({ movement: 'refund' }, sumOf(sends.map(({ refund }) => refund))))
}

/** Refunds sends whose nudges were erased, by their ledger entries. A send that was refunded before is not refunded again. */
export async function refundErased(tx: Transaction, erased: { id: string }[]): Promise<void> {
  if (erased.length === 0) return
  const { credits } = (await tx.one(refundCharges, { sendIds: erased.map(({ id }) => id) }))!
  tx.count(() => metrics.credits.inc({ movement: 'refund' }, credits))
}

const sumOf = (credits: number[]): number => credits.reduce((sum, one) => sum + one, 0)
