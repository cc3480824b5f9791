import type { Context } from '../context.ts'
import type { Transaction } from '../db/database.ts'
import { dropAcknowledgements, eraseReplies } from '../replies/sql.ts'

/** What a recipient wrote back, what was still to be done about it, and the number that was held so that nobody is thanked twice. */
export async function eraseRepliesOf(
  { queue }: Context,
  tx: Transaction,
  recipient: { businessId: string; recipientId: string },
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
