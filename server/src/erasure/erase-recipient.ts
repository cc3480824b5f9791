import { erasePersonOfAudit } from '../audit/sql.ts'
import { mapPaid, namePaid, paidChannels, registry } from '../channels/registry.ts'
import type { Context } from '../context.ts'
import { refundSends } from '../credits/sends.ts'
import type { Transaction } from '../db/database.ts'
import { emailIdentity } from '../email.ts'
import { done } from '../errors.ts'
import { eraseStoredResponses } from '../idempotency/sql.ts'
import { eraseMessages, lockMessagesOf } from '../messages/sql.ts'
import { metrics } from '../metrics.ts'
import { finishNudges } from '../nudges/enqueue.ts'
import { deleteUnreachable, lockNudgesOf } from '../nudges/sql.ts'
import { isPending } from '../nudges/states.ts'
import { defineOperation } from '../operation.ts'
import { countDeleted } from '../quotas/count.ts'
import { optOutsOf, preserveStops, preserveWithdrawal } from '../recipients/consents.sql.ts'
import { loadConsents } from '../recipients/consents.ts'
import { registerContacts } from '../recipients/contacts.sql.ts'
import { addressDigests, platformNumberDigest } from '../recipients/digest.ts'
import { lockRecipients, recipientLockName } from '../recipients/lock.ts'
import { recipientPath } from '../recipients/sms-view.schema.ts'
import { eraseRecipientRow, findRecipient, lockRecipientRow, type RecipientRow } from '../recipients/sql.ts'
import { countSuppressions, storeUnsubscription } from '../suppressions/sql.ts'
import { findEntriesOf } from '../test-side/sql.ts'
import { batchOperation, eraseBatchItems, eraseEventsOf, eraseOutbox, eraseRepliesOf } from './copies.ts'
import { type ErasureReport, emptyReport, erasureReport } from './erasure.schema.ts'
import { storeErasure } from './sql.ts'
import { eraseInSteps, throttled } from './throttle.ts'

export const eraseRecipient = defineOperation({
  access: 'key',
  scope: 'erasure',
  number: 16,
  name: 'eraseRecipient',
  tag: 'Erasure',
  method: 'POST',
  path: '/api/v1/recipients/{email}/erase',
  summary: 'Delete everything about a recipient; opt-outs and suppressions are retained as digests',
  description:
    'Deletes everything that is stored about a customer: messages, sends, events, replies, the number, consents, and copies in queued webhooks and stored responses. Waiting sends are cancelled. Stops and suppressions stay as digests, so that they still apply; amounts in the ledger stay. This cannot be reversed. An unknown address gives zeros.',
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
 * The report counts the deleted rows (2.11). Locks come first, in the order that all transactions use: address, messages,
 * nudges, recipient. A transaction that publishes an event about this recipient needs one of these locks, so its event is
 * either committed before and erased too, or never published. A submission in flight finds no row to record its outcome in.
 */
async function erase(context: Context, tx: Transaction, businessId: string, given: string): Promise<ErasureReport> {
  const email = emailIdentity(given)
  await lockRecipients(tx, [recipientLockName(businessId, email)])
  const recipient = await tx.one(findRecipient, { businessId, email })
  tx.count(() => metrics.erasures.inc({ outcome: recipient === null ? 'not_found' : 'recipient_erased' }))
  if (recipient === null) return emptyReport
  const key = { businessId, recipientId: recipient.id }
  const messages = await throttled(tx.all(lockMessagesOf, key), ({ length }) => length)
  const nudges = await throttled(tx.all(lockNudgesOf, key), ({ length }) => length)
  await tx.all(lockRecipientRow, key)

  const kept = await preserveOptOuts(context, tx, businessId, recipient)
  const pending = nudges.filter(({ state }) => isPending(state))
  await finishNudges(context.queue, tx, nudges)
  const none = { messages: 0, ...mapPaid(() => 0) }
  const erased = await eraseInSteps(messages, none, async (ids) => (await tx.one(eraseMessages, { businessId, ids }))!)
  const events = await eraseEventsOf(context, tx, key, null)
  const { replies } = await eraseRepliesOf(context, tx, key)
  const { count: responses } = (await throttled(
    tx.one(eraseStoredResponses, { ...key, batchOperation }),
    (result) => result!.count,
  ))!
  const items = await eraseBatchItems(tx, businessId, recipient)
  const { email: address, phone } = recipient
  const addresses = [address, ...(phone === null ? [] : [phone])]
  await eraseOutbox(tx, businessId, await tx.all(findEntriesOf, { ...key, addresses }))
  await tx.all(deleteUnreachable, key)
  await tx.all(eraseRecipientRow, key)

  const report: ErasureReport = {
    deleted: {
      messages: erased.messages,
      delivery_events: events.events,
      ...namePaid('sends', (channel) => erased[channel]),
      whatsapp_replies: replies,
      recipients: 1,
      webhook_deliveries: events.deliveries,
      api_responses: responses + items,
      cancelled_sends: pending.length,
    },
    kept,
  }
  tx.write(storeErasure, { businessId, id: context.newId(), kind: 'recipient', counts: report })
  const refunds = pending.map((send) => ({ ...send, businessId }))
  refundSends(tx, refunds)
  countDeleted(tx, [{ businessId, messages: erased.messages }])
  return report
}

/** Opt-outs and suppressions must still apply after the recipient is erased, so they are stored as digests. */
async function preserveOptOuts(
  { digestKey }: Context,
  tx: Transaction,
  businessId: string,
  { id, email, phone, unsubscribed_at: unsubscribedAt }: RecipientRow,
): Promise<ErasureReport['kept']> {
  const { addressDigest, platformDigest } = addressDigests(digestKey, businessId, email)
  tx.write(erasePersonOfAudit, { businessId, platformDigest })
  const key = { businessId, recipientId: id, addressDigest }
  if (unsubscribedAt !== null) tx.write(storeUnsubscription, key)
  tx.write(preserveStops, key)
  const consents = (await loadConsents(tx, [key]))(id)
  for (const channel of paidChannels)
    if (phone !== null && consents[channel].stopSource === 'text' && registry[channel].inbound.startLiftsStops)
      tx.write(registerContacts, {
        channel,
        platformDigest: platformNumberDigest(digestKey, phone),
        businesses: [{ businessId }],
      })
  tx.write(preserveWithdrawal, key)
  const suppressions = (await tx.one(countSuppressions, key))!.count
  const optOuts = new Set((await tx.all(optOutsOf, key)).map(({ channel }) => channel))
  return {
    email_suppressions: suppressions,
    ...namePaid('opt_outs', (channel) => Number(optOuts.has(channel))),
  }
}
