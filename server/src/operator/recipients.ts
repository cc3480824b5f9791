import { type Static, Type } from 'typebox'
import { paidChannels } from '../channels/registry.ts'
import type { Context } from '../context.ts'
import type { Transaction } from '../db/database.ts'
import { type EmailIdentity, emailIdentity } from '../email.ts'
import { done, type Outcome, refused } from '../errors.ts'
import { parseId } from '../ids.ts'
import { defineOperation } from '../operation.ts'
import { stopRecipient as storeStop } from '../recipients/consents.ts'
import { lockRecipients, recipientLockName } from '../recipients/lock.ts'
import { setPhone } from '../recipients/phone-change.ts'
import { phoneRequest, smsView } from '../recipients/sms-view.schema.ts'
import { unsubscribeRecipient as storeUnsubscription } from '../recipients/sql.ts'
import { literal } from '../schema.ts'
import { findBusiness } from './sql.ts'

const recipientPath = Type.Object({ business_id: Type.String(), email: Type.String({ format: 'email' }) })
const acknowledged = Type.Object({})

/** A text with START cannot lift an opt-out recorded from the dashboard (2.10). */
export const stopRecipient = defineOperation({
  access: 'operator',
  name: 'stopRecipient',
  method: 'POST',
  path: '/operator/v1/businesses/{business_id}/recipients/{email}/stop',
  summary: 'Record that a recipient opted out of a channel',
  params: recipientPath,
  body: Type.Object({ channel: literal([...paidChannels]) }),
  response: acknowledged,
  refusals: ['recipient.not_found'],
  handle: (context, { params, body: { channel } }) =>
    record(context, params, (tx, recipient) => storeStop(tx, { ...recipient, channel, source: 'admin' })),
})

export const setPhoneFromDashboard = defineOperation({
  access: 'operator',
  name: 'setPhoneFromDashboard',
  method: 'PUT',
  path: '/operator/v1/businesses/{business_id}/recipients/{email}/phone',
  summary: 'Set the phone number of a recipient',
  params: recipientPath,
  body: phoneRequest,
  response: smsView,
  refusals: ['business.not_found', 'recipient.not_found', 'sms.phone_already_in_use'],
  async handle(context, { params, body }) {
    const business = await context.db.one(findBusiness, { id: parseId('biz', params.business_id) })
    if (business === null) return refused('business.not_found')
    const target = { businessId: business.id, country: business.country, email: params.email }
    return setPhone(context, target, body.phone, 'admin')
  },
})

/** The same effect as the unsubscribe link of an email. Permanent. */
export const unsubscribeRecipient = defineOperation({
  access: 'operator',
  name: 'unsubscribeRecipient',
  method: 'POST',
  path: '/operator/v1/businesses/{business_id}/recipients/{email}/unsubscribe',
  summary: 'Record that a recipient stopped all updates of the business',
  params: recipientPath,
  response: acknowledged,
  refusals: ['recipient.not_found'],
  handle: (context, { params }) =>
    record(context, params, async (tx, recipient) => (await tx.one(storeUnsubscription, recipient)) !== null),
})

/** `store` returns whether the recipient exists. */
async function record(
  { db }: Context,
  params: Static<typeof recipientPath>,
  store: (tx: Transaction, recipient: { businessId: string; email: EmailIdentity }) => Promise<boolean>,
): Promise<Outcome<object>> {
  const [businessId, email] = [parseId('biz', params.business_id), emailIdentity(params.email)]
  if (businessId === null) return refused('recipient.not_found')
  return db.transaction(async (tx) => {
    await lockRecipients(tx, [recipientLockName(businessId, email)])
    return (await store(tx, { businessId, email })) ? done({}) : refused('recipient.not_found')
  })
}
