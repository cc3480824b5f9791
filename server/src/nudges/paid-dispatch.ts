import type { PaidNudge } from '../channels/channel.ts'
import type { Context } from '../context.ts'
import { enterSends, lockBalances } from '../credits/sql.ts'
import type { Transaction } from '../db/database.ts'
import { withoutHeld } from '../db/without-held.ts'
import type { TakenJob } from '../queue/queue.ts'
import { numberDigest, platformNumberDigest } from '../recipients/digest.ts'
import { touchContacts } from '../recipients/sql.ts'
import { emitEvents, messageEvent, type NewEvent } from '../webhooks/emit.ts'
import { sendFallbackTexts } from './fallback.ts'
import { withoutHeldJobs } from './held.ts'
import { tellLowBalances } from './low-balance.ts'
import { loadPaidWorld, loadUnsubscribed, paidCase } from './paid.load.ts'
import {
  type DuePaid,
  decidePaidDispatch,
  type PaidDispatch,
  takesSmsPlace,
  type Warmup,
} from './paid-dispatch.decide.ts'
import { recordLost } from './record-outcome.ts'
import {
  cancelNudges,
  type DuePaidRow,
  giveBackSmsPlaces,
  lockDuePaid,
  lockFreeDuePaid,
  markPaidSubmitting,
  putBackEscalations,
  rejectDue,
  takeSmsPlaces,
} from './sql.ts'
import { subjectOf } from './subject.ts'

type PaidChannel = 'sms' | 'whatsapp'
/** How these go out. `senderFor` is which of our numbers messages to a destination come from. */
export type Way = { channel: PaidChannel; senderFor: (destination: string) => string }
export type GoingPaid = PaidNudge & { attempt: number }

/** As for emails: marked and committed before the provider is called. What was held is paid for in the same transaction. */
export async function dispatchPaid(context: Context, way: Way, jobs: TakenJob[]): Promise<GoingPaid[]> {
  return withoutHeld(jobs, (taken, isSkipping) =>
    context.db.transaction(async (tx) => {
      const rows = await tx.all(isSkipping ? lockFreeDuePaid : lockDuePaid, [
        taken.map(({ id }) => id),
        taken.map(({ businessId }) => businessId),
      ])
      const mine = isSkipping ? await withoutHeldJobs(tx, taken, new Set(rows.map((row) => row.nudge_id))) : taken
      return dispatchLocked(context, tx, way, mine, rows)
    }),
  )
}

async function dispatchLocked(
  context: Context,
  tx: Transaction,
  way: Way,
  taken: TakenJob[],
  rows: DuePaidRow[],
): Promise<GoingPaid[]> {
  const [world, unsubscribed] = [await loadPaidWorld(tx), await loadUnsubscribed(context, tx, rows)]
  const recovered = new Set(taken.filter((job) => job.recovered).map(({ id }) => id))
  const due = rows.map((row, place) => dueOf(way.channel, row, unsubscribed[place]!, recovered.has(row.nudge_id)))
  const warmups = await countWarmups(tx, rows, due)
  const spenders = [...new Set(rows.filter(({ charged }) => !charged).map((row) => row.business_id))]
  const balances = spenders.length === 0 ? [] : await tx.all(lockBalances, [spenders])
  const before = new Map(balances.map((row) => [row.business_id, row.balance]))
  const decided = decidePaidDispatch(world, due, before, warmups)
  // Before a text that goes instead is charged: it must find that the event was published.
  await tellLowBalances(context, tx, balances, decided.balances, rows)
  await storePaid(context, tx, way, rows, taken, decided)
  const [going, now] = [new Set(decided.submit.map(({ id }) => id)), await tx.now]
  return rows.filter((row) => going.has(row.nudge_id)).map((row) => goingOf(row, now))
}

const dueOf = (channel: PaidChannel, row: DuePaidRow, unsubscribed: boolean, recovered: boolean): DuePaid => ({
  id: row.nudge_id,
  businessId: row.business_id,
  channel,
  state: row.state,
  attempts: row.attempts,
  recovered,
  charged: row.charged,
  price: row.price,
  fallback: row.fallback,
  escalation: row.escalation_minutes === null ? null : { openedSince: row.opened_since, emailIsOut: row.email_is_out },
  paid: paidCase(row, unsubscribed),
})

const goingOf = (row: DuePaidRow, at: Date): GoingPaid => ({
  id: row.nudge_id,
  businessId: row.business_id,
  shard: row.shard,
  businessName: row.business_name,
  recipientId: row.id,
  messageId: row.message_id,
  to: row.phone!,
  destination: row.phone_destination!,
  reference: row.reference,
  orderStatus: row.order_status,
  attempt: row.attempts + 1,
  at,
})

