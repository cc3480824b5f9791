import type { Context } from '../context.ts'
import type { Transaction } from '../db/database.ts'
import type { EventType } from '../webhooks/event.ts'
import { eraseEvents, lockDeliveriesOf, lockEventsOf } from '../webhooks/sql.ts'
import { eraseInSteps, unhurried } from './unhurried.ts'

/**
 * What was told of a recipient, of one type of event or of all, with every delivery and its job. One that is under way finds no row to
 * write its outcome to, and so counts neither for nor against its endpoint.
 */
export async function eraseEventsOf(
  { queue }: Context,
  tx: Transaction,
  recipient: { businessId: string; recipientId: string },
  type: EventType | null,
): Promise<{ events: number; deliveries: number; undelivered: number }> {
  const events = await unhurried(tx.all(lockEventsOf, { ...recipient, type }))
  const queued = await unhurried(tx.all(lockDeliveriesOf, { ...recipient, type }))
  await queue.finish(tx, 'webhooks', queued)
  const none = { events: 0, deliveries: 0, undelivered: 0 }
  return eraseInSteps(events, none, async (ids) => (await tx.one(eraseEvents, { ...recipient, ids }))!)
}
