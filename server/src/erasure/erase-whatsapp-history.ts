import type { Context } from '../context.ts'
import type { Transaction } from '../db/database.ts'
import { emailIdentity } from '../email.ts'
import { done, type Outcome, refused } from '../errors.ts'
import { metrics } from '../metrics.ts'
import { defineOperation } from '../operation.ts'
import { preserveWithdrawal, withdrawConsent } from '../recipients/consents.sql.ts'
import { loadConsents } from '../recipients/consents.ts'
import { addressDigests } from '../recipients/digest.ts'
import { lockRecipients, recipientLockName } from '../recipients/lock.ts'
import { recipientPath } from '../recipients/sms-view.schema.ts'
import { findRecipient, lockRecipientRow } from '../recipients/sql.ts'
import { eraseEventsOf, eraseRepliesOf } from './copies.ts'
import { type WhatsAppReceipt, whatsappReceipt } from './erasure.schema.ts'
import { storeErasure } from './sql.ts'

export const eraseWhatsAppHistory = defineOperation({
  access: 'key',
  scope: 'erasure',
  number: 15,
  name: 'eraseWhatsAppHistory',
  tag: 'Erasure',
  method: 'POST',
  path: '/api/v1/recipients/{email}/whatsapp/erase',
  summary: 'Delete what a recipient wrote back on WhatsApp and withdraw their consent to it for good',
  description: [
    'Deletes the replies that a customer wrote on WhatsApp, with their copies in queued webhooks, and withdraws the WhatsApp consent for good, for the address and every number it had at the business. Messages, the number and the delivery log stay. This cannot be reversed.',
    'Use a new idempotency key for a new erasure: the same key replays the first receipt for 24 hours.',
  ].join('\n\n'),
  params: recipientPath,
  idempotent: true,
  batched: false,
  long: true,
  response: whatsappReceipt,
  unspentRefusals: ['recipient.not_found'],
  handle: ({ context, tx }, calls) =>
    Promise.all(calls.map(({ caller, params }) => erase(context, tx, caller.businessId, params.email))),
})

/**
 * Erases every copy of the recipient's replies, and withdraws the consent for the address and every number the recipient has
 * had at this business (2.11). The number, the messages and their delivery status remain. A queued WhatsApp message is skipped
 * at dispatch, because consent is withdrawn.
 */
async function erase(
  context: Context,
  tx: Transaction,
  businessId: string,
  given: string,
): Promise<Outcome<WhatsAppReceipt>> {
  const email = emailIdentity(given)
  await lockRecipients(tx, [recipientLockName(businessId, email)])
  const recipient = await tx.one(findRecipient, { businessId, email })
  tx.count(() => metrics.erasures.inc({ outcome: recipient === null ? 'not_found' : 'whatsapp_erased' }))
  if (recipient === null) return refused('recipient.not_found')
  const key = { businessId, recipientId: recipient.id }
  await tx.all(lockRecipientRow, key)
  const { whatsapp } = (await loadConsents(tx, [key]))(recipient.id)

  const copies = await eraseEventsOf(context, tx, key, 'whatsapp.inbound_message')
  const { replies, forwarded, acknowledgements } = await eraseRepliesOf(context, tx, key)
  tx.write(withdrawConsent, { ...key, channel: 'whatsapp' })
  tx.write(preserveWithdrawal, { ...key, ...addressDigests(context.digestKey, businessId, email) })

  const receipt: WhatsAppReceipt = {
    replies_erased: replies,
    replies_a_forward_email_may_have_carried: forwarded,
    webhook_copies_removed: copies.undelivered,
    acknowledgement_holds_dropped: acknowledgements,
    consent_withdrawn: whatsapp.consentedAt !== null,
    first_erased_at: (await tx.now).toISOString(),
  }
  tx.write(storeErasure, { businessId, id: context.newId(), kind: 'whatsapp', counts: receipt })
  return done(receipt)
}
