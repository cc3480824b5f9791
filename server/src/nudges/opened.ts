import { refundSends } from '../credits/refund.ts'
import type { Transaction } from '../db/database.ts'
import { callOffOpened } from './sql.ts'

/** These messages were opened: what waited to see whether they are read is called off, and costs nothing (2.1). */
export async function callOffEscalations(tx: Transaction, businessId: string, messageIds: string[]): Promise<void> {
  const calledOff = await tx.all(callOffOpened, [businessId, messageIds])
  refundSends(
    tx,
    calledOff.map((send) => ({ ...send, businessId })),
  )
}