/** Only for accounts in their first two weeks, and only for a first try. */
async function countWarmups(tx: Transaction, rows: DuePaidRow[], due: DuePaid[]): Promise<Map<string, Warmup>> {
  const asked = new Map<string, number>()
  const caps = new Map<string, number>()
  rows.forEach((row, place) => {
    if (!row.in_warmup || !takesSmsPlace(due[place]!)) return
    asked.set(row.business_id, (asked.get(row.business_id) ?? 0) + 1)
    caps.set(row.business_id, row.sms_warmup_cap)
  })
  if (asked.size === 0) return new Map()
  const taken = await tx.all(takeSmsPlaces, [[...asked.keys()], [...asked.values()]])
  return new Map(
    taken.map((row) => [
      row.business_id,
      { cap: caps.get(row.business_id)!, counted: asked.get(row.business_id)!, sentBefore: row.sent_before },
    ]),
  )
}

async function storePaid(
  context: Context,
  tx: Transaction,
  way: Way,
  rows: DuePaidRow[],
  taken: TakenJob[],
  decided: PaidDispatch,
): Promise<void> {
  const { channel } = way
  const { submit, refuse, callOff, putBack, lost, giveBack } = decided
  const byId = new Map(rows.map((row) => [row.nudge_id, row]))
  const businessesOf = (ids: string[]): string[] => ids.map((id) => byId.get(id)!.business_id)
  const now = await tx.now
  if (submit.length > 0) writeSubmitted(context, tx, way, submit, byId)
  if (refuse.length > 0)
    tx.write(rejectDue, [
      refuse.map(({ businessId }) => businessId),
      refuse.map(({ id }) => id),
      refuse.map(({ reason }) => reason),
    ])
  if (callOff.length > 0)
    tx.write(cancelNudges, [callOff.map(({ businessId }) => businessId), callOff.map(({ id }) => id)])
  if (putBack.length > 0) tx.write(putBackEscalations, [businessesOf(putBack), putBack])
  if (giveBack.size > 0) tx.write(giveBackSmsPlaces, [[...giveBack.keys()], [...giveBack.values()]])
  if (lost.length > 0) await recordLost(context, tx, lost)
  const elsewhere = rows.filter((row) => row.state === 'submitting' && !lost.includes(row.nudge_id))
  const stays = new Set([...submit.map(({ id }) => id), ...elsewhere.map((row) => row.nudge_id)])
  await context.queue.finish(
    tx,
    `nudges.${channel}`,
    taken.map(({ id }) => id).filter((id) => !stays.has(id)),
  )
  await emitEvents(
    context,
    tx,
    refuse.map((refusal) => rejectedEvent(channel, byId.get(refusal.id)!, refusal, now)),
  )
  // Refunds come first: they may pay for the text.
  writeLedger(tx, decided)
  await sendFallbackTexts(
    context,
    tx,
    refuse
      .filter(({ isFallbackArmed }) => isFallbackArmed)
      .map(({ id }) => ({ row: byId.get(id)!, cause: 'rejected' as const })),
  )
}

function writeSubmitted(
  { deriveKey }: Context,
  tx: Transaction,
  { channel, senderFor }: Way,
  submit: PaidDispatch['submit'],
  byId: Map<string, DuePaidRow>,
): void {
  const going = submit.map(({ id }) => byId.get(id)!)
  const phones = going.map(({ phone }) => phone!)
  const businesses = submit.map(({ businessId }) => businessId)
  tx.write(markPaidSubmitting, [
    businesses,
    submit.map(({ id }) => id),
    submit.map(({ price }) => price),
    submit.map(({ businessId }, place) => numberDigest(deriveKey, businessId, phones[place]!)),
  ])
  tx.write(touchContacts, [
    phones.map((phone) => platformNumberDigest(deriveKey, phone)),
    businesses,
    submit.map(() => channel),
    going.map((row) => senderFor(row.phone_destination!)),
  ])
}

/** Last, because every spender of the business waits for the balance. */
function writeLedger(tx: Transaction, { submit, refuse, callOff }: PaidDispatch): void {
  const entries = [
    ...submit.filter(({ charge }) => charge > 0).map((one) => ({ ...one, delta: 0 - one.charge, kind: 'charge' })),
    ...[...refuse, ...callOff]
      .filter(({ refund }) => refund > 0)
      .map((one) => ({ ...one, delta: one.refund, kind: 'refund' })),
  ]
  if (entries.length === 0) return
  tx.write(enterSends, [
    entries.map(({ businessId }) => businessId),
    entries.map(({ id }) => id),
    entries.map(({ delta }) => delta),
    entries.map(({ kind }) => kind),
  ])
}

const rejectedEvent = (
  channel: PaidChannel,
  row: DuePaidRow,
  { reason, refund }: PaidDispatch['refuse'][number],
  now: Date,
): NewEvent =>
  messageEvent(subjectOf({ ...row, recipient_id: row.id }), `${channel}.rejected`, {
    error_code: `${channel}.never_submitted`,
    skipped_reason: reason,
    at: now.toISOString(),
    credits_refunded: refund,
  })
