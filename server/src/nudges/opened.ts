import { enterSends } from '../credits/sql.ts'
import type { Transaction } from '../db/database.ts'
import { callOffOpened } from './sql.ts'

/** These messages were opened: what waited to see whether they are read is called off, and costs nothing (2.1). */
export async function callOffEscalations(tx: Transaction, businessId: string, messageIds: string[]): Promise<void> {
  const refunds = (await tx.all(callOffOpened, [businessId, messageIds])).filter(({ refund }) => refund > 0)
  if (refunds.length === 0) return
  tx.write(enterSends, [
    refunds.map(() => businessId),
    refunds.map(({ id }) => id),
    refunds.map(({ refund }) => refund),
    refunds.map(() => 'refund'),
  ])
}
