import { Type } from 'typebox'
import { type PaidChannel, paidChannels, type ReplyChannel, registry } from '../channels/registry.ts'
import { skipReason } from '../code-schemas.ts'
import { failureCodeWords } from '../failure-code-words.ts'
import { type FailureCode, failureCodes } from '../reasons.ts'
import { described, growing, nullable } from '../schema.ts'
import { defineEvent, exampleMessage, exampleTime, messageFields, time } from './event-definition.ts'

type Prefixed<Channel extends string, Events> = {
  [Name in keyof Events & string as `${Channel}.${Name}`]: Events[Name]
}

/** Events about a text or a WhatsApp message. Whether a channel has reads and replies follows from its row in the registry. */
export const paidEvents = Object.fromEntries(
  paidChannels.flatMap((channel) => {
    const { reportsRead, inbound } = registry[channel]
    const named = {
      ...outcomeEvents(channel),
      ...(reportsRead && readEvents(channel)),
      ...(inbound.storesReplies && replyEvents(channel)),
    }
    return Object.entries(named).map(([name, event]) => [`${channel}.${name}`, event])
  }),
) as Prefixed<PaidChannel, ReturnType<typeof outcomeEvents>> &
  Prefixed<ReplyChannel, ReturnType<typeof readEvents> & ReturnType<typeof replyEvents>>

function outcomeEvents(channel: PaidChannel) {
  const { noun, errorCodes } = registry[channel]
  const credits = Type.Integer({ minimum: 0, description: `The credits that the ${noun} cost.` })
  return {
    delivered: defineEvent(
      {
        meaning: `The ${noun} was delivered to the phone of the recipient.`,
        charged: 'yes',
        retry: 'not_needed',
        fixedBy: 'none',
        fix: 'Nothing is required. Mark the order update as delivered if your system shows it.',
        customerSaw: `The ${noun}, with a link to the inbox.`,
      },
      { ...messageFields, delivered_at: time(`When the ${noun} was delivered.`), credits },
      { ...exampleMessage, delivered_at: exampleTime, credits: 1 },
    ),
    failed: defineEvent(
      {
        meaning: `The provider accepted the ${noun}, or may have accepted it, and its delivery is not confirmed. It is not refunded.`,
        charged: 'yes',
        retry: 'after_fix',
        fixedBy: 'customer',
        fix: `Read the words of \`error_code\`. After an unknown outcome \`${channel}.delivered\` may follow.`,
        customerSaw: `No ${noun} in most cases. If the outcome is unknown, it may have arrived.`,
      },
      {
        ...messageFields,
        error_code: codes(channel, 'yes', `Why the ${noun} failed. More values may be added.`),
        at: time(`When the ${noun} ended.`),
        credits,
      },
      { ...exampleMessage, error_code: errorCodes.undeliverable, at: exampleTime, credits: 1 },
    ),
    rejected: defineEvent(
      {
        meaning: `The ${noun} was queued and certainly not sent. Its credits are refunded.`,
        charged: 'refunded',
        retry: 'after_fix',
        fixedBy: 'merchant',
        fix: `Read the words of \`skipped_reason\`, or of \`error_code\` if it is null, and remove the cause. Then resend with POST /api/v1/messages/{public_id}/${channel}.`,
        customerSaw: `No ${noun}.`,
      },
      {
        ...messageFields,
        error_code: codes(channel, 'refunded', `Why the ${noun} was rejected. More values may be added.`),
        skipped_reason: described(
          `The reason of the gate that refused the ${noun} when it was due; null if no gate did. More values may be added.`,
          nullable(skipReason[channel]),
        ),
        at: time(`When the ${noun} ended.`),
        credits_refunded: Type.Integer({ minimum: 0, description: 'The credits that were refunded.' }),
      },
      {
        ...exampleMessage,
        error_code: errorCodes.refused,
        skipped_reason: null,
        at: exampleTime,
        credits_refunded: 1,
      },
    ),
  }
}

/** A failed message stays charged, a rejected one is refunded. */
function codes(channel: PaidChannel, charged: 'yes' | 'refunded', description: string) {
  const ofChannel: readonly FailureCode[] = failureCodes[channel]
  const codesOfOutcome = ofChannel.filter((code) => failureCodeWords[code].charged === charged)
  return growing(codesOfOutcome, description, failureCodeWords)
}

function readEvents(channel: PaidChannel) {
  const { noun } = registry[channel]
  return {
    read: defineEvent(
      {
        meaning: `The recipient opened the ${noun}. \`${channel}.delivered\` precedes it. Recipients who disabled read receipts cause no such event.`,
        charged: 'yes',
        retry: 'not_needed',
        fixedBy: 'none',
        fix: 'Nothing is required. Use `message.opened` to learn that the message itself was read.',
        customerSaw: `The ${noun}.`,
      },
      { ...messageFields, read_at: time(`When the recipient opened the ${noun}.`) },
      { ...exampleMessage, read_at: exampleTime },
    ),
  }
}

function replyEvents(channel: PaidChannel) {
  const { noun } = registry[channel]
  return {
    inbound_message: defineEvent(
      {
        meaning: `The recipient replied to a ${noun} or pressed a button of it. Replies are deleted after 90 days.`,
        charged: 'free',
        retry: 'not_needed',
        fixedBy: 'merchant',
        fix: 'Show the reply to the people who support customers. It was also forwarded by email if the business has a `contact_email`.',
        customerSaw: 'Their own reply, and an acknowledgement after the first one.',
      },
      {
        ...messageFields,
        message_id: nullable(
          Type.String({ description: 'The message that was replied to; null if the reply refers to none.' }),
        ),
        reference: nullable(Type.String({ description: 'The `reference` of that message.' })),
        reply_id: Type.String({ description: 'The id of the reply.' }),
        text: Type.String({ description: 'What the recipient wrote.' }),
        received_at: time('When the reply arrived.'),
      },
      {
        ...exampleMessage,
        reply_id: 'rpl_01JCV7R4A1B2C3D4E5F6G7H8J9',
        text: 'Thank you!',
        received_at: exampleTime,
      },
    ),
  }
}
