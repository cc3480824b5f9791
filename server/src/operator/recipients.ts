import { type Static, Type } from 'typebox'
import type { Context } from '../context.ts'
import { done, type Outcome, refused } from '../errors.ts'
import { readId } from '../ids.ts'
import { emailIdentity } from '../recipients/email.ts'
import { lockRecipients, recipientName } from '../recipients/lock.ts'
import { setPhone } from '../recipients/phone-change.ts'
import type { SmsView } from '../recipients/sms-view.schema.ts'
import { stopNumber, stops, unsubscribeRecipient } from '../recipients/sql.ts'
import { literal } from '../schema.ts'
import { findBusiness } from './sql.ts'

export const recipientPath = Type.Object({ business_id: Type.String(), email: Type.String({ format: 'email' }) })
export const stopRequest = Type.Object({ channel: literal(['sms', 'whatsapp']) })
export const acknowledged = Type.Object({})

type Target = Static<typeof recipientPath>

/** A stop recorded from the dashboard: a text cannot lift it (2.10). */
export async function stopFromDashboard(
  { db }: Context,
  target: Target,
  { channel }: Static<typeof stopRequest>,
): Promise<Outcome<object>> {
  const [businessId, email] = [readId('biz', target.business_id), emailIdentity(target.email)]
  return db.transaction(async (tx) => {
    await lockRecipients(tx, [recipientName(businessId ?? '', email)])
    const stopped = await tx.one(stops[channel], [businessId, email, 'admin'])
    if (stopped === null) return refused('recipient.not_found')
    if (stopped.phone_digest !== null) await tx.all(stopNumber, [businessId, channel, stopped.phone_digest, 'admin'])
    return done({})
  })
}

/** A number set from the dashboard. */
export async function setPhoneFromDashboard(
  context: Context,
  target: Target,
  phone: string,
): Promise<Outcome<SmsView>> {
  const business = await context.db.one(findBusiness, [readId('biz', target.business_id)])
  if (business === null) return refused('business.not_found')
  return setPhone(context, { businessId: business.id, country: business.country, email: target.email }, phone, 'admin')
}

/** As if the recipient had stopped all updates of this business. Permanent. */
export async function unsubscribeFromDashboard({ db }: Context, target: Target): Promise<Outcome<object>> {
  const [businessId, email] = [readId('biz', target.business_id), emailIdentity(target.email)]
  return db.transaction(async (tx) => {
    await lockRecipients(tx, [recipientName(businessId ?? '', email)])
    return (await tx.one(unsubscribeRecipient, [businessId, email])) === null
      ? refused('recipient.not_found')
      : done({})
  })
}
