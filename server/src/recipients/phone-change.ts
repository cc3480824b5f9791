import { optInChannel } from '../channels/registry.ts'
import type { Context } from '../context.ts'
import type { Transaction } from '../db/database.ts'
import { emailIdentity } from '../email.ts'
import { done, type Outcome, refused } from '../errors.ts'
import { defineOperation } from '../operation.ts'
import { type Phone, readPhone } from '../phone.ts'
import { type Consents, type Recipient, withoutPhone, withPhone } from './consent.decide.ts'
import { numberStopsOf } from './consents.sql.ts'
import { loadConsents } from './consents.ts'
import { numberDigest } from './digest.ts'
import { lockRecipients, numberLockName, recipientLockName } from './lock.ts'
import { effectiveStop, maskPhone, smsStatus } from './sms-view.decide.ts'
import { phoneRequest, recipientPath, type SmsView, smsView } from './sms-view.schema.ts'
import { findHolder, findRecipient, type RecipientRow } from './sql.ts'
import { storeRecipients } from './store.ts'

export const readRecipientSms = defineOperation({
  access: 'key',
  scope: 'recipients',
  number: 12,
  name: 'readRecipientSms',
  tag: 'Recipients',
  method: 'GET',
  path: '/api/v1/recipients/{email}/sms',
  summary: 'Read the SMS state of a recipient',
  description:
    'Returns the masked number of a customer and whether texts may be sent to it. `sms_status` is `stopped` whenever a push would be skipped with `stopped`. An address that the business never messaged is 404.',
  params: recipientPath,
  response: smsView,
  refusals: ['recipient.not_found'],
  async handle({ db }, { caller: { businessId }, params: { email } }) {
    const row = await db.one(findRecipient, { businessId, email: emailIdentity(email) })
    return row === null ? refused('recipient.not_found') : done(await viewOf(db, businessId, row))
  },
})

export const setRecipientPhone = defineOperation({
  access: 'key',
  scope: 'recipients',
  number: 13,
  name: 'setRecipientPhone',
  tag: 'Recipients',
  method: 'PUT',
  path: '/api/v1/recipients/{email}/phone',
  summary: 'Set the phone number of a recipient',
  description:
    'Sets the number that texts and WhatsApp messages to this customer use. A number of another recipient of the business is refused and stays with that recipient. Another number ends the WhatsApp consent, because consent is given for a number. A stop stays in force.',
  params: recipientPath,
  body: phoneRequest,
  response: smsView,
  refusals: ['recipient.not_found', 'sms.phone_already_in_use'],
  handle: (context, { caller, params, body }) =>
    context.db.transaction(async (tx) =>
      viewAfter(await setPhone(context, tx, { ...caller, ...params }, body.phone, 'api')),
    ),
})

/** Clears neither opt-outs nor consents. */
export const clearRecipientPhone = defineOperation({
  access: 'key',
  scope: 'recipients',
  number: 14,
  name: 'clearRecipientPhone',
  tag: 'Recipients',
  method: 'DELETE',
  path: '/api/v1/recipients/{email}/phone',
  summary: 'Clear the phone number of a recipient; opt-outs remain',
  description:
    'Removes the number of a customer. Stops stay in force, and the WhatsApp consent stays with the number it was given for: setting the same number again finds it.',
  params: recipientPath,
  response: smsView,
  refusals: ['recipient.not_found'],
  handle: (context, { caller, params }) =>
    context.db.transaction(async (tx) =>
      viewAfter(
        await change(context, tx, { ...caller, ...params }, null, async (recipient) => done(withoutPhone(recipient))),
      ),
    ),
})

/** The recipient to change. `country` is the region for numbers in national format. */
type Target = { businessId: string; country: string | null; email: string }

/** `phoneBefore` is masked. */
type PhoneChange = { phoneBefore: string | null; view: SmsView }
const viewAfter = (outcome: Outcome<PhoneChange>): Outcome<SmsView> =>
  'done' in outcome ? done(outcome.done.view) : outcome

/** Sets the number from the API or the dashboard. A number that belongs to another recipient is not moved (2.10). */
export async function setPhone(
  context: Context,
  tx: Transaction,
  target: Target,
  text: string,
  source: 'api' | 'admin',
): Promise<Outcome<PhoneChange>> {
  const phone = readPhone(text, target.country)
  if (phone === null)
    return {
      invalid: [
        {
          type: 'value_error',
          loc: ['phone'],
          msg: 'Value error, this cannot be a phone number; E.164 such as +447700900123 is understood everywhere',
          input: text,
        },
      ],
    }
  return change(context, tx, target, phone, async (recipient) => {
    const holder = await tx.one(findHolder, { businessId: target.businessId, phone: phone.e164 })
    if (holder !== null && holder.id !== recipient.id) return refused('sms.phone_already_in_use')
    const digest = numberDigest(context.digestKey, target.businessId, phone.e164)
    const isOptInNumber = recipient.consents[optInChannel].consentDigest?.equals(digest) === true
    return done(withPhone(recipient, { phone, isOptInNumber }, source, await tx.now))
  })
}

type Decide = (recipient: Recipient) => Promise<Outcome<Recipient>>

async function change(
  context: Context,
  tx: Transaction,
  { businessId, email: given }: Target,
  phone: Phone | null,
  decide: Decide,
): Promise<Outcome<PhoneChange>> {
  const email = emailIdentity(given)
  await lockRecipients(tx, [
    recipientLockName(businessId, email),
    ...(phone === null ? [] : [numberLockName(businessId, phone.e164)]),
  ])
  const before = await tx.one(findRecipient, { businessId, email })
  if (before === null) return refused('recipient.not_found')
  const consents = await loadConsents(tx, [{ businessId, recipientId: before.id }])
  const decided = await decide(recipientOf(before, consents(before.id)))
  if (!('done' in decided)) return decided
  storeRecipients(context, tx, [{ ...decided.done, businessId, email }])
  const view = await viewOf(tx, businessId, (await tx.one(findRecipient, { businessId, email }))!)
  return done({ phoneBefore: before.phone === null ? null : maskPhone(before.phone), view })
}

export const recipientOf = (row: RecipientRow, consents: Consents): Recipient => ({
  id: row.id,
  displayedEmail: row.displayed_email,
  phone: row.phone === null ? null : { e164: row.phone, destination: row.phone_destination },
  consents,
  unsubscribed: row.unsubscribed_at !== null,
})

async function viewOf(db: Pick<Transaction, 'all'>, businessId: string, row: RecipientRow): Promise<SmsView> {
  const key = { businessId, recipientId: row.id }
  const [consents, stops] = await Promise.all([loadConsents(db, [key]), db.all(numberStopsOf, key)])
  const { consentedAt, consentSource, stoppedAt, stopSource } = consents(row.id).sms
  const ofNumber = stops.find(({ channel }) => channel === 'sms') ?? { at: null, source: null }
  const stop = effectiveStop({ at: stoppedAt, source: stopSource }, ofNumber)
  return {
    recipient_email: row.displayed_email,
    phone: row.phone === null ? null : maskPhone(row.phone),
    sms_status: smsStatus(consentedAt, stop),
    sms_consent_at: consentedAt?.toISOString() ?? null,
    sms_consent_source: consentSource,
    sms_stopped_at: stop?.at.toISOString() ?? null,
    sms_stop_source: stop?.source ?? null,
  }
}
