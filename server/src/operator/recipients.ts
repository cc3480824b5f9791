import { type Static, Type } from 'typebox'
import { audited, changed } from '../audit/audited.ts'
import { paidChannels } from '../channels/registry.ts'
import type { Context } from '../context.ts'
import type { Transaction } from '../db/database.ts'
import { type EmailIdentity, emailIdentity } from '../email.ts'
import { refused } from '../errors.ts'
import { parseId } from '../ids.ts'
import { type Audited, defineOperation, type OperatorCall } from '../operation.ts'
import { stopRecipient as storeStop } from '../recipients/consents.ts'
import { lockRecipients, recipientLockName } from '../recipients/lock.ts'
import { setPhone } from '../recipients/phone-change.ts'
import { phoneRequest, smsView } from '../recipients/sms-view.schema.ts'
import { unsubscribeRecipient as storeUnsubscription } from '../recipients/sql.ts'
import { businessPath, literal, named } from '../schema.ts'
import { findBusiness } from './sql.ts'

const recipientPath = Type.Object({
  ...businessPath.properties,
  email: Type.String({ format: 'email', description: 'The address of the recipient, percent-encoded.' }),
})
const stoppedChannel = literal(paidChannels, { description: 'The channel that the recipient opted out of.' })
const stopRequest = named(
  'StopRequest',
  Type.Object({ channel: stoppedChannel }, { description: 'The channel to stop.' }),
)
const stop = named('RecordedStop', Type.Object({ stopped: stoppedChannel }, { description: 'The stop is recorded.' }))
const unsubscription = named(
  'RecordedUnsubscription',
  Type.Object(
    { unsubscribed: Type.Boolean({ description: 'True: the business sends the recipient nothing any more.' }) },
    { description: 'The unsubscription is recorded.' },
  ),
)

/** A text with START cannot lift an opt-out recorded from the dashboard (2.10). */
export const stopRecipient = defineOperation({
  access: 'operator',
  effect: 'change',
  roles: ['support'],
  name: 'stopRecipient',
  tag: 'Recipients',
  description:
    'Records that a customer of the business does not want texts or WhatsApp messages, for example after a call. Nudges on the channel are skipped as `stopped`. A START by text does not lift this stop.',
  method: 'POST',
  path: '/operator/v1/businesses/{business_id}/recipients/{email}/stop',
  summary: 'Record that a recipient opted out of a channel',
  params: recipientPath,
  body: stopRequest,
  response: stop,
  refusals: ['recipient.not_found'],
  handle: (context, call) => {
    const { channel } = call.body
    return record(context, call, { stopped: channel }, (tx, recipient) =>
      storeStop(tx, { ...recipient, channel, source: 'admin' }),
    )
  },
})

/** Only for an admin: the next text has a link that opens the inbox, and goes to this number. */
export const setPhoneFromDashboard = defineOperation({
  access: 'operator',
  effect: 'change',
  roles: [],
  name: 'setPhoneFromDashboard',
  tag: 'Recipients',
  description:
    'Sets a number that the customer gave by another route. Links that were sent before end. A number of another recipient of the business is refused.',
  method: 'PUT',
  path: '/operator/v1/businesses/{business_id}/recipients/{email}/phone',
  summary: 'Set the phone number of a recipient',
  params: recipientPath,
  body: phoneRequest,
  response: smsView,
  refusals: ['business.not_found', 'recipient.not_found', 'sms.phone_already_in_use'],
  handle: (context, call) =>
    audited(context, call, async (tx) => {
      const business = await tx.one(findBusiness, { id: parseId('biz', call.params.business_id) })
      if (business === null) return refused('business.not_found')
      const { id: businessId, country } = business
      const set = await setPhone(
        context,
        tx,
        { businessId, country, email: call.params.email },
        call.body.phone,
        'admin',
      )
      if (!('done' in set)) return set
      const { phoneBefore, view } = set.done
      const personal = { phone_before: phoneBefore, phone_after: view.phone }
      const person = emailIdentity(call.params.email)
      return changed(view, { businessId, target: null, before: null, after: null, person, personal })
    }),
})

/** The same effect as the unsubscribe link of an email. Permanent. */
export const unsubscribeRecipient = defineOperation({
  access: 'operator',
  effect: 'change',
  roles: ['support'],
  name: 'unsubscribeRecipient',
  tag: 'Recipients',
  description:
    'Stops every update of the business to this customer, on every channel, like the unsubscribe link of an email. Nudges are skipped as `unsubscribed`. It is permanent: no operation lifts it.',
  method: 'POST',
  path: '/operator/v1/businesses/{business_id}/recipients/{email}/unsubscribe',
  summary: 'Record that a recipient stopped all updates of the business',
  params: recipientPath,
  response: unsubscription,
  refusals: ['recipient.not_found'],
  handle: (context, call) =>
    record(
      context,
      call,
      { unsubscribed: true },
      async (tx, recipient) => (await tx.one(storeUnsubscription, recipient)) !== null,
    ),
})

/** `store` returns whether the recipient exists. */
function record<Recorded extends Record<string, unknown>>(
  context: Context,
  call: OperatorCall<{ params: Static<typeof recipientPath> }>,
  recorded: Recorded,
  store: (tx: Transaction, recipient: { businessId: string; email: EmailIdentity }) => Promise<boolean>,
): Promise<Audited<Recorded>> {
  const { params } = call
  const [businessId, person] = [parseId('biz', params.business_id), emailIdentity(params.email)]
  return audited(context, call, async (tx) => {
    if (businessId === null) return refused('recipient.not_found')
    await lockRecipients(tx, [recipientLockName(businessId, person)])
    if (!(await store(tx, { businessId, email: person }))) return refused('recipient.not_found')
    return changed(recorded, { businessId, target: null, before: null, after: recorded, person })
  })
}
