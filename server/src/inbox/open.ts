import type { Context } from '../context.ts'
import { cancelOpened } from '../nudges/cancel-escalations.ts'
import { emitEvents, messageEvent } from '../webhooks/emit.ts'
import { findReader } from './reader.ts'
import { readSeenToken } from './seen-token.ts'
import type { Session } from './session.ts'
import { openMessages } from './sql.ts'

/**
 * Records that a person read the messages of a page (6.3). Only the first open of a message publishes an event. False if the
 * session has ended or the page was not shown in it.
 */
export async function recordOpen(context: Context, session: Session, seenToken: string): Promise<boolean> {
  const seen = readSeenToken(context.keyring, session, seenToken)
  if (seen === null) return false

  return context.db.transaction(async (tx) => {
    const reader = await findReader(tx, session)
    if (reader === null) return false
    const { businessId, recipientId } = reader
    const opened = await tx.all(openMessages, { businessId, recipientId, seen })
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
    return true
  })
}
