import type { Context } from '../context.ts'
import { enterSends, lockBalances } from '../credits/sql.ts'
import type { Transaction } from '../db/database.ts'
import { numberDigest } from '../recipients/digest.ts'
import { hex } from '../recipients/row.ts'
import { enqueueNudges } from './enqueue.ts'
import { tellLowBalances } from './low-balance.ts'
import { priceOf, refuseSms } from './paid.decide.ts'
import { loadPaidWorld, loadUnsubscribed, paidCase } from './paid.load.ts'
import { nudgesOfMessages, paidFactsOf, storeNudges } from './sql.ts'

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
  const { deriveKey, newId, queue } = context
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
  const held = await tx.all(lockBalances, [[...new Set(open.map((row) => row.business_id))]])
  const balances = new Map(held.map((row) => [row.business_id, row.balance]))
  const texts = open.map((row, place) => {
    const balance = balances.get(row.business_id) ?? 0
    const paid = paidCase(row, unsubscribed[place]!, balance)
    const reason = refuseSms(world, paid)
    const price = priceOf(world, 'sms', paid.recipient.phone)
    if (reason === null) balances.set(row.business_id, balance - price)
    return { row, id: newId(), reason, price }
  })
  tx.write(storeNudges, [
    JSON.stringify(
      texts.map(({ row, id, reason, price }) => ({
        business_id: row.business_id,
        id,
        message_id: row.message_id,
        channel: 'sms',
        state: reason === null ? 'queued' : 'skipped',
        skipped_reason: reason,
        price,
        charged: reason === null,
        due_at: null,
        escalates_at: null,
        escalation_minutes: null,
        fallback: true,
        number_digest: row.phone === null ? null : hex(numberDigest(deriveKey, row.business_id, row.phone)),
      })),
    ),
  ])
  const going = texts.filter(({ reason }) => reason === null)
  await enqueueNudges(
    queue,
    tx,
    going.map(({ row, id }) => ({ id, businessId: row.business_id, channel: 'sms', priority: 0 })),
  )
  if (going.length > 0)
    tx.write(enterSends, [
      going.map(({ row }) => row.business_id),
      going.map(({ id }) => id),
      going.map(({ price }) => 0 - price),
      going.map(() => 'charge'),
    ])
  await tellLowBalances(context, tx, held, balances, open)
}

/** A text that goes, or may have gone. */
const isText = ({ channel, state }: { channel: string; state: string }): boolean =>
  channel === 'sms' && !['skipped', 'called_off', 'rejected'].includes(state)
