import type { Context } from '../context.ts'
import { enterSends, lockBalances } from '../credits/sql.ts'
import type { Transaction } from '../db/database.ts'
import { done, type Outcome, refused } from '../errors.ts'
import { readId, showId } from '../ids.ts'
import { enqueueNudges } from '../nudges/enqueue.ts'
import { type HeldBalance, tellLowBalances } from '../nudges/low-balance.ts'
import { priceOf, refuseSms, refuseWhatsApp } from '../nudges/paid.decide.ts'
import { loadPaidWorld, loadUnsubscribed, paidCase } from '../nudges/paid.load.ts'
import { nudgesOfMessages, type PaidRow, paidFactsOf, storeNudges } from '../nudges/sql.ts'
import { numberDigest } from '../recipients/digest.ts'
import { hex } from '../recipients/row.ts'
import type { ResendResult } from './push.schema.ts'
import { type EarlierNudge, refuseResend } from './resend.decide.ts'

type PaidChannel = 'sms' | 'whatsapp'
export type ResendCall = { businessId: string; publicId: string }
type Sent = { row: PaidRow; id: string; price: number }

/** Operations 4 and 5: for a message whose text or WhatsApp message never went out. A set is judged in order, like pushes. */
export async function resend(
  context: Context,
  tx: Transaction,
  channel: PaidChannel,
  calls: ResendCall[],
): Promise<Outcome<ResendResult>[]> {
  const ids = calls.map(({ publicId }) => readId('msg', publicId))
  const rows = await tx.all(paidFactsOf, [ids, calls.map(({ businessId }) => businessId)])
  const facts = new Map(rows.map((row) => [`${row.business_id} ${row.message_id}`, row]))
  const earlier = Map.groupBy(
    await tx.all(nudgesOfMessages, [rows.map((row) => row.message_id)]),
    (nudge) => nudge.message_id,
  )
  const [world, unsubscribed] = [await loadPaidWorld(tx), await loadUnsubscribed(context, tx, rows)]
  const held = await lockSpenders(tx, rows)
  const balances = new Map(held.map((row) => [row.business_id, row.balance]))
  const sent: Sent[] = []

  const outcomes = calls.map(({ businessId }, place): Outcome<ResendResult> => {
    const row = facts.get(`${businessId} ${ids[place]}`)
    if (row === undefined) return refused('message.not_found')
    const before: EarlierNudge[] = (earlier.get(row.message_id) ?? []).map((nudge) => ({
      ...nudge,
      errorCode: nudge.error_code,
    }))
    const justNow = sent.some((one) => one.row === row) ? [{ ...queuedNow, channel }] : []
    const refusal = refuseResend(channel, row.message_status, [...before, ...justNow])
    if (refusal !== null) return refused(refusal)

    const balance = balances.get(businessId) ?? 0
    const paid = paidCase(row, unsubscribed[rows.indexOf(row)]!, balance)
    const reason = channel === 'sms' ? refuseSms(world, paid) : refuseWhatsApp(world, paid).reason
    const price = priceOf(world, channel, paid.recipient.phone)
    if (reason === null) {
      balances.set(businessId, balance - price)
      sent.push({ row, id: context.newId(), price })
    }
    return done({
      message_id: showId('msg', row.message_id),
      queued: reason === null,
      credits: reason === null ? price : 0,
      skipped_reason: reason,
      escalates_at: null,
    })
  })
  await storeSent(context, tx, channel, sent)
  await tellLowBalances(context, tx, held, balances, rows)
  return outcomes
}

const queuedNow = { state: 'queued', errorCode: null, fallback: false }

async function lockSpenders(tx: Transaction, rows: PaidRow[]): Promise<HeldBalance[]> {
  const businesses = [...new Set(rows.map((row) => row.business_id))]
  return businesses.length === 0 ? [] : tx.all(lockBalances, [businesses])
}

/** It does not arm the text instead again. */
async function storeSent({ deriveKey, queue }: Context, tx: Transaction, channel: PaidChannel, sent: Sent[]) {
  if (sent.length === 0) return
  tx.write(storeNudges, [
    JSON.stringify(
      sent.map(({ row, id, price }) => ({
        business_id: row.business_id,
        id,
        message_id: row.message_id,
        channel,
        state: 'queued',
        price,
        charged: true,
        fallback: false,
        number_digest: hex(numberDigest(deriveKey, row.business_id, row.phone!)),
      })),
    ),
  ])
  await enqueueNudges(
    queue,
    tx,
    sent.map(({ row, id }) => ({ id, businessId: row.business_id, channel, priority: 0 })),
  )
  tx.write(enterSends, [
    sent.map(({ row }) => row.business_id),
    sent.map(({ id }) => id),
    sent.map(({ price }) => 0 - price),
    sent.map(() => 'charge'),
  ])
}
