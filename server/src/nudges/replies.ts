import type { Context } from '../context.ts'
import type { Transaction } from '../db/database.ts'
import { showId } from '../ids.ts'
import { businessesWritingTo, startByText, stopByText } from '../recipients/inbound.ts'
import { emitEvents } from '../webhooks/emit.ts'
import { findAnswered, findHolders, storeReplies } from './sql.ts'

/** What somebody wrote back, and what it means where it is one of the words that mean something. */
export type Inbound = { from: string; meaning: 'stop' | 'start' | 'help' | 'other' }
export type Reply = Inbound & { platformId: string; text: string; at: Date; inReplyTo: string | null }

/** A text to our sender. It says nothing but stop and start; whatever else it says has nobody to go to. */
export async function receiveText(context: Context, { from, meaning }: Inbound): Promise<void> {
  if (meaning !== 'stop' && meaning !== 'start') return
  await context.db.transaction(async (tx) => {
    const businessIds = await businessesWritingTo(context, tx, 'sms', from)
    if (meaning === 'stop') stopByText(context, tx, 'sms', from, businessIds)
    else await startByText(context, tx, 'sms', from, businessIds)
  })
}

/** A reply on WhatsApp is kept and told the business it is for, once, however often the platform hands it over. */
export async function receiveReply(context: Context, reply: Reply): Promise<void> {
  await context.db.transaction(async (tx) => {
    const answered = reply.inReplyTo === null ? null : await tx.one(findAnswered, [reply.inReplyTo])
    const businessIds =
      answered === null ? await businessesWritingTo(context, tx, 'whatsapp', reply.from) : [answered.business_id]
    if (reply.meaning === 'stop') stopByText(context, tx, 'whatsapp', reply.from, businessIds)
    // One that names no message is for whoever wrote last.
    await keepReply(context, tx, reply, businessIds[0], answered?.message_id ?? null)
  })
}

async function keepReply(
  context: Context,
  tx: Transaction,
  { platformId, from, text, at }: Reply,
  businessId: string | undefined,
  messageId: string | null,
): Promise<void> {
  const holder = businessId === undefined ? null : await tx.one(findHolders, [businessId, from, messageId])
  if (businessId === undefined || holder === null) return
  const id = context.newId()
  const stored = await tx.one(storeReplies, [businessId, id, holder.recipient_id, messageId, platformId, text, at])
  if (stored === null) return
  await emitEvents(context, tx, [
    {
      businessId,
      type: 'whatsapp.inbound_message',
      messageId,
      recipientId: holder.recipient_id,
      data: {
        message_id: messageId === null ? null : showId('msg', messageId),
        recipient_email: holder.email,
        reference: holder.reference,
        reply_id: showId('rpl', id),
        text,
        received_at: (await tx.now).toISOString(),
      },
    },
  ])
}
