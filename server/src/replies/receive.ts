import { createHmac } from 'node:crypto'
import type { InboundMessage } from '../channels/callback.ts'
import { type Keyword, parseKeyword } from '../channels/keyword.decide.ts'
import { type PaidChannel, type ReplyChannel, registry } from '../channels/registry.ts'
import type { Context } from '../context.ts'
import type { Transaction } from '../db/database.ts'
import { formatId } from '../ids.ts'
import { numberDigest } from '../recipients/digest.ts'
import type { SenderFor } from '../recipients/inbound.decide.ts'
import { findLastContact, startByText, stopByReply, stopByText } from '../recipients/inbound.ts'
import { emitEvents } from '../webhooks/emit.ts'
import { claimInbound, findHolders, findRepliedMessage, reserveAcknowledgement, storeReplies } from './sql.ts'

/**
 * A channel with inbound messages, and the sender that it uses for a destination. The sender is null on a test side: it is
 * not shared with other businesses, so every inbound message belongs to the message that it replies to.
 */
export type InboundChannel = { channel: PaidChannel; senderFor: SenderFor | null }

/** Handles an inbound message once, also when the provider delivers it several times. */
export async function receiveInbound(
  context: Context,
  { provider, channel, senderFor }: InboundChannel & { provider: string },
  message: InboundMessage,
): Promise<void> {
  const keyword = parseKeyword(message.text)
  const { startLiftsStops, storesReplies } = registry[channel].inbound
  const liftsStops = keyword === 'start' && startLiftsStops
  if (keyword !== 'stop' && !liftsStops && !storesReplies) return
  await context.db.transaction(async (tx) => {
    if (!(await isFirstArrival(context, tx, `${provider} ${message.providerId}`))) return
    const { from, inReplyTo } = message
    const repliedTo = inReplyTo === null ? null : await tx.one(findRepliedMessage, { platformId: inReplyTo })
    if (repliedTo === null && senderFor === null) return
    if (keyword === 'stop' && repliedTo === null) await stopByText(context, tx, channel, message, senderFor!)
    if (keyword === 'stop' && repliedTo !== null) await stopByReply(context, tx, channel, repliedTo, from)
    if (liftsStops) await startByText(context, tx, channel, from)
    if (!storesReplies) return
    // A reply that refers to no message belongs to the business that last wrote to the number.
    const businessId = repliedTo?.businessId ?? (await findLastContact(context, tx, channel, message))
    await storeReply(context, tx, channel, message, keyword, businessId, repliedTo?.messageId ?? null)
  })
}

/** A repeated START must not lift a later STOP, and a repeated reply must not be stored again after it was erased. */
async function isFirstArrival({ digestKey }: Context, tx: Transaction, arrival: string): Promise<boolean> {
  const digest = createHmac('sha256', digestKey('inbound text')).update(arrival).digest()
  return (await tx.one(claimInbound, { digest })) !== null
}

/** Stores, publishes and forwards a reply, and acknowledges the first one of a number unless it is a STOP. */
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
  const acknowledgement = { businessId, numberDigest: numberDigest(context.digestKey, businessId, from), replyId: id }
  if (keyword !== 'stop' && (await tx.one(reserveAcknowledgement, acknowledgement)) !== null)
    await context.queue.enqueue(tx, 'acknowledgements', [job])
  await emitEvents(context, tx, [
    {
      businessId,
      // Only these channels store replies.
      type: `${channel as ReplyChannel}.inbound_message`,
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
