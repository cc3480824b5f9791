import { mapPaid, type PaidChannel, registry } from './channels/registry.ts'
import { failureCodeWords } from './failure-code-words.ts'
import { reasonWords } from './reason-words.ts'
import { emailFailureReasons, emailSkipReasons, failureCodes, notSentReasons, skipReasons } from './reasons.ts'
import { growing, named } from './schema.ts'

/** The name of a paid channel in the names of components, such as WhatsApp: that of its resend operation. */
export const componentPrefix = (channel: PaidChannel): string => registry[channel].resend.name.replace(/^resend/, '')

export const emailSkipReason = named(
  'EmailSkipReason',
  growing(emailSkipReasons, 'Why no email is sent for a push. The first reason that applies is given.', reasonWords),
)
export const notSentReason = named(
  'NotSentReason',
  growing(notSentReasons, 'Why no email was attempted: a skip reason, the daily cap, or a retraction.', reasonWords),
)
export const emailFailureReason = named(
  'EmailFailureReason',
  growing(
    emailFailureReasons,
    'Why an email that was attempted will not be delivered. Treat a reason that you do not know as failed.',
    reasonWords,
  ),
)
export const skipReason = mapPaid((channel) =>
  named(
    `${componentPrefix(channel)}SkipReason`,
    growing(
      skipReasons[channel],
      `Why no ${registry[channel].noun} is sent. The first reason that applies is given, and nothing is charged.`,
      reasonWords,
    ),
  ),
)
export const failureCode = mapPaid((channel) =>
  named(
    `${componentPrefix(channel)}FailureCode`,
    growing(failureCodes[channel], `Why a ${registry[channel].noun} was rejected or failed.`, failureCodeWords),
  ),
)
