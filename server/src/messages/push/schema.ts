import { type Static, type TSchema, Type } from 'typebox'
import { channelSchema } from '../../channels/channel.schema.ts'
import { mapPaid, type PaidChannel, registry } from '../../channels/registry.ts'
import { componentPrefix, emailSkipReason, skipReason } from '../../code-schemas.ts'
import type { ErrorCode } from '../../errors.ts'
import { orderStatuses } from '../../order-status.ts'
import { described, freeForm, growing, moment, named, nullable } from '../../schema.ts'
import { messageId, messageKind, messageStatus, orderStatus, reference, subject } from '../message.schema.ts'

const minutes = 60
/** Null means the same as an omitted field. */
const optional = <T extends TSchema>(schema: T) => Type.Optional(nullable(schema))

const whatsappOptIn = named(
  'WhatsAppOptIn',
  Type.Object(
    {
      source: Type.Optional(freeForm('Where the consent was given: a text of at most 120 characters.')),
      obtained_at: Type.Optional(freeForm('When it was given: a date-time that is not in the future.')),
      wording: Type.Optional(freeForm('What the customer agreed to: a text of at most 2,000 characters.')),
    },
    {
      description:
        'Records that the customer agreed to WhatsApp messages, before this push is sent. It needs a phone number. Further fields are allowed; a field that is not usable is ignored.',
    },
  ),
)

/** The refusals of a push, which are those of a batch item. */
const batchItemErrors: ErrorCode[] = [
  'common.validation_failed',
  'idempotency.key_reused',
  'message.not_found',
  'quota.messages_per_day',
  'quota.stored_messages',
]
export const batchItemError = named('BatchItemError', growing(batchItemErrors, 'Why a push of a batch failed.'))

/** 2.1 */
export const pushRequest = named(
  'PushRequest',
  Type.Object(
    {
      recipient_email: Type.String({
        format: 'email',
        maxLength: 320,
        description:
          "The customer's address. It is trimmed and lower-cased. Another spelling of the same domain is the same recipient.",
      }),
      subject: Type.String({
        minLength: 1,
        maxLength: 300,
        description: 'The subject of the email and the title in the inbox. An updateable message is matched by it.',
      }),
      body: Type.String({
        minLength: 1,
        maxLength: 10_000,
        description: 'The text of the update: plain text, in which links become clickable.',
      }),
      recipient_phone: optional(
        Type.String({
          maxLength: 64,
          description:
            'The mobile number of the customer, preferably E.164. It is stored for this recipient and used again by later pushes, so send it once.',
        }),
      ),
      channels: optional(
        Type.Array(channelSchema, {
          maxItems: 10,
          description:
            'The channels of this push. Null or omitted follows the settings of the account. A list only narrows: naming a paid channel requests it, leaving it out suppresses it, and a channel that is off stays off. Email is sent in any case.',
        }),
      ),
      whatsapp_opt_in: optional(whatsappOptIn),
      sms_if_whatsapp_fails: Type.Optional(
        Type.Boolean({
          default: false,
          description:
            'True: sends a text if the WhatsApp message proves undeliverable, and at once if WhatsApp cannot carry it. The text costs its own credits.',
        }),
      ),
      reference: optional(
        Type.String({
          maxLength: 1_000,
          pattern: '^[A-Za-z0-9#\\-_./]+$',
          description:
            'Your order number: letters, digits and `# - _ . /`. It is always stored and returned. Nudges show it only if it has at most 64 characters and no phone could turn it into a link.',
        }),
      ),
      order_status: optional(
        Type.String({
          maxLength: 1_000,
          'x-extensible-enum': orderStatuses,
          description:
            'The state of the order. It selects the wording of texts and WhatsApp messages, which never contain `subject` or `body`. Another value is stored, returned and treated as none.',
        }),
      ),
      kind: Type.Optional({ ...messageKind, default: 'one_off' }),
      notify: optional(
        Type.Boolean({
          description:
            'Null or omitted: a new message nudges the customer, an update does not. True nudges in both cases, false in none.',
        }),
      ),
      send_at: optional(
        Type.String({
          format: 'date-time',
          maxLength: 64,
          description:
            'When the nudge is sent: in the future, at most 90 days ahead, with a time zone. The message itself is in the inbox at once.',
        }),
      ),
      escalate_if_unread_after_minutes: optional(
        Type.Integer({
          minimum: 5,
          maximum: 7 * 24 * minutes,
          description:
            'The paid channels named in `channels` are used only if the message is still unread this many minutes after the email of this push. If the customer opens it before, nothing is sent or charged.',
        }),
      ),
      obsoletes: Type.Optional(
        // Far longer than an id, because an unknown id is ignored and not an error.
        Type.Array(Type.String({ maxLength: 1_000, description: 'The id of a message.' }), {
          maxItems: 100,
          description:
            'Ids of earlier messages of the business that this one replaces. The inbox shows them greyed out. An unknown id has no effect.',
        }),
      ),
    },
    { description: 'An update about an order, for one customer.' },
  ),
)

