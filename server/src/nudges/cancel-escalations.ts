import { refundSends } from '../credits/sends.ts'
import type { Transaction } from '../db/database.ts'
import { cancelEscalations } from './sql.ts'

/** Cancels and refunds the escalations of messages that were opened (2.1). */
export async function cancelOpened(tx: Transaction, businessId: string, messageIds: string[]): Promise<void> {
  const cancelled = await tx.all(cancelEscalations, { businessId, messageIds })
  refundSends(tx, cancelled)
}
