import { type Static, Type } from 'typebox'
import { literal, nullable } from '../schema.ts'

const moment = Type.String({ format: 'date-time' })

/** 2.10 */
export const smsView = Type.Object({
  recipient_email: Type.String(),
  phone: nullable(Type.String({ description: 'Masked.' })),
  sms_status: literal(['none', 'active', 'stopped']),
  sms_consent_at: nullable(
    Type.String({ format: 'date-time', description: 'When a number was first accepted. Written once.' }),
  ),
  sms_consent_source: nullable(literal(['push', 'api', 'admin'])),
  sms_stopped_at: nullable(moment),
  sms_stop_source: nullable(literal(['text', 'inbox', 'admin'])),
})
export const recipientPath = Type.Object({ email: Type.String({ format: 'email' }) })
export const phoneRequest = Type.Object({
  phone: Type.String({ maxLength: 64, description: 'Mobile number, E.164 preferred.' }),
})

export type SmsView = Static<typeof smsView>