/** 2.3 */
const emailOutcome = named(
  'EmailOutcome',
  Type.Object(
    {
      sending: Type.Boolean({
        description:
          'False is final: no email is sent, and `skipped_reason` states why. True is checked again when the email is sent.',
      }),
      skipped_reason: described('Why no email is sent; null if one is.', nullable(emailSkipReason)),
    },
    { description: 'What the push does by email.' },
  ),
)
const paidFields = (channel: PaidChannel) => ({
  queued: Type.Boolean({ description: 'True: the send is queued, or waits for its time or for an escalation.' }),
  credits: Type.Integer({
    description: 'The price of the send in credits; 0 if it was skipped. A send that waits is charged when it is sent.',
  }),
  skipped_reason: described(
    'Why nothing is sent on this channel; null if a send is queued.',
    nullable(skipReason[channel]),
  ),
  escalates_at: nullable(
    moment(
      'The deadline of an escalation: the send happens then if the message is unread. Null without an escalation.',
    ),
  ),
})
const paidOutcome = mapPaid((channel) =>
  named(
    `${componentPrefix(channel)}Outcome`,
    Type.Object(paidFields(channel), { description: `What the push does by ${registry[channel].noun}.` }),
  ),
)
export const optInResult = named(
  'WhatsAppOptInResult',
  Type.Object(
    {
      recorded: Type.Boolean({ description: 'True: the consent is recorded, now or by an earlier push.' }),
      reason: nullable(
        growing(
          ['stopped', 'withdrawn', 'phone_conflict'],
          'Why the consent is not recorded: the customer stopped WhatsApp messages, withdrew for good, or the number belongs to another recipient. Null if it is recorded.',
        ),
      ),
      opted_in_at: nullable(moment('When the consent was given; null if it is not recorded.')),
    },
    { description: 'What became of `whatsapp_opt_in`.' },
  ),
)

/** 2.2 */
export const pushResult = named(
  'PushResult',
  Type.Object(
    {
      id: messageId,
      recipient_email: nullable(
        Type.String({
          description:
            'The address as it was first given for this recipient, trimmed and lower-cased. Null only in the replay of a response that was stored before this field existed.',
        }),
      ),
      subject,
      kind: messageKind,
      status: messageStatus,
      created: Type.Boolean({ description: 'True: a new message. False: a message was updated in place.' }),
      scheduled_for: nullable(
        moment('When a nudge that waits for `send_at` is sent. Null: at once, or there is no nudge.'),
      ),
      nudged: Type.Boolean({ description: 'True if at least one channel is queued or waits.' }),
      email: described('The email of this push. Null if the push does not nudge.', nullable(emailOutcome)),
      ...mapPaid((one) =>
        described(
          `The ${registry[one].noun} of this push. Null if the channel is off and was not named, or the push does not nudge.`,
          nullable(paidOutcome[one]),
        ),
      ),
      sms_units: Type.Integer({ description: 'The segments of the text: 1 if a text is queued, else 0.' }),
      whatsapp_opt_in: described(
        'What became of `whatsapp_opt_in`. Null if the request had none.',
        nullable(optInResult),
      ),
      reference,
      order_status: orderStatus,
      created_at: moment('When the message was created.'),
      updated_at: moment('When the message was last pushed.'),
    },
    { description: 'The stored message, and what each channel does about it.' },
  ),
)

/** 2.7 */
export const resendResult = mapPaid((one) =>
  named(
    `${componentPrefix(one)}ResendResult`,
    Type.Object(
      { message_id: messageId, ...paidFields(one) },
      { description: `Whether a ${registry[one].noun} is queued, or why it is skipped.` },
    ),
  ),
)

/** 2.6 */
export const batchRequest = named(
  'BatchRequest',
  Type.Object(
    {
      messages: Type.Array(pushRequest, {
        minItems: 1,
        maxItems: 100,
        description: 'The pushes. An invalid one does not fail the others.',
      }),
    },
    { description: 'Up to 100 pushes.' },
  ),
)
const batchItem = named(
  'BatchItemResult',
  Type.Object(
    {
      index: Type.Integer({ description: 'The position of the push in the request, from 0.' }),
      ok: Type.Boolean({ description: 'True: the push is stored. Check it for every item.' }),
      result: described('The result of the push; null if it failed.', nullable(pushResult)),
      error_code: described('Why the push failed; null if it is stored.', nullable(batchItemError)),
      detail: nullable(
        Type.String({
          description:
            'The invalid fields with their errors, as one text, after `common.validation_failed`; else null.',
        }),
      ),
    },
    { description: 'The outcome of one push of a batch.' },
  ),
)
export const batchResult = named(
  'BatchResult',
  Type.Object(
    { results: Type.Array(batchItem, { description: 'One outcome for each push, in the order of the request.' }) },
    { description: 'The outcome of each push. The status is 200 even if pushes failed.' },
  ),
)

export type PushRequest = Static<typeof pushRequest>
export type PushResult = Static<typeof pushResult>
export type ResendResult = Static<(typeof resendResult)[PaidChannel]>
export type BatchResult = Static<typeof batchResult>
