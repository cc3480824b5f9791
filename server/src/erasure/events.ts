import type { Context } from '../context.ts'
import type { Transaction } from '../db/database.ts'
import { eraseEvents, lockDeliveriesOf } from '../webhooks/sql.ts'

/**
 * What was told of a recipient, of one type of event or of all, with every delivery and its job. One that is under way finds no row to
 * write its outcome to, and so counts neither for nor against its endpoint.
 */
export async function eraseEventsOf(
  { queue }: Context,
  tx: Transaction,
  whose: string[],
  type: string | null,
): Promise<{ events: number; deliveries: number; undelivered: number }> {
  const queued = await tx.all(lockDeliveriesOf, [...whose, type])
  await queue.finish(
    tx,
    'webhooks',
    queued.map(({ id }) => id),
  )
  return (await tx.one(eraseEvents, [...whose, type]))!
}
