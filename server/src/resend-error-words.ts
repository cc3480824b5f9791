import { type PaidChannel, paidChannels, registry } from './channels/registry.ts'
import type { CodeWords } from './code-words.ts'

/** A message of a channel may be sent again only when the earlier one was certainly not sent. */
export type ResendError = `${PaidChannel}.${'already_sent' | 'may_have_sent'}`

export const resendErrorWords = Object.fromEntries(
  paidChannels.flatMap((channel) => [
    [`${channel}.already_sent`, alreadySent(channel)],
    [`${channel}.may_have_sent`, mayHaveSent(channel)],
  ]),
) as Record<ResendError, CodeWords>

function alreadySent(channel: PaidChannel): CodeWords {
  const { noun, reportsRead } = registry[channel]
  const states = reportsRead ? 'queued, delivered or read' : 'queued or delivered'
  return {
    meaning: `The ${noun} about this message is ${states}, so there is nothing to send again.`,
    charged: 'no',
    retry: 'never',
    fixedBy: 'none',
    fix: `Do not resend. GET /api/v1/messages/{public_id} shows the state of the ${noun} in \`delivery.${channel}\`.`,
    customerSaw: `The earlier ${noun}, or they get it soon.`,
  }
}

function mayHaveSent(channel: PaidChannel): CodeWords {
  const { noun } = registry[channel]
  return {
    meaning: `An earlier ${noun} about this message ended without a response or a report from the provider. It may have arrived, so it is not sent twice.`,
    charged: 'no',
    retry: 'never',
    fixedBy: 'none',
    fix: `Do not resend. If the customer must be informed for certain, push a new message with POST /api/v1/messages: it makes a new ${noun}.`,
    customerSaw: `The earlier ${noun}, if it arrived.`,
  }
}
