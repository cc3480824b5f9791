import { mapPaid, namePaid, paidChannels, registry } from '../channels/registry.ts'
import type { Context } from '../context.ts'
import { refundSends } from '../credits/sends.ts'
import type { Transaction } from '../db/database.ts'
import { emailIdentity } from '../email.ts'
import { done } from '../errors.ts'
import { eraseAnswers } from '../idempotency/sql.ts'
import { eraseMessages, lockMessagesOf } from '../messages/sql.ts'
import { finishNudges } from '../nudges/enqueue.ts'
import { deleteUnreachable, lockNudgesOf } from '../nudges/sql.ts'
import { isPending } from '../nudges/states.ts'
import { defineOperation } from '../operation.ts'
import { countDeleted } from '../quotas/count.ts'
import { keepStops, keepWithdrawal, optOutsOf } from '../recipients/consents.sql.ts'
import { loadConsents } from '../recipients/consents.ts'
import { knowNumber } from '../recipients/contacts.sql.ts'
import { addressDigests, platformNumberDigest } from '../recipients/digest.ts'
import { lockRecipients, recipientName } from '../recipients/lock.ts'
import { recipientPath } from '../recipients/sms-view.schema.ts'
import { eraseRecipientRow, findRecipient, lockRecipientRow, type RecipientRow } from '../recipients/sql.ts'
import { countSuppressions, keepUnsubscribed } from '../suppressions/sql.ts'
import { batchOperation, eraseBatchItems, eraseEventsOf, eraseRepliesOf } from './copies.ts'
import { type ErasureReport, emptyReport, erasureReport } from './erasure.schema.ts'
import { storeErasure } from './sql.ts'
import { eraseInSteps, throttled } from './throttle.ts'

export const eraseRecipient = defineOperation({
  access: 'key',
  number: 16,
  name: 'eraseRecipient',
  method: 'POST',
  path: '/api/v1/recipients/{email}/erase',
  summary: 'Delete everything about a recipient; opt-outs and suppressions are kept as digests',
  params: recipientPath,
  idempotent: true,
  batched: false,
  long: true,
  response: erasureReport,
  handle: ({ context, tx }, calls) =>
    Promise.all(
      calls.map(async ({ caller, params }) => done(await erase(context, tx, caller.businessId, params.email))),
    ),
})

/**
 * What goes is counted by its deletion (2.11). The locks come first and in everybody's order: the address, messages,
 * nudges, the recipient. Whoever tells something of this person holds one of them, so it is told before, and goes too, or not at
 * all. A send that is at the provider just now finds nothing to write its outcome to.
 */
async function erase(context: Context, tx: Transaction, businessId: string, given: string): Promise<ErasureReport> {
  const email = emailIdentity(given)
  await lockRecipients(tx, [recipientName(businessId, email)])
  const recipient = await tx.one(findRecipient, { businessId, email })
  if (recipient === null) return emptyReport
  const key = { businessId, recipientId: recipient.id }
  const held = await throttled(tx.all(lockMessagesOf, key), ({ length }) => length)
  const nudges = await throttled(tx.all(lockNudgesOf, key), ({ length }) => length)
  await tx.all(lockRecipientRow, key)

  const kept = await keep(context, tx, businessId, recipient)
  const waiting = nudges.filter(({ state }) => isPending(state))
  await finishNudges(context.queue, tx, nudges)
  const none = { messages: 0, ...mapPaid(() => 0) }
  const gone = await eraseInSteps(held, none, async (ids) => (await tx.one(eraseMessages, { businessId, ids }))!)
  const events = await eraseEventsOf(context, tx, key, null)
  const { replies } = await eraseRepliesOf(context, tx, key)
  const { count: answers } = (await throttled(
    tx.one(eraseAnswers, { ...key, batchOperation }),
    (erased) => erased!.count,
  ))!
  const items = await eraseBatchItems(tx, businessId, recipient)
  await tx.all(deleteUnreachable, key)
  await tx.all(eraseRecipientRow, key)

  const report: ErasureReport = {
    deleted: {
      messages: gone.messages,
      delivery_events: events.events,
      ...namePaid('sends', (channel) => gone[channel]),
      whatsapp_replies: replies,
      recipients: 1,
      webhook_deliveries: events.deliveries,
      api_responses: answers + items,
      cancelled_sends: waiting.length,
    },
    kept,
  }
  tx.write(storeErasure, { businessId, id: context.newId(), kind: 'recipient', counts: report })
  // What is cancelled is not paid for.
  const refunds = waiting.map((send) => ({ ...send, businessId }))
  refundSends(tx, refunds)
  countDeleted(tx, [{ businessId, messages: gone.messages }])
  return report
}

/** What must hold although nobody is there any more. */
async function keep(
  { deriveKey }: Context,
  tx: Transaction,
  businessId: string,
  { id, email, phone, unsubscribed_at: unsubscribedAt }: RecipientRow,
): Promise<ErasureReport['kept']> {
  const { addressDigest } = addressDigests(deriveKey, businessId, email)
  const whose = { businessId, recipientId: id, addressDigest }
  if (unsubscribedAt !== null) tx.write(keepUnsubscribed, whose)
  tx.write(keepStops, whose)
  const consents = (await loadConsents(tx, [whose]))(id)
  for (const channel of paidChannels)
    if (phone !== null && consents[channel].stopSource === 'text' && registry[channel].inbound.startLiftsStops)
      tx.write(knowNumber, {
        channel,
        platformDigest: platformNumberDigest(deriveKey, phone),
        businesses: [{ businessId }],
      })
  tx.write(keepWithdrawal, whose)
  const suppressions = (await tx.one(countSuppressions, whose))!.count
  const optOuts = new Set((await tx.all(optOutsOf, whose)).map(({ channel }) => channel))
  return {
    email_suppressions: suppressions,
    ...namePaid('opt_outs', (channel) => Number(optOuts.has(channel))),
  }
}
