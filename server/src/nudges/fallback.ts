import type { Context } from '../context.ts'
import type { Transaction } from '../db/database.ts'
import { judgeInOrder } from './paid.decide.ts'
import { loadPaidWorld, loadUnsubscribed, paidCase } from './paid.load.ts'
import { holdBalances, queuePaid } from './queue-paid.ts'
import { nudgesOfMessages, paidFactsOf } from './sql.ts'

/**
 * Texts the recipients of these messages because WhatsApp could not (2.1). It is a send of its own, with its own credit and all
 * the gates of a text; and there is at most one text a message, so who has one gets no other.
 */
export async function textInstead(
  context: Context,
  tx: Transaction,
  messages: { business_id: string; message_id: string }[],
): Promise<void> {
  if (messages.length === 0) return
  const rows = await tx.all(paidFactsOf, [
    messages.map((message) => message.message_id),
    messages.map((message) => message.business_id),
  ])
  // Asked when the messages are held: one snapshot for both could miss the text the last holder has just stored.
  const sends = await tx.all(nudgesOfMessages, [rows.map((row) => row.message_id)])
  const texted = new Set(sends.filter(isText).map((send) => send.message_id))
  const open = rows.filter((row) => !texted.has(row.message_id) && row.message_status !== 'retracted')
  if (open.length === 0) return
  const [world, unsubscribed] = [await loadPaidWorld(tx), await loadUnsubscribed(context, tx, open)]
  const held = await holdBalances(tx, open)
  const judged = judgeInOrder(
    world,
    'sms',
    open.map((row, place) => ({ businessId: row.business_id, paid: paidCase(row, unsubscribed[place]!) })),
    new Map(held.map((row) => [row.business_id, row.balance])),
  )
  await queuePaid(
    context,
    tx,
    held,
    open.map((row, place) => ({ row, channel: 'sms', fallback: true, ...judged[place]! })),
  )
}

/** A text that goes, or may have gone. */
const isText = ({ channel, state }: { channel: string; state: string }): boolean =>
  channel === 'sms' && !['skipped', 'called_off', 'rejected'].includes(state)
