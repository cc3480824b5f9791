import type { Context } from '../context.ts'
import type { InboxPass } from '../inbox-tokens/tokens.ts'
import { cancelOpened } from '../nudges/cancel-escalations.ts'
import { emitEvents, messageEvent } from '../webhooks/emit.ts'
import { readShown } from './seen-token.ts'
import { openShown } from './sql.ts'

/** A person has read what a page showed (6.3). A message is opened once, and told of once, however often it is read. */
export async function recordOpen(context: Context, pass: InboxPass, sealedShown: string): Promise<void> {
  const shown = readShown(context.deriveKey, pass, sealedShown)
  if (shown === null) return
  const { businessId, recipientId } = pass

  await context.db.transaction(async (tx) => {
    const seen = await tx.all(openShown, { ...pass, shown })
    const openedAt = (await tx.now).toISOString()
    const events = seen
      .filter(({ newly_opened }) => newly_opened)
      .map(({ id, recipient_email: recipientEmail, reference }) =>
        messageEvent({ businessId, messageId: id, recipientId, recipientEmail, reference }, 'message.opened', {
          opened_at: openedAt,
        }),
      )
    await emitEvents(context, tx, events)
    const messageIds = seen.map(({ id }) => id)
    await cancelOpened(tx, businessId, messageIds)
  })
}
