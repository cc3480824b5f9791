import { type Static, Type } from 'typebox'
import { mapPaid, type PaidChannel, registry } from '../channels/registry.ts'
import { componentPrefix, emailFailureReason, failureCode, notSentReason, skipReason } from '../code-schemas.ts'
import { attemptOutcomes } from '../nudges/attempts.decide.ts'
import { pageQuery, pageSchema } from '../paging.ts'
import { described, growing, literal, moment, named, nullable } from '../schema.ts'
import { messageId, messageKind, messageStatus, orderStatus, reference, subject } from './message.schema.ts'
import { emailStates } from './view.decide.ts'

const notSent = named(
  'NotSent',
  Type.Object(
    { reason: notSentReason, at: moment('When it was decided.') },
    { description: 'No email was attempted.' },
  ),
)
const failed = named(
  'EmailFailure',
  Type.Object(
    { reason: emailFailureReason, at: moment('When the attempts ended.') },
    { description: 'The email was attempted and will not be delivered.' },
  ),
)

const emailError = named(
  'EmailError',
  Type.Object(
    {
      code: growing(
        attemptOutcomes,
        'What went wrong: the provider `refused` the email, could not be reached (`never_reached`), gave no clear response (`unknown`), or reported that it `bounced`.',
      ),
      detail: nullable(
        Type.String({
          description: 'A code of the protocol or of the provider, such as `smtp 451 4.7.1`; null if none.',
        }),
      ),
      words: nullable(Type.String({ description: 'What the provider wrote, as one line; null if it wrote nothing.' })),
    },
    { description: 'The last problem of an email.' },
  ),
)
const emailDelivery = named(
  'EmailDelivery',
  Type.Object(
    {
      state: literal(emailStates, {
        description:
          '`scheduled` for `send_at`, `queued`, `retrying` after a refusal, `sent`: the provider accepted it, `delivered`, `bounced`, `failed`, `skipped` by a gate, or `cancelled`.',
      }),
      attempts: Type.Integer({ description: 'How often the email was submitted.' }),
      next_attempt_at: nullable(moment('When a refused email is submitted again; null if it is not.')),
      last_error: described(
        'The last problem; null if there was none, or if the email was delivered since.',
        nullable(emailError),
      ),
    },
    { description: 'The email about a message: the one that is pending, else the newest.' },
  ),
)

const paidStates = (channel: PaidChannel) =>
  registry[channel].reportsRead
    ? (['queued', 'delivered', 'read', 'failed', 'rejected'] as const)
    : (['queued', 'delivered', 'failed', 'rejected'] as const)
const paidFields = (channel: PaidChannel) => ({
  state: nullable(
    literal(paidStates(channel), {
      description:
        'The state of the newest send; null if none was made. `failed` is charged, because it may have arrived; `rejected` was certainly not sent and is refunded.',
    }),
  ),
  skipped_reason: described(
    'Why the newest nudge on this channel was skipped; null if it was not. An earlier send stays visible in the other fields.',
    nullable(skipReason[channel]),
  ),
  error_code: described('Why the newest send was rejected or failed; else null.', nullable(failureCode[channel])),
  credits: Type.Integer({ description: 'What the newest send cost in credits, net of refunds.' }),
  escalates_at: nullable(moment('The deadline of the escalation of the newest send; null without one.')),
  queued_at: nullable(moment('When the newest send was created; null if none was made.')),
  delivered_at: nullable(moment('When it was delivered; null before.')),
  failed_at: nullable(moment('When it was rejected or failed; else null.')),
  ...optionalFields(channel),
})

const optionalFields = (channel: PaidChannel): object =>
  registry[channel].reportsRead ? { read_at: nullable(moment('When the customer read it; null before.')) } : {}

/** 2.4 */
const delivery = named(
  'Delivery',
  Type.Object(
    {
      delivered: Type.Boolean({ description: 'True if a mailbox provider accepted an email about the message.' }),
      delivered_at: nullable(moment('When the newest email was delivered; null before.')),
      opened: Type.Boolean({ description: 'True if the customer read the message in the inbox.' }),
      opened_at: nullable(moment('When the customer last opened it; null before.')),
      bounced: Type.Boolean({ description: 'True if an email bounced. It can bounce after it was delivered.' }),
      bounced_at: nullable(moment('When an email last bounced; null if none did.')),
      complained: Type.Boolean({ description: 'True if the customer marked an email as spam.' }),
      complained_at: nullable(moment('When the customer last complained; null if never.')),
      email: described('The email about the message. Null if none was considered.', nullable(emailDelivery)),
      ...mapPaid((channel) =>
        described(
          `The newest ${registry[channel].noun} about the message. Null if the channel was never considered.`,
          nullable(
            named(
              `${componentPrefix(channel)}Delivery`,
              Type.Object(paidFields(channel), {
                description: `What became of the ${registry[channel].noun}s about a message.`,
              }),
            ),
          ),
        ),
      ),
      not_sent: described('Set if no email was attempted; a later email clears it.', nullable(notSent)),
      failed: described(
        'Set if the email will not be delivered; a later report of delivery clears it.',
        nullable(failed),
      ),
    },
    { description: 'What became of a message on every channel.' },
  ),
)
const listed = {
  id: messageId,
  recipient_email: Type.String({ description: 'The address as it was first given, trimmed and lower-cased.' }),
  subject,
  kind: messageKind,
  status: messageStatus,
  reference,
  order_status: orderStatus,
  scheduled_for: nullable(moment('When the earliest nudge that waits for `send_at` is sent; null if none waits.')),
  created_at: moment('When the message was created.'),
  updated_at: moment('When the message was last pushed.'),
  delivery,
}
export const messagePath = Type.Object({ public_id: messageId })
const messageItem = named(
  'MessageItem',
  Type.Object(listed, { description: 'A message without its text, and what became of it.' }),
)
export const operatorMessage = named(
  'OperatorMessage',
  Type.Object(
    { ...listed, business_id: Type.String({ description: 'The id of the business that pushed the message.' }) },
    { description: 'A message of any business without its text, and what became of it.' },
  ),
)
export const messageView = named(
  'MessageView',
  Type.Object(
    { ...listed, body: Type.String({ description: 'The text of the newest push.' }) },
    { description: 'A message, and what became of it.' },
  ),
)

/** 2.5 */
export const listQuery = Type.Object({
  recipient_email: Type.Optional(Type.String({ description: 'Only messages to this address.' })),
  reference: Type.Optional(Type.String({ description: 'Only messages with exactly this reference.' })),
  ...pageQuery('message-cursor'),
})
export const messageList = pageSchema('MessageList', 'A page of messages, newest first.', messageItem)

/** 2.7 */
export const retractResult = named(
  'RetractResult',
  Type.Object(
    {
      id: messageId,
      retracted: Type.Boolean({
        description: 'True if this call retracted the message; false if it was retracted before.',
      }),
      status: messageStatus,
    },
    { description: 'The status of the message after the call.' },
  ),
)

export type MessageItem = Static<typeof messageItem>
