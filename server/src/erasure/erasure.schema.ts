import { type Static, Type } from 'typebox'
import { namePaid, registry } from '../channels/registry.ts'
import { described, moment, named } from '../schema.ts'

const count = (description: string) => Type.Integer({ description })

const deleted = {
  messages: count('Messages in the inbox.'),
  delivery_events: count('Events in the log, of any type.'),
  ...namePaid('sends', (channel) =>
    count(`Every ${registry[channel].noun} to the recipient, including cancelled ones.`),
  ),
  whatsapp_replies: count('Replies of the recipient.'),
  recipients: count('The record with number, consents and unsubscription: 1 or 0.'),
  webhook_deliveries: count(
    'Copies of events on their way to webhook endpoints, and the record of those that arrived.',
  ),
  api_responses: count('Copies in responses stored for idempotent replay.'),
  cancelled_sends: count('Pending sends on any channel that were cancelled.'),
}
const kept = {
  email_suppressions: count('Suppressions of the address: a bounce, a complaint or an unsubscription, as a digest.'),
  ...namePaid('opt_outs', (channel) =>
    count(
      registry[channel].consent === 'opt_in'
        ? 'Opt-outs of the number, as a digest: a stop, or consent that was withdrawn for good, of the address too.'
        : 'Opt-outs of the number, as a digest.',
    ),
  ),
}
export const erasureReport = named(
  'ErasureReport',
  Type.Object(
    {
      deleted: described(
        'How many records of each kind were deleted.',
        named('ErasedCounts', Type.Object(deleted, { description: 'Deleted records by kind.' })),
      ),
      kept: described(
        'How many records were retained, so that the customer is not contacted again.',
        named('RetainedCounts', Type.Object(kept, { description: 'Retained records by kind.' })),
      ),
    },
    { description: 'What was deleted and what was retained. All zeros for an unknown address.' },
  ),
)
export type ErasureReport = Static<typeof erasureReport>

const zeros = <Name extends string>(counts: Record<Name, unknown>) =>
  Object.fromEntries(Object.keys(counts).map((name) => [name, 0])) as Record<Name, number>
/** The report for an unknown address. */
export const emptyReport: ErasureReport = { deleted: zeros(deleted), kept: zeros(kept) }

export const whatsappReceipt = named(
  'WhatsAppErasureReceipt',
  Type.Object(
    {
      replies_erased: count('Replies that were deleted.'),
      replies_a_forward_email_may_have_carried: count(
        'How many of the deleted replies an email to the business may contain. Delete these emails yourself.',
      ),
      webhook_copies_removed: count('Copies of replies that were removed from queued webhook deliveries.'),
      acknowledgement_holds_dropped: count('Records that prevented a second acknowledgement of a number.'),
      consent_withdrawn: Type.Boolean({
        description: 'True if the recipient had consented until now. Consent is withdrawn for good in either case.',
      }),
      first_erased_at: moment(
        'When the erasure of this idempotency key ran. A time in the past shows that the response is a replay.',
      ),
    },
    { description: 'What was deleted of the WhatsApp history.' },
  ),
)
export type WhatsAppReceipt = Static<typeof whatsappReceipt>
