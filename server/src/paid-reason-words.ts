import { type PaidChannel, paidChannels, registry } from './channels/registry.ts'
import type { CodeWords } from './code-words.ts'
import type { EmailSkipReason, PaidSkipReason } from './reasons.ts'

const byEmailOnly = 'No text or WhatsApp message for this reason. The email is sent unless its own block has a reason.'
const resend = 'resend it with POST /api/v1/messages/{public_id}/sms or POST /api/v1/messages/{public_id}/whatsapp'

type ModeReason = `${PaidChannel}_${'not_enabled' | 'disabled'}`

/** The words of the reasons that concern only texts and WhatsApp messages. */
export const paidReasonWords: Record<Exclude<PaidSkipReason, EmailSkipReason>, CodeWords> = {
  ...(Object.fromEntries(
    paidChannels.flatMap((channel) => [
      [`${channel}_not_enabled`, notEnabled(channel)],
      [`${channel}_disabled`, disabled(channel)],
    ]),
  ) as Record<ModeReason, CodeWords>),
  disabled_by_request: {
    meaning:
      'The list `channels` of the push leaves this channel out, or the channel is on request and the push does not name it.',
    charged: 'no',
    retry: 'after_fix',
    fixedBy: 'developer',
    fix: `Name the channel in \`channels\` of the next push. For this message, ${resend}.`,
    customerSaw: byEmailOnly,
  },
  stopped: {
    meaning: 'The recipient opted out of this channel: by replying STOP, in the inbox, or through the operator.',
    charged: 'no',
    retry: 'never',
    fixedBy: 'customer',
    fix: 'Do not send on this channel. A stop that was made by text ends when the customer texts START. Other stops stay.',
    customerSaw: byEmailOnly,
  },
  phone_conflict: {
    meaning: 'The number in the push belongs to another recipient of the business, so it is not assigned to this one.',
    charged: 'no',
    retry: 'after_fix',
    fixedBy: 'merchant',
    fix: `Find out whose number it is. Clear it with DELETE /api/v1/recipients/{email}/phone at one recipient and set it with PUT /api/v1/recipients/{email}/phone at the other. Then ${resend}.`,
    customerSaw: byEmailOnly,
  },
  no_phone: {
    meaning: 'The push has no `recipient_phone`, and no number is stored for the recipient.',
    charged: 'no',
    retry: 'after_fix',
    fixedBy: 'developer',
    fix: `Send \`recipient_phone\` with the push, or set the number with PUT /api/v1/recipients/{email}/phone. Then ${resend}.`,
    customerSaw: byEmailOnly,
  },
  country_not_allowed: {
    meaning:
      'The number cannot get this message: its country is not in the allowed countries of the business, is closed by the operator or is unavailable (texts to the United States and Canada), or the number is not of a kind that gets texts.',
    charged: 'no',
    retry: 'after_fix',
    fixedBy: 'operator',
    fix: `Check the number. If it is correct, ask the operator to add its country to \`countries\` of the business or to open the destination. Then ${resend}.`,
    customerSaw: byEmailOnly,
  },
  not_opted_in: {
    meaning:
      'The business has no WhatsApp consent of this recipient for this number, or the consent was withdrawn for good by an erasure.',
    charged: 'no',
    retry: 'after_fix',
    fixedBy: 'merchant',
    fix: 'Ask the customer for consent and record it with `whatsapp_opt_in` in a push. A withdrawn consent cannot be recorded again.',
    customerSaw: byEmailOnly,
  },
  not_reachable: {
    meaning: 'WhatsApp reported within the last seven days that the number has no WhatsApp account.',
    charged: 'no',
    retry: 'after_fix',
    fixedBy: 'developer',
    fix: 'Set `sms_if_whatsapp_fails` to true in the push, so that a text is sent, or set another number of the customer.',
    customerSaw: 'No WhatsApp message. A text, if the push set `sms_if_whatsapp_fails`.',
  },
  template_not_sendable: {
    meaning:
      'No approved WhatsApp template can carry the message: `reference` or `order_status` is missing, the reference or the name of the business cannot be displayed, or the template of the status is not approved.',
    charged: 'no',
    retry: 'after_fix',
    fixedBy: 'developer',
    fix: 'Send `reference` and `order_status` with the push; a reference like `A-1001` can be displayed. If both are present, ask the operator for the state of the template.',
    customerSaw: 'No WhatsApp message. A text, if the push set `sms_if_whatsapp_fails` and no template is in review.',
  },
  rate_limited: {
    meaning: 'The number got as many texts of the business as it may get within an hour or a day.',
    charged: 'no',
    retry: 'after_fix',
    fixedBy: 'developer',
    fix: 'Combine updates into fewer texts. Resend this one later with POST /api/v1/messages/{public_id}/sms, or ask the operator to raise `sms_per_number_per_hour` or `sms_per_number_per_day`.',
    customerSaw: 'The earlier texts, and not this one.',
  },
  platform_limited: {
    meaning:
      'The business has reached a limit on its texts: credits in a day (UTC), or texts within an hour to numbers that differ only in their last four digits.',
    charged: 'no',
    retry: 'after_fix',
    fixedBy: 'operator',
    fix: 'Check that all texts are genuine. Resend in the next hour or on the next day with POST /api/v1/messages/{public_id}/sms, or ask the operator to raise `sms_credits_per_day` or `sms_per_prefix_per_hour`.',
    customerSaw: byEmailOnly,
  },
  insufficient_credit: {
    meaning: 'The credit balance is lower than the price of the message.',
    charged: 'no',
    retry: 'after_fix',
    fixedBy: 'merchant',
    fix: `Top up the balance; GET /api/v1/credits shows it. Then ${resend}.`,
    customerSaw: byEmailOnly,
  },
  sms_warmup_cap_reached: {
    meaning:
      'The business has sent as many texts as it may in a day (UTC) of the first two weeks after SMS was enabled. This is decided when the text is due.',
    charged: 'refunded',
    retry: 'after_fix',
    fixedBy: 'operator',
    fix: 'Resend on the next day with POST /api/v1/messages/{public_id}/sms, or ask the operator to raise `sms_warmup_cap`.',
    customerSaw: byEmailOnly,
  },
}

function notEnabled(channel: PaidChannel): CodeWords {
  return {
    meaning: `The channel \`${channel}\` has not been enabled for the business yet.`,
    charged: 'no',
    retry: 'after_fix',
    fixedBy: 'operator',
    fix: `Ask the operator to set \`${channel}\` of the business to \`on\` or \`on_request\`. ${resendLater(channel)}`,
    customerSaw: byEmailOnly,
  }
}

function disabled(channel: PaidChannel): CodeWords {
  return {
    meaning: `The channel \`${channel}\` is off for the business. This also applies to a message that was scheduled before it was switched off.`,
    charged: 'no',
    retry: 'after_fix',
    fixedBy: 'operator',
    fix: `If the channel is off by mistake, ask the operator to set \`${channel}\` to \`on\` or \`on_request\`. ${resendLater(channel)}`,
    customerSaw: byEmailOnly,
  }
}

function resendLater(channel: PaidChannel): string {
  return `Then resend the ${registry[channel].noun} with POST /api/v1/messages/{public_id}/${channel}.`
}
