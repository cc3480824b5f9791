import type { Context } from '../context.ts'
import type { Transaction } from '../db/database.ts'
import { type EmailIdentity, emailIdentity } from '../email.ts'
import { lockSharedAnswers, rewriteSharedAnswers } from '../idempotency/sql.ts'
import { withoutRecipient } from '../messages/erase.decide.ts'
import type { BatchResult } from '../messages/push/schema.ts'
import { dropAcknowledgements, eraseReplies } from '../replies/sql.ts'
import type { EventType } from '../webhooks/event.ts'
import { eraseEvents, lockDeliveriesOf, lockEventsOf } from '../webhooks/sql.ts'
import { eraseInSteps, throttled } from './throttle.ts'

type RecipientKey = { businessId: string; recipientId: string }

/**
 * What was told of a recipient, of one type of event or of all, with every delivery and its job. One that is under way finds no row to
 * write its outcome to, and so counts neither for nor against its endpoint.
 */
export async function eraseEventsOf(
  { queue }: Context,
  tx: Transaction,
  recipient: RecipientKey,
  type: EventType | null,
): Promise<{ events: number; deliveries: number; undelivered: number }> {
  const events = await throttled(tx.all(lockEventsOf, { ...recipient, type }), ({ length }) => length)
  const queued = await throttled(tx.all(lockDeliveriesOf, { ...recipient, type }), ({ length }) => length)
  await queue.finish(tx, 'webhooks', queued)
  const none = { events: 0, deliveries: 0, undelivered: 0 }
  return eraseInSteps(events, none, async (ids) => (await tx.one(eraseEvents, { ...recipient, ids }))!)
}

/** What a recipient wrote back, what was still to be done about it, and the number that was held so that nobody is thanked twice. */
export async function eraseRepliesOf(
  { queue }: Context,
  tx: Transaction,
  recipient: RecipientKey,
): Promise<{ replies: number; forwarded: number; holds: number }> {
  const replies = await tx.all(eraseReplies, recipient)
  await queue.finish(tx, 'forwards', replies)
  await queue.finish(tx, 'acknowledgements', replies)
  return {
    replies: replies.length,
    forwarded: replies.filter(({ forwarded }) => forwarded).length,
    holds: (await tx.all(dropAcknowledgements, recipient)).length,
  }
}

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
