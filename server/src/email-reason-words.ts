import type { CodeWords } from './code-words.ts'
import type { EmailFailureReason, NotSentReason } from './reasons.ts'

const inInbox = 'No email. The message is stored and can be read in the inbox.'
const pushAgain = 'push the update again with `notify` set to true, because a skipped email is not sent later'

/** The words of the reasons that concern emails. `sending_paused` and `unsubscribed` concern the paid channels too. */
export const emailReasonWords: Record<NotSentReason | EmailFailureReason, CodeWords> = {
  business_inactive: {
    meaning: 'The business was deactivated before the email was sent.',
    charged: 'free',
    retry: 'after_fix',
    fixedBy: 'operator',
    fix: `Ask the operator to activate the business. Then ${pushAgain}.`,
    customerSaw: inInbox,
  },
  sending_paused: {
    meaning:
      'Sending is paused for the business: by the operator, or by the service because too many recipients marked its emails as spam.',
    charged: 'no',
    retry: 'after_fix',
    fixedBy: 'operator',
    fix: `Find the cause with the operator, who resumes sending. Then ${pushAgain}; for a text or a WhatsApp message, call its resend operation.`,
    customerSaw: 'No email, text or WhatsApp message. The message is stored and can be read in the inbox.',
  },
  plan_lapsed: {
    meaning:
      'The plan of the business has ended, so its emails are not sent. Texts and WhatsApp messages are not affected.',
    charged: 'free',
    retry: 'after_fix',
    fixedBy: 'merchant',
    fix: `Renew the plan with the operator. Then ${pushAgain}.`,
    customerSaw: inInbox,
  },
  unsubscribed: {
    meaning: 'The recipient stopped all updates of the business. This is permanent and applies to every channel.',
    charged: 'no',
    retry: 'never',
    fixedBy: 'none',
    fix: 'Do not send again. The message is stored, so the customer can still read it in the inbox.',
    customerSaw: 'No email, text or WhatsApp message, as they requested.',
  },
  suppressed: {
    meaning:
      'An earlier email of the business to this address bounced permanently, or the recipient marked one as spam. The business sends no more emails to it.',
    charged: 'free',
    retry: 'after_fix',
    fixedBy: 'customer',
    fix: 'Ask the customer for another address and push to that one.',
    customerSaw: inInbox,
  },
  platform_suppressed: {
    meaning:
      'An email of another business to this address bounced permanently within the last 90 days, so the shared sending domain does not use the address.',
    charged: 'free',
    retry: 'after_fix',
    fixedBy: 'operator',
    fix: `Check the address with the customer. If it is correct, ask the operator to lift the suppression with DELETE /operator/v1/suppressions/{email}. Then ${pushAgain}.`,
    customerSaw: inInbox,
  },
  daily_cap_reached: {
    meaning: 'The business has sent as many emails as it may in a day (UTC). The email is not sent later.',
    charged: 'free',
    retry: 'after_fix',
    fixedBy: 'operator',
    fix: `Ask the operator to raise \`email_daily_cap\`, or wait for the next day. Then ${pushAgain}.`,
    customerSaw: inInbox,
  },
  retracted: {
    meaning: 'The message was retracted before its email was sent.',
    charged: 'free',
    retry: 'not_needed',
    fixedBy: 'none',
    fix: 'Nothing is wrong. Push a new message if the customer needs another update.',
    customerSaw: 'No email. The inbox shows the message as retracted.',
  },
  esp_refused: {
    meaning: 'The email provider refused the email, or dropped it before it tried to deliver it.',
    charged: 'free',
    retry: 'after_fix',
    fixedBy: 'operator',
    fix: 'Check the address. If the emails of many recipients fail, the operator checks the account at the email provider. Then push the update again with `notify` set to true.',
    customerSaw: inInbox,
  },
  retries_exhausted: {
    meaning: 'All seven attempts failed: each time the email provider refused for the moment or could not be reached.',
    charged: 'free',
    retry: 'after_fix',
    fixedBy: 'operator',
    fix: 'The operator checks the email provider and the connection to it. Push the update again with `notify` set to true once emails are sent again.',
    customerSaw: inInbox,
  },
  outcome_unknown: {
    meaning:
      'The email provider gave no response, so it is unknown whether the email was sent. It is never sent a second time. If the provider reports a delivery later, the message shows as delivered.',
    charged: 'free',
    retry: 'not_needed',
    fixedBy: 'none',
    fix: 'Wait for `message.delivered` or for the open. Push the update again only if a second email does no harm.',
    customerSaw: 'The email, or no email: this is unknown.',
  },
}
