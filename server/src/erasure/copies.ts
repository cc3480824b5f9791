import type { Context } from '../context.ts'
import type { Transaction } from '../db/database.ts'
import { type EmailIdentity, emailIdentity } from '../email.ts'
import { lockSharedResponses, rewriteSharedResponses } from '../idempotency/sql.ts'
import { withoutRecipient } from '../messages/erase.decide.ts'
import type { BatchResult } from '../messages/push/schema.ts'
import { dropAcknowledgements, eraseReplies } from '../replies/sql.ts'
import { eraseEntries, findEntriesOfReplies } from '../test-side/sql.ts'
import type { EventType } from '../webhooks/event-types.ts'
import { eraseEvents, lockDeliveriesOf, lockEventsOf } from '../webhooks/sql.ts'
import { eraseInSteps, throttled } from './throttle.ts'

type RecipientKey = { businessId: string; recipientId: string }

/**
 * Erases the events about a recipient, of one type or of all, with their webhook deliveries and jobs. A delivery in flight
 * finds no row to record its outcome in, so it counts neither as a success nor as a failure of its endpoint.
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

/** Erases the replies of a recipient, their jobs, and the record that prevents a second acknowledgement of the number. */
export async function eraseRepliesOf(
  { queue }: Context,
  tx: Transaction,
  recipient: RecipientKey,
): Promise<{ replies: number; forwarded: number; acknowledgements: number }> {
  const replies = await tx.all(eraseReplies, recipient)
  const replyIds = replies.map(({ id }) => id)
  await eraseOutbox(tx, recipient.businessId, await tx.all(findEntriesOfReplies, { ...recipient, replyIds }))
  await queue.finish(tx, 'forwards', replies)
  await queue.finish(tx, 'acknowledgements', replies)
  return {
    replies: replies.length,
    forwarded: replies.filter(({ forwarded }) => forwarded).length,
    acknowledgements: (await tx.all(dropAcknowledgements, recipient)).length,
  }
}

/** Erases entries of the outbox of a test side. They are not part of the report, which counts data of live businesses. */
export async function eraseOutbox(tx: Transaction, businessId: string, entries: { id: string }[]): Promise<void> {
  await eraseInSteps(entries, { entries: 0 }, async (ids) => (await tx.one(eraseEntries, { businessId, ids }))!)
}

/** The only operation whose stored response names several recipients. */
export const batchOperation = 3

/** Removes the items of one recipient from the stored batch responses. Returns how many it removed. */
export async function eraseBatchItems(
  tx: Transaction,
  businessId: string,
  { id, email }: { id: string; email: EmailIdentity },
): Promise<number> {
  const shared = { businessId, recipientId: id, operation: batchOperation }
  const responses = await tx.all(lockSharedResponses, shared)
  if (responses.length === 0) return 0
  // A response that was stored before its recipients were merged has other spellings of the address.
  const isErased = (displayed: string): boolean => emailIdentity(displayed) === email
  const rewritten = responses.map((response) => {
    const { batch, erased } = withoutRecipient(JSON.parse(response.body) as BatchResult, isErased)
    return { ...response, body: JSON.stringify(batch), erased }
  })
  await tx.all(rewriteSharedResponses, { ...shared, rewritten })
  return rewritten.reduce((sum, { erased }) => sum + erased, 0)
}
