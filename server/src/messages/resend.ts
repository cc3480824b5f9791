import type { Context } from '../context.ts'
import type { Transaction } from '../db/database.ts'
import { done, type Outcome, refused } from '../errors.ts'
import { readId, showId } from '../ids.ts'
import { loadPaidWorld, loadUnsubscribed, paidCase } from '../nudges/paid.load.ts'
import { holdBalances, queuePaid } from '../nudges/queue-paid.ts'
import { type NudgeOfMessage, nudgesOfMessages, type PaidRow, paidFactsOf } from '../nudges/sql.ts'
import type { ResendResult } from './push.schema.ts'
import { decideResends, type EarlierNudge, pushOfResend } from './resend.decide.ts'

type PaidChannel = 'sms' | 'whatsapp'
export type ResendCall = { businessId: string; publicId: string }

/** Operations 4 and 5: for a message whose text or WhatsApp message never went out. A set is judged in order, like pushes. */
export async function resend(
  context: Context,
  tx: Transaction,
  channel: PaidChannel,
  calls: ResendCall[],
): Promise<Outcome<ResendResult>[]> {
  const ids = calls.map(({ publicId }) => readId('msg', publicId))
  const rows = await tx.all(paidFactsOf, [ids, calls.map(({ businessId }) => businessId)])
  const nudges = Map.groupBy(
    await tx.all(nudgesOfMessages, [rows.map((row) => row.message_id)]),
    (nudge) => nudge.message_id,
  )
  const earlier = rows.map((row) => (nudges.get(row.message_id) ?? []).map(earlierNudge))
  const [world, unsubscribed] = [await loadPaidWorld(tx), await loadUnsubscribed(context, tx, rows)]
  const held = await holdBalances(tx, rows)
  const places = new Map(rows.map((row, place) => [`${row.business_id} ${row.message_id}`, place]))
  const place = calls.map(({ businessId }, call) => places.get(`${businessId} ${ids[call]}`))
  const decided = decideResends(
    world,
    channel,
    rows.map((row, at) => ({
      businessId: row.business_id,
      messageStatus: row.message_status,
      earlier: earlier[at]!,
      paid: paidCase(row, unsubscribed[at]!),
    })),
    place,
    new Map(held.map((row) => [row.business_id, row.balance])),
  )
  await queuePaid(
    context,
    tx,
    held,
    decided.flatMap((answer, call) => {
      if (!('price' in answer) || answer.reason !== null) return []
      const index = place[call]!
      const pushId = pushOfResend(channel, earlier[index]!) ?? context.newId()
      return [{ row: rows[index]!, pushId, channel, fallback: false, price: answer.price, reason: null }]
    }),
  )
  return decided.map((answer, call) => {
    const at = place[call]
    if ('refused' in answer) return refused(answer.refused, at === undefined ? [] : [rows[at]!.id])
    const row = rows[at!]!
    return done(resultOf(row, answer), [row.id])
  })
}

const earlierNudge = (nudge: NudgeOfMessage): EarlierNudge => ({
  pushId: nudge.push_id,
  channel: nudge.channel,
  state: nudge.state,
  errorCode: nudge.error_code,
  fallback: nudge.fallback,
})

const resultOf = (row: PaidRow, { reason, price }: { reason: string | null; price: number }): ResendResult => ({
  message_id: showId('msg', row.message_id),
  queued: reason === null,
  credits: reason === null ? price : 0,
  skipped_reason: reason,
  escalates_at: null,
})
