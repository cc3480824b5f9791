import { type PaidChannel, paidChannels, registry } from './channels/registry.ts'
import type { CodeWords } from './code-words.ts'
import type { FailureCode } from './reasons.ts'

/** The words of the `error_code` of a paid message that failed or was rejected (2.13). */
export const failureCodeWords = Object.assign({}, ...paidChannels.map(wordsOf)) as Record<FailureCode, CodeWords>

function wordsOf(channel: PaidChannel): Record<string, CodeWords> {
  const { noun, errorCodes } = registry[channel]
  const resend = `POST /api/v1/messages/{public_id}/${channel}`
  return {
    [errorCodes.refused]: {
      meaning: `The provider refused the ${noun}. It was certainly not sent and is refunded.`,
      charged: 'refunded',
      retry: 'after_fix',
      fixedBy: 'merchant',
      fix: `Check the number with the customer, then resend with ${resend}. If every number is refused, the operator checks the account at the provider.`,
      customerSaw: `No ${noun}.`,
    },
    [errorCodes.neverReached]: {
      meaning: `The ${noun} never reached the provider: the provider was unreachable at each attempt, or a gate refused the ${noun} when it was due. Then \`skipped_reason\` has the reason. It is refunded.`,
      charged: 'refunded',
      retry: 'after_fix',
      fixedBy: 'operator',
      fix: `If \`skipped_reason\` is not null, remove that cause. Otherwise the operator checks the connection to the provider. Then resend with ${resend}.`,
      customerSaw: `No ${noun}.`,
    },
    [errorCodes.unknown]: {
      meaning: `The provider gave no response to the submission, so it is unknown whether the ${noun} was sent. It is never submitted again and is not refunded. A delivery may still be reported.`,
      charged: 'yes',
      retry: 'never',
      fixedBy: 'none',
      fix: `Wait for \`${channel}.delivered\`. A resend is refused, because the customer could get the ${noun} twice.`,
      customerSaw: `The ${noun}, or nothing: this is unknown.`,
    },
    [errorCodes.undeliverable]: {
      meaning: `The provider accepted the ${noun} and reported later that it could not be delivered. It is not refunded.`,
      charged: 'yes',
      retry: 'after_fix',
      fixedBy: 'customer',
      fix: `Check the number with the customer; the phone may also be switched off. A resend with ${resend} is charged again.`,
      customerSaw: `No ${noun}.`,
    },
    [`${channel}.no_report`]: {
      meaning: `The provider accepted the ${noun}, and no delivery report arrived within 72 hours. It is not refunded. A delivery may still be reported.`,
      charged: 'yes',
      retry: 'never',
      fixedBy: 'none',
      fix: `Nothing can be resent, because the ${noun} may have arrived. If many messages end like this, the operator checks the callbacks of the provider.`,
      customerSaw: `The ${noun}, or nothing: this is unknown.`,
    },
  }
}
