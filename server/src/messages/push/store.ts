import type { Context } from '../../context.ts'
import { chargeSends } from '../../credits/sends.ts'
import { setLowBalanceNotified } from '../../credits/sql.ts'
import type { Transaction } from '../../db/database.ts'
import { enqueueNudges, nudgePriorities } from '../../nudges/enqueue.ts'
import { reportSkips } from '../../nudges/report-skips.ts'
import { cancelNudges, storeNudges } from '../../nudges/sql.ts'
import type { Phone } from '../../phone.ts'
import { storeTraces } from '../../queue/trace-contexts.ts'
import { countPushes } from '../../quotas/count.ts'
import { storeTexts } from '../../quotas/texts.ts'
import { numberDigest } from '../../recipients/digest.ts'
import { storePastNumbers } from '../../recipients/sql.ts'
import { storeRecipients } from '../../recipients/store.ts'
import { businessEvent, emitEvents, messageEvent } from '../../webhooks/emit.ts'
import type { NewEvent } from '../../webhooks/event.ts'
import { storeMessages } from '../sql.ts'
import type { Plan } from './facts.ts'
import type { PushTraces } from './traces.ts'

/** One statement per table for any batch size. Nudges of `batchMessageIds` get a lower priority. */
export async function storePlan(
  context: Context,
  tx: Transaction,
  plan: Plan,
  batchMessageIds: Set<string>,
  traces: PushTraces,
): Promise<void> {
  const { digestKey, queue } = context
  const { recipients, intermediateNumbers, messages, cancelled, nudges, charges, notSent, lowBalances, counts } = plan
  const digestOf = (businessId: string, phone: Phone | null): Buffer | null =>
    phone === null ? null : numberDigest(digestKey, businessId, phone.e164)

  storeRecipients(context, tx, recipients)
  const pastNumbers = intermediateNumbers.map((number) => ({
    ...number,
    numberDigest: numberDigest(digestKey, number.businessId, number.phone.e164),
  }))
  if (pastNumbers.length > 0) tx.write(storePastNumbers, { numbers: pastNumbers })
  if (messages.length > 0) tx.write(storeMessages, { messages })
  if (cancelled.length > 0) tx.write(cancelNudges, { cancelled })
  if (nudges.length > 0)
    tx.write(storeNudges, {
      nudges: nudges.map((nudge) => ({ ...nudge, numberDigest: digestOf(nudge.businessId, nudge.phone) })),
    })
  const queued = nudges
    .filter(({ state }) => state === 'queued')
    .map((nudge) => ({
      ...nudge,
      priority: batchMessageIds.has(nudge.messageId) ? nudgePriorities.batchItem : nudgePriorities.single,
      trace: traces.get(nudge.pushId),
    }))
  const waiting = nudges.filter(({ state }) => state === 'waiting')
  storeTraces(
    tx,
    waiting.map(({ id, pushId }) => ({ id, trace: traces.get(pushId) })),
  )
  await enqueueNudges(queue, tx, queued)
  reportSkips(context, tx, nudges)
  await emitEvents(context, tx, [...notSentEvents(notSent, traces, await tx.now), ...lowBalances.map(lowBalanceEvent)])
  chargeSends(tx, charges)
  if (lowBalances.length > 0)
    tx.write(setLowBalanceNotified, { businessIds: lowBalances.map(({ businessId }) => businessId), notified: true })
  await storeTexts(context, tx, plan.textCounts)
  await countPushes(context, tx, counts)
}

const lowBalanceEvent = ({ businessId, balance, threshold }: Plan['lowBalances'][number]): NewEvent =>
  businessEvent(businessId, 'credits.low_balance', { balance, threshold })

const notSentEvents = (notSent: Plan['notSent'], traces: PushTraces, now: Date): NewEvent[] =>
  notSent.map(({ message, recipientEmail, reason }) => ({
    ...messageEvent({ ...message, messageId: message.id, recipientEmail }, 'message.not_sent', {
      reason,
      at: now.toISOString(),
    }),
    trace: traces.get(message.id),
  }))
