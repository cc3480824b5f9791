import { type Static, Type } from 'typebox'
import { namePaid, registry } from '../channels/registry.ts'

const count = (description: string) => Type.Integer({ description })

const deleted = {
  messages: count('Messages in the inbox.'),
  delivery_events: count('Events in the log, of whatever type.'),
  ...namePaid('sends', () => count('Sends on the channel, those that were cancelled included.')),
  whatsapp_replies: count('What the recipient wrote back.'),
  recipients: count('The record with number, consents and unsubscription: 1 or 0.'),
  webhook_deliveries: count(
    'Copies of events on their way to webhook endpoints, and the record of those that arrived.',
  ),
  api_responses: count('Copies in answers that were kept for replaying.'),
  cancelled_sends: count('Sends on any channel that were waiting and were cancelled.'),
}
const kept = {
  email_suppressions: count('Of the address: a bounce, a complaint or an unsubscription, as a digest.'),
  ...namePaid('opt_outs', (channel) =>
    count(
      registry[channel].consent === 'opt_in'
        ? 'Of the number, as a digest: a stop, or consent that was withdrawn for good, of the address too.'
        : 'Of the number, as a digest.',
    ),
  ),
}
export const erasureReport = Type.Object({ deleted: Type.Object(deleted), kept: Type.Object(kept) })
export type ErasureReport = Static<typeof erasureReport>

const zeros = <Name extends string>(counts: Record<Name, unknown>) =>
  Object.fromEntries(Object.keys(counts).map((name) => [name, 0])) as Record<Name, number>
/** Of an address that nobody has. */
export const emptyReport: ErasureReport = { deleted: zeros(deleted), kept: zeros(kept) }

export const whatsappReceipt = Type.Object({
  replies_erased: count('Replies that were deleted.'),
  replies_a_forward_email_may_have_carried: count('Of these, how many a mail to the business may have carried.'),
  webhook_copies_removed: count('Copies of replies taken out of queued webhook deliveries.'),
  acknowledgement_holds_dropped: count('Numbers that were held so that no second acknowledgement goes out.'),
  consent_withdrawn: Type.Boolean({ description: 'Consent stood until now. It is withdrawn for good either way.' }),
  first_erased_at: Type.String({ format: 'date-time', description: 'When the erasure of this idempotency key ran.' }),
})
export type WhatsAppReceipt = Static<typeof whatsappReceipt>
