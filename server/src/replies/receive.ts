import { createHmac } from 'node:crypto'
import type { Context } from '../context.ts'
import type { Transaction } from '../db/database.ts'
import { showId } from '../ids.ts'
import { numberDigest } from '../recipients/digest.ts'
import type { SenderFor } from '../recipients/inbound.decide.ts'
import { type Ends, lastWriterTo, startByText, stopAnswered, stopByText } from '../recipients/inbound.ts'
import { emitEvents } from '../webhooks/emit.ts'
import { findAnswered, findHolders, holdAcknowledgement, storeReplies, takeInbound } from './sql.ts'

/** What somebody wrote back, the provider's own id of it, and what it means where it is one of the words that mean something. */
export type Inbound = Ends & { provider: string; providerId: string; meaning: 'stop' | 'start' | 'help' | 'other' }
export type Reply = Inbound & { text: string; inReplyTo: string | null }

/** A text to our sender. It says nothing but stop and start; whatever else it says has nobody to go to. */
export async function receiveText(context: Context, senderFor: SenderFor, inbound: Inbound): Promise<void> {
  const { from, meaning } = inbound
  if (meaning !== 'stop' && meaning !== 'start') return
  await context.db.transaction(async (tx) => {
    if (!(await isFirstArrival(context, tx, inbound))) return
    if (meaning === 'stop') await stopByText(context, tx, 'sms', inbound, senderFor)
    else await startByText(context, tx, from)
  })
}

/** A reply on WhatsApp is kept and told the business it is for, once, however often the platform hands it over. */
export async function receiveReply(context: Context, senderFor: SenderFor, reply: Reply): Promise<void> {
  await context.db.transaction(async (tx) => {
    if (!(await isFirstArrival(context, tx, reply))) return
    const answered = reply.inReplyTo === null ? null : await tx.one(findAnswered, [reply.inReplyTo])
    if (reply.meaning === 'stop') {
      if (answered === null) await stopByText(context, tx, 'whatsapp', reply, senderFor)
      else await stopAnswered(context, tx, answered, reply.from)
    }
    // One that names no message is for whoever wrote last.
    const businessId = answered?.business_id ?? (await lastWriterTo(context, tx, 'whatsapp', reply))
    await keepReply(context, tx, reply, businessId, answered?.message_id ?? null)
  })
}

/** A START that comes again after a later STOP must not lift it, nor a reply come back that was erased in between. */
async function isFirstArrival(
  { deriveKey }: Context,
  tx: Transaction,
  { provider, providerId }: Pick<Inbound, 'provider' | 'providerId'>,
): Promise<boolean> {
  const digest = createHmac('sha256', deriveKey('inbound text')).update(`${provider} ${providerId}`).digest()
  return (await tx.one(takeInbound, [digest])) !== null
}

async function keepReply(
  context: Context,
  tx: Transaction,
  reply: Reply,
  businessId: string | null,
  messageId: string | null,
): Promise<void> {
  const { providerId, from, text } = reply
  const holder = businessId === null ? null : await tx.one(findHolders, [businessId, from, messageId])
  if (businessId === null || holder === null) return
  const id = context.newId()
  const stored = await tx.one(storeReplies, [businessId, id, holder.recipient_id, messageId, providerId, text])
  if (stored === null) return
  const job = { id, businessId, group: businessId, priority: 0 }
  await context.queue.enqueue(tx, 'forwards', [job])
  if (await isToBeAcknowledged(context, tx, reply, businessId, id))
    await context.queue.enqueue(tx, 'acknowledgements', [job])
  await emitEvents(context, tx, [
    {
      businessId,
      type: 'whatsapp.inbound_message',
      messageId,
      recipientId: holder.recipient_id,
      data: {
        message_id: messageId === null ? null : showId('msg', messageId),
        recipient_email: holder.displayed_email,
        reference: holder.reference,
        reply_id: showId('rpl', id),
        text,
        received_at: (await tx.now).toISOString(),
      },
    },
  ])
}

/** The first reply of a number to a business. Who wants no more messages gets none that says so. */
async function isToBeAcknowledged(
  { deriveKey }: Context,
  tx: Transaction,
  { from, meaning }: Reply,
  businessId: string,
  replyId: string,
): Promise<boolean> {
  if (meaning === 'stop') return false
  const held = await tx.one(holdAcknowledgement, [businessId, numberDigest(deriveKey, businessId, from), replyId])
  return held !== null
}
