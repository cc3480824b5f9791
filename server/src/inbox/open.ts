import type { Context } from '../context.ts'
import type { InboxPass } from '../inbox-tokens/tokens.ts'
import { cancelOpened } from '../nudges/cancel-escalations.ts'
import { emitEvents, messageEvent } from '../webhooks/emit.ts'
import { readSeenToken } from './seen-token.ts'
import { openMessages } from './sql.ts'

/** Records that a person read the messages of a page (6.3). Only the first open of a message publishes an event. */
export async function recordOpen(context: Context, pass: InboxPass, seenToken: string): Promise<void> {
  const seen = readSeenToken(context.keyring, pass, seenToken)
  if (seen === null) return
  const { businessId, recipientId } = pass

  await context.db.transaction(async (tx) => {
    const opened = await tx.all(openMessages, { ...pass, seen })
    const openedAt = (await tx.now).toISOString()
    const events = opened
      .filter(({ newly_opened }) => newly_opened)
      .map(({ id, recipient_email: recipientEmail, reference }) =>
        messageEvent({ businessId, messageId: id, recipientId, recipientEmail, reference }, 'message.opened', {
          opened_at: openedAt,
        }),
      )
    await emitEvents(context, tx, events)
    const messageIds = opened.map(({ id }) => id)
    await cancelOpened(tx, businessId, messageIds)
  })
}
