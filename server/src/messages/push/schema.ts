import { type Static, type TSchema, Type } from 'typebox'
import { channels, mapPaid } from '../../channels/registry.ts'
import { messageStatuses } from '../../message-status.ts'
import { orderStatuses } from '../../order-status.ts'
import { freeForm, literal, nullable } from '../../schema.ts'

const minutes = 60
/** Null means the same as an omitted field. */
const optional = <T extends TSchema>(schema: T) => Type.Optional(nullable(schema))

/** 2.1 */
export const pushRequest = Type.Object({
  recipient_email: Type.String({
    format: 'email',
    maxLength: 320,
    description: 'Trimmed and lower-cased. Another spelling of the same domain is the same recipient.',
  }),
  subject: Type.String({ minLength: 1, maxLength: 300, description: 'Updateable messages are matched on it.' }),
  body: Type.String({ minLength: 1, maxLength: 10_000, description: 'Plain text and links.' }),
  recipient_phone: optional(
    Type.String({
      maxLength: 64,
      description: 'Mobile number, E.164 preferred. Stored for this recipient and reused on later pushes.',
    }),
  ),
  channels: optional(
    Type.Array(literal([...channels]), {
      maxItems: 10,
      description:
        'Unset follows the account. Naming a paid channel requests it; leaving one out suppresses it for this push.',
    }),
  ),
  whatsapp_opt_in: optional(
    Type.Object(
      {
        source: Type.Optional(freeForm('Where it was given: a text of at most 120 characters.')),
        obtained_at: Type.Optional(freeForm('When it was given: a date-time that is not in the future.')),
        wording: Type.Optional(freeForm('What was agreed to: a text of at most 2000 characters.')),
      },
      {
        description:
          'Records that this recipient agreed to WhatsApp messages. Any object; what is not usable in it is ignored.',
      },
    ),
  ),
  sms_if_whatsapp_fails: Type.Optional(
    Type.Boolean({ description: 'Text the recipient if the WhatsApp message proves undeliverable.' }),
  ),
  reference: optional(
    Type.String({
      maxLength: 1_000,
      pattern: '^[A-Za-z0-9#\\-_./]+$',
      description: 'Your own order number. One of more than 64 characters is stored and never displayed.',
    }),
  ),
  order_status: optional(
    Type.String({
      maxLength: 1_000,
      'x-extensible-enum': orderStatuses,
      description:
        'confirmed, shipped, ready_for_pickup, delivered, cancelled, refunded or delayed; another value is stored and treated as none.',
    }),
  ),
  kind: Type.Optional(literal(['one_off', 'updateable'], { default: 'one_off' })),
  notify: optional(Type.Boolean({ description: 'Unset: a new message nudges, an update does not.' })),
  send_at: optional(
    Type.String({
      format: 'date-time',
      maxLength: 64,
      description: 'Delays the nudge until this time, at most 90 days ahead.',
    }),
  ),
  escalate_if_unread_after_minutes: optional(
    Type.Integer({
      minimum: 5,
      maximum: 7 * 24 * minutes,
      description: 'The paid message named in channels is sent only if the message is still unread then.',
    }),
  ),
  obsoletes: Type.Optional(
    // Far longer than an id, because an unknown id is ignored and not an error.
    Type.Array(Type.String({ maxLength: 1_000 }), { maxItems: 100, description: 'Earlier messages to mark obsolete.' }),
  ),
})

const moment = (description?: string) => Type.String({ format: 'date-time', ...(description && { description }) })

/** 2.3 */
const emailOutcome = Type.Object({
  sending: Type.Boolean(),
  skipped_reason: nullable(Type.String()),
})
const paidOutcome = Type.Object({
  queued: Type.Boolean(),
  credits: Type.Integer(),
  skipped_reason: nullable(Type.String()),
  escalates_at: nullable(moment('When the message is sent if the recipient has not read it by then.')),
})
const optInResult = Type.Object({
  recorded: Type.Boolean(),
  reason: nullable(Type.String({ description: 'stopped, withdrawn or phone_conflict' })),
  opted_in_at: nullable(moment()),
})

/** 2.2 */
export const pushResult = Type.Object({
  id: Type.String(),
  recipient_email: nullable(
    Type.String({ description: 'As it was first given for this recipient, trimmed and lower-cased.' }),
  ),
  subject: Type.String(),
  kind: literal(['one_off', 'updateable']),
  status: literal([...messageStatuses]),
  created: Type.Boolean({ description: 'True: a new message; false: updated in place.' }),
  scheduled_for: nullable(moment('When a scheduled nudge is sent.')),
  nudged: Type.Boolean(),
  email: nullable(emailOutcome),
  ...mapPaid(() => nullable(paidOutcome)),
  sms_units: Type.Integer(),
  whatsapp_opt_in: nullable(optInResult),
  reference: nullable(Type.String()),
  order_status: nullable(Type.String()),
  created_at: moment(),
  updated_at: moment(),
})

/** 2.7 */
export const resendResult = Type.Object({ message_id: Type.String(), ...paidOutcome.properties })

/** 2.6 */
export const batchRequest = Type.Object({ messages: Type.Array(pushRequest, { minItems: 1, maxItems: 100 }) })
export const batchResult = Type.Object({
  results: Type.Array(
    Type.Object({
      index: Type.Integer(),
      ok: Type.Boolean(),
      result: nullable(pushResult),
      error_code: nullable(Type.String()),
      detail: nullable(Type.String()),
    }),
  ),
})

export type PushRequest = Static<typeof pushRequest>
export type PushResult = Static<typeof pushResult>
export type ResendResult = Static<typeof resendResult>
export type BatchResult = Static<typeof batchResult>
