import { createHmac } from 'node:crypto'
import type { InboundMessage } from '../channels/callback.ts'
import { type Keyword, parseKeyword } from '../channels/keyword.decide.ts'
import { type PaidChannel, registry } from '../channels/registry.ts'
import type { Context } from '../context.ts'
import type { Transaction } from '../db/database.ts'
import { formatId } from '../ids.ts'
import { numberDigest } from '../recipients/digest.ts'
import type { SenderFor } from '../recipients/inbound.decide.ts'
import { lastWriterTo, startByText, stopAnswered, stopByText } from '../recipients/inbound.ts'
import { emitEvents } from '../webhooks/emit.ts'
import { findAnswered, findHolders, holdAcknowledgement, storeReplies, takeInbound } from './sql.ts'

/** A channel that people can write back on, and the sender it uses for a destination. */
export type InboundChannel = { channel: PaidChannel; senderFor: SenderFor }

/** Handles an inbound message once, however often the provider sends it. */
export async function receiveInbound(
  context: Context,
  { provider, channel, senderFor }: InboundChannel & { provider: string },
  message: InboundMessage,
): Promise<void> {
  const keyword = parseKeyword(message.text)
  const { startLiftsStops, storesReplies } = registry[channel].inbound
  const lifts = keyword === 'start' && startLiftsStops
  if (keyword !== 'stop' && !lifts && !storesReplies) return
  await context.db.transaction(async (tx) => {
    if (!(await isFirstArrival(context, tx, `${provider} ${message.providerId}`))) return
    const { from, inReplyTo } = message
    const answered = inReplyTo === null ? null : await tx.one(findAnswered, { platformId: inReplyTo })
    if (keyword === 'stop' && answered === null) await stopByText(context, tx, channel, message, senderFor)
    if (keyword === 'stop' && answered !== null) await stopAnswered(context, tx, channel, answered, from)
    if (lifts) await startByText(context, tx, channel, from)
    if (!storesReplies) return
    // A reply that names no message of ours is for the business that wrote last.
    const businessId = answered?.businessId ?? (await lastWriterTo(context, tx, channel, message))
    await storeReply(context, tx, channel, message, keyword, businessId, answered?.messageId ?? null)
  })
}

/** A repeated START must not lift a later STOP, and a repeated reply must not be stored again after it was erased. */
async function isFirstArrival({ deriveKey }: Context, tx: Transaction, arrival: string): Promise<boolean> {
  const digest = createHmac('sha256', deriveKey('inbound text')).update(arrival).digest()
  return (await tx.one(takeInbound, { digest })) !== null
}

/** Stores a reply, publishes it, forwards it to the business and acknowledges the first one of a number, unless it is a STOP. */
async function storeReply(
  context: Context,
  tx: Transaction,
  channel: PaidChannel,
  { providerId, from, text }: InboundMessage,
  keyword: Keyword | null,
  businessId: string | null,
  messageId: string | null,
): Promise<void> {
  const holder = businessId === null ? null : await tx.one(findHolders, { businessId, from, messageId })
  if (businessId === null || holder === null) return
  const id = context.newId()
  const { recipientId, recipientEmail, reference } = holder
  const stored = await tx.one(storeReplies, { businessId, id, recipientId, messageId, providerId, text })
  if (stored === null) return
  const job = { id, businessId, group: businessId, priority: 0 }
  await context.queue.enqueue(tx, 'forwards', [job])
  const acknowledged = { businessId, numberDigest: numberDigest(context.deriveKey, businessId, from), replyId: id }
  if (keyword !== 'stop' && (await tx.one(holdAcknowledgement, acknowledged)) !== null)
    await context.queue.enqueue(tx, 'acknowledgements', [job])
  await emitEvents(context, tx, [
    {
      businessId,
      type: `${channel}.inbound_message`,
      messageId,
      recipientId,
      data: {
        message_id: messageId === null ? null : formatId('msg', messageId),
        recipient_email: recipientEmail,
        reference,
        reply_id: formatId('rpl', id),
        text,
        received_at: (await tx.now).toISOString(),
      },
    },
  ])
}
