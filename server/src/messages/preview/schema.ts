import { type Static, Type } from 'typebox'
import { channelSchema } from '../../channels/channel.schema.ts'
import { exampleLink, previewContents } from '../../channels/preview-contents.ts'
import { mapPaid, type PaidChannel, registry } from '../../channels/registry.ts'
import { componentPrefix, emailSkipReason, skipReason } from '../../code-schemas.ts'
import { described, growing, moment, named, nullable } from '../../schema.ts'
import { messageId, messageKind, messageStatus, orderStatus, reference, subject } from '../message.schema.ts'
import { batchItemError, optInResult } from '../push/schema.ts'
import { previewOutcomes } from './preview.decide.ts'

const outcome = named(
  'PreviewOutcome',
  growing(
    previewOutcomes,
    'What would happen on a channel. Queued: sent at once. Scheduled: waits for `send_at`. Escalation: sent only if the message is still unread. Replaced: a later push of the batch replaces it. Skipped: nothing is sent.',
  ),
)
const common = {
  outcome: described('What would happen on this channel.', outcome),
  explanation: Type.String({ description: 'Why, in one or two sentences.' }),
  sends_at: nullable(
    moment(
      'When it would be sent: the time of this preview for one that is queued, `send_at`, or the deadline of an escalation. Null if nothing is sent.',
    ),
  ),
  cancels_scheduled: Type.Boolean({
    description: 'True: what an earlier push of this message scheduled on this channel would be cancelled.',
  }),
}
const headers = named(
  'PreviewHeaders',
  Type.Unsafe<Record<string, string>>({
    type: 'object',
    additionalProperties: { type: 'string', description: 'The value of the header.' },
    description:
      'The headers, with names in lower case. Those that exist only once the email is sent are left out: `date`, `message-id`, the headers of the email provider and, for a new message, `x-tidings-message`.',
  }),
)
const emailContent = named(
  'EmailContent',
  Type.Object(
    {
      from: Type.String({ description: 'The sender.' }),
      to: Type.String({ description: 'The address.' }),
      subject: Type.String({ description: 'The subject.' }),
      text: Type.String({ description: 'The plain text part, with examples as its links.' }),
      html: Type.String({ description: 'The HTML part, with examples as its links.' }),
      headers,
      link: Type.String({ description: exampleLink }),
      unsubscribe_url: Type.String({
        description:
          'An example of the address of the one-click unsubscription, as long as the real one. It does nothing.',
      }),
    },
    { description: 'The email that would be sent.' },
  ),
)
const emailPreview = named(
  'EmailPreview',
  Type.Object(
    {
      ...common,
      skipped_reason: described('Why no email would be sent; null if one would.', nullable(emailSkipReason)),
      content: described(
        'The email. Null if none would be sent, or if it is left out of a batch.',
        nullable(emailContent),
      ),
    },
    { description: 'What the push would do by email.' },
  ),
)
const paidPreview = mapPaid((channel) =>
  named(
    `${componentPrefix(channel)}Preview`,
    Type.Object(
      {
        ...common,
        skipped_reason: described(
          `Why no ${registry[channel].noun} would be sent; null if one would.`,
          nullable(skipReason[channel]),
        ),
        credits: Type.Integer({
          description:
            'The price in credits; 0 if nothing is sent. What is queued is charged by the push, what waits when it is sent.',
        }),
        is_fallback: Type.Boolean({
          description: 'True: it would be sent because another channel cannot carry this update.',
        }),
        falls_back_to: described(
          'The channel that is used if this one proves undeliverable. It is decided and charged then. Null without a fallback.',
          nullable(channelSchema),
        ),
        content: described(
          `The ${registry[channel].noun}. Null if none would be sent, or if it is left out of a batch.`,
          nullable(previewContents[channel].schema),
        ),
      },
      { description: `What the push would do by ${registry[channel].noun}.` },
    ),
  ),
)

export const previewResult = named(
  'PreviewResult',
  Type.Object(
    {
      previewed_at: moment('The time by which this preview is decided.'),
      created: Type.Boolean({ description: 'True: a push would create a message. False: it would update one.' }),
      id: described(
        'The message that would be updated. Null if it would be created, by this push or by an earlier one of the batch.',
        nullable(messageId),
      ),
      recipient_email: Type.String({
        description: 'The address as it was first given for this recipient, trimmed and lower-cased.',
      }),
      subject,
      kind: messageKind,
      status: messageStatus,
      scheduled_for: nullable(
        moment('When a nudge that waits for `send_at` would be sent. Null: at once, or there is no nudge.'),
      ),
      nudged: Type.Boolean({ description: 'True if at least one channel would be queued or would wait.' }),
      credits: Type.Integer({
        description: 'The credits that the push would charge at once, on all channels together.',
      }),
      email: described('The email of this push. Null if the push would not nudge.', nullable(emailPreview)),
      ...mapPaid((one) =>
        described(
          `The ${registry[one].noun} of this push. Null if the channel is off and was not named, or the push would not nudge.`,
          nullable(paidPreview[one]),
        ),
      ),
      whatsapp_opt_in: described(
        'What would become of `whatsapp_opt_in`. Null if the request had none.',
        nullable(optInResult),
      ),
      obsoletes: Type.Array(messageId, { description: 'The messages that would become obsolete.' }),
      reference,
      order_status: orderStatus,
    },
    { description: 'What a push of this request would do. Nothing is stored.' },
  ),
)

const batchItem = named(
  'PreviewBatchItem',
  Type.Object(
    {
      index: Type.Integer({ description: 'The position of the push in the request, from 0.' }),
      ok: Type.Boolean({ description: 'True: the push would be stored. Check it for every item.' }),
      result: described('The preview of the push; null if it would fail.', nullable(previewResult)),
      error_code: described('Why the push would fail; null if it would be stored.', nullable(batchItemError)),
      detail: nullable(
        Type.String({
          description:
            'The invalid fields with their errors, as one text, after `common.validation_failed`; else null.',
        }),
      ),
    },
    { description: 'The preview of one push of a batch.' },
  ),
)
export const previewBatchResult = named(
  'PreviewBatchResult',
  Type.Object(
    {
      results: Type.Array(batchItem, { description: 'One preview for each push, in the order of the request.' }),
      contents_complete: Type.Boolean({
        description:
          'False: the contents of all pushes have more than 1 MiB, so those of the last ones are null. Preview these by themselves.',
      }),
    },
    { description: 'The preview of each push. The status is 200 even if pushes would fail.' },
  ),
)

export type PreviewResult = Static<typeof previewResult>
export type PreviewBatchResult = Static<typeof previewBatchResult>
export type EmailPreview = Static<typeof emailPreview>
export type PaidPreview = Static<(typeof paidPreview)[PaidChannel]>
