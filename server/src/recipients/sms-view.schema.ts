import { type Static, Type } from 'typebox'
import { literal, moment, named, nullable } from '../schema.ts'

/** 2.10 */
export const smsView = named(
  'RecipientSms',
  Type.Object(
    {
      recipient_email: Type.String({ description: 'The address as it was first given, trimmed and lower-cased.' }),
      phone: nullable(
        Type.String({
          description: 'The number, masked: its first three and its last three characters. Null if there is none.',
        }),
      ),
      sms_status: literal(['none', 'active', 'stopped'], {
        description:
          '`none`: no number was ever accepted. `active`: texts may be sent. `stopped`: the customer opted out.',
      }),
      sms_consent_at: nullable(
        moment('When a number was first accepted for this recipient. Written once; null if there never was one.'),
      ),
      sms_consent_source: nullable(
        literal(['push', 'api', 'admin'], {
          description:
            'How the first number was set: by `recipient_phone` of a push, by this interface, or by the operator. Written once.',
        }),
      ),
      sms_stopped_at: nullable(moment('When the customer opted out; null if no stop is in force.')),
      sms_stop_source: nullable(
        literal(['text', 'inbox', 'admin'], {
          description:
            'How the customer opted out: by a text, in the inbox, or through the operator. START lifts only a stop by text.',
        }),
      ),
    },
    { description: 'The number of a recipient, and whether texts may be sent to it.' },
  ),
)
export const recipientPath = Type.Object({
  email: Type.String({
    format: 'email',
    description: 'The address of the recipient, percent-encoded. It is normalised like `recipient_email` of a push.',
  }),
})
export const phoneRequest = named(
  'PhoneRequest',
  Type.Object(
    {
      phone: Type.String({
        maxLength: 64,
        description:
          'The mobile number, preferably E.164. A number in national format is read by the country of the business.',
      }),
    },
    { description: 'The new number of a recipient.' },
  ),
)

export type SmsView = Static<typeof smsView>
