import { Type } from 'typebox'
import { paidChannels } from '../channels/registry.ts'
import { emailIdentity } from '../email.ts'
import { done, refused } from '../errors.ts'
import { readId } from '../ids.ts'
import { defineOperation } from '../operation.ts'
import { lockRecipients, recipientName } from '../recipients/lock.ts'
import { setPhone } from '../recipients/phone-change.ts'
import { phoneRequest, smsView } from '../recipients/sms-view.schema.ts'
import { unsubscribeRecipient as storeUnsubscription } from '../recipients/sql.ts'
import { stopRecipient as storeStop } from '../recipients/stop.ts'
import { literal } from '../schema.ts'
import { findBusiness } from './sql.ts'

const recipientPath = Type.Object({ business_id: Type.String(), email: Type.String({ format: 'email' }) })
const acknowledged = Type.Object({})

/** A text cannot lift a stop recorded from the dashboard (2.10). */
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
  async handle({ db }, { params, body: { channel } }) {
    const [businessId, email] = [readId('biz', params.business_id), emailIdentity(params.email)]
    if (businessId === null) return refused('recipient.not_found')
    return db.transaction(async (tx) => {
      await lockRecipients(tx, [recipientName(businessId, email)])
      const isKnown = await storeStop(tx, { businessId, email, channel, source: 'admin' })
      return isKnown ? done({}) : refused('recipient.not_found')
    })
  },
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
    const business = await context.db.one(findBusiness, { id: readId('biz', params.business_id) })
    if (business === null) return refused('business.not_found')
    const target = { businessId: business.id, country: business.country, email: params.email }
    return setPhone(context, target, body.phone, 'admin')
  },
})

/** As if the recipient had stopped all updates of this business. Permanent. */
export const unsubscribeRecipient = defineOperation({
  access: 'operator',
  name: 'unsubscribeRecipient',
  method: 'POST',
  path: '/operator/v1/businesses/{business_id}/recipients/{email}/unsubscribe',
  summary: 'Record that a recipient stopped all updates of the business',
  params: recipientPath,
  response: acknowledged,
  refusals: ['recipient.not_found'],
  async handle({ db }, { params }) {
    const [businessId, email] = [readId('biz', params.business_id), emailIdentity(params.email)]
    if (businessId === null) return refused('recipient.not_found')
    return db.transaction(async (tx) => {
      await lockRecipients(tx, [recipientName(businessId, email)])
      return (await tx.one(storeUnsubscription, { businessId, email })) === null
        ? refused('recipient.not_found')
        : done({})
    })
  },
})
