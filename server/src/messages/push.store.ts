import type { Context } from '../context.ts'
import { enterSends, setLowBalanceTold } from '../credits/sql.ts'
import type { Transaction } from '../db/database.ts'
import type { Positional } from '../db/statement.ts'
import { enqueueNudges } from '../nudges/enqueue.ts'
import { cancelNudges, storeNudges } from '../nudges/sql.ts'
import { countPushes } from '../quotas/count.ts'
import { numberDigest } from '../recipients/digest.ts'
import type { Phone } from '../recipients/phone.ts'
import { hex, recipientRow } from '../recipients/row.ts'
import { rememberNumbers, storeRecipients } from '../recipients/sql.ts'
import { businessEvent, emitEvents, messageEvent, type NewEvent } from '../webhooks/emit.ts'
import type { Plan } from './push.facts.ts'
import { storeMessages } from './sql.ts'

/** One statement a table, whatever the size of the set. Messages in `ofBatch` yield to those a person waits for. */
export async function storePlan(context: Context, tx: Transaction, plan: Plan, ofBatch: Set<string>): Promise<void> {
  const { deriveKey, queue } = context
  const { recipients, passingNumbers, messages, cancelled, nudges, charges, notSent, lowBalances, counts } = plan
  const digestOf = (businessId: string, phone: Phone | null): string | null =>
    phone === null ? null : hex(numberDigest(deriveKey, businessId, phone.e164))
  const writeRows = (statement: Positional<never>, rows: object[]): void => {
    if (rows.length > 0) tx.write(statement, [JSON.stringify(rows)])
  }

  writeRows(
    storeRecipients,
    recipients.map((recipient) => recipientRow(deriveKey, recipient)),
  )
  if (passingNumbers.length > 0)
    tx.write(rememberNumbers, [
      passingNumbers.map(({ businessId }) => businessId),
      passingNumbers.map(({ recipientId }) => recipientId),
      passingNumbers.map(({ businessId, phone }) => numberDigest(deriveKey, businessId, phone.e164)),
    ])
  writeRows(
    storeMessages,
    messages.map((message) => ({
      business_id: message.businessId,
      id: message.id,
      recipient_id: message.recipientId,
      kind: message.kind,
      status: message.status,
      subject: message.subject,
      body: message.body,
      reference: message.reference,
      order_status: message.orderStatus,
      created_at: message.createdAt,
      updated_at: message.updatedAt,
    })),
  )
  if (cancelled.length > 0)
    tx.write(cancelNudges, [cancelled.map(({ businessId }) => businessId), cancelled.map(({ id }) => id)])
  writeRows(
    storeNudges,
    nudges.map((nudge) => ({
      business_id: nudge.businessId,
      id: nudge.id,
      message_id: nudge.messageId,
      push_id: nudge.pushId,
      channel: nudge.channel,
      state: nudge.state,
      skipped_reason: nudge.skippedReason,
      price: nudge.price,
      charged: nudge.charged,
      due_at: nudge.dueAt,
      escalates_at: nudge.escalatesAt,
      escalation_minutes: nudge.escalationMinutes,
      fallback: nudge.fallback,
      number_digest: digestOf(nudge.businessId, nudge.phone),
    })),
  )
  await enqueueNudges(
    queue,
    tx,
    nudges
      .filter(({ state }) => state === 'queued')
      .map(({ id, businessId, channel, messageId }) => ({
        id,
        businessId,
        channel,
        priority: ofBatch.has(messageId) ? -1 : 0,
      })),
  )
  await emitEvents(context, tx, [...notSentEvents(notSent, await tx.now), ...lowBalances.map(lowBalanceEvent)])
  if (charges.length > 0)
    tx.write(enterSends, [
      charges.map(({ businessId }) => businessId),
      charges.map(({ sendId }) => sendId),
      charges.map(({ credits }) => -credits),
      charges.map(() => 'charge'),
    ])
  if (lowBalances.length > 0) tx.write(setLowBalanceTold, [lowBalances.map(({ businessId }) => businessId), true])
  await countPushes(context, tx, counts)
}

const lowBalanceEvent = ({ businessId, balance, threshold }: Plan['lowBalances'][number]): NewEvent =>
  businessEvent(businessId, 'credits.low_balance', { balance, threshold })

const notSentEvents = (notSent: Plan['notSent'], now: Date): NewEvent[] =>
  notSent.map(({ message, recipientEmail, reason }) =>
    messageEvent({ ...message, messageId: message.id, recipientEmail }, 'message.not_sent', {
      reason,
      at: now.toISOString(),
    }),
  )
