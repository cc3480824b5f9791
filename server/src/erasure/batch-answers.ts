import type { Transaction } from '../db/database.ts'
import { type EmailIdentity, emailIdentity } from '../email.ts'
import { lockSharedAnswers, rewriteSharedAnswers } from '../idempotency/sql.ts'
import { withoutRecipient } from '../messages/erase.decide.ts'
import type { BatchResult } from '../messages/push/schema.ts'

/** The one operation whose answer names several people. */
export const batchOperation = 3

/** Takes the items of one recipient out of the batches that are remembered. Answers how many those were. */
export async function eraseBatchItems(
  tx: Transaction,
  businessId: string,
  { id, email }: { id: string; email: EmailIdentity },
): Promise<number> {
  const shared = { businessId, recipientId: id, operation: batchOperation }
  const answers = await tx.all(lockSharedAnswers, shared)
  if (answers.length === 0) return 0
  // A batch that was answered before its recipients were merged shows other spellings of the address.
  const isTheirs = (shown: string): boolean => emailIdentity(shown) === email
  const rewritten = answers.map((answer) => {
    const { batch, erased } = withoutRecipient(JSON.parse(answer.body) as BatchResult, isTheirs)
    return { ...answer, body: JSON.stringify(batch), erased }
  })
  await tx.all(rewriteSharedAnswers, { ...shared, rewritten })
  return rewritten.reduce((sum, { erased }) => sum + erased, 0)
}
