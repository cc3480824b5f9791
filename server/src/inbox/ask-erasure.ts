import type { Context } from '../context.ts'
import type { InboxPass } from '../inbox-tokens/tokens.ts'
import { tell } from '../notices/tell.ts'
import { emitEvents } from '../webhooks/emit.ts'
import { asReader } from './as-reader.ts'
import { askErasure } from './sql.ts'

/** The shop is asked to erase this reader: by an event, and by a mail to its owner. At most once a day, however often it is asked. */
export function askForErasure(context: Context, pass: InboxPass): Promise<void> {
  return asReader(context, pass, async (tx, { businessId, recipientId, displayedEmail }) => {
    const asked = await tx.one(askErasure, { businessId, recipientId })
    if (asked === null) return
    const data = { recipient_email: displayedEmail, requested_at: asked.asked_at.toISOString() }
    await emitEvents(context, tx, [
      { businessId, type: 'recipient.erasure_requested', messageId: null, recipientId, data },
    ])
    await tell(context, tx, [{ businessId, kind: 'erasure_requested', detail: { recipient_id: recipientId } }])
  })
}
