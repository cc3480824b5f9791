import { emailFailureReason, notSentReason } from '../code-schemas.ts'
import { described, literal } from '../schema.ts'
import { defineEvent, exampleMessage, exampleTime, messageFields, time } from './event-definition.ts'

/** Events about the email of a message, and about the message in the inbox. */
export const emailEvents = {
  'message.delivered': defineEvent(
    {
      meaning: 'A mailbox provider accepted the email.',
      charged: 'free',
      retry: 'not_needed',
      fixedBy: 'none',
      fix: 'Nothing is required. Mark the order update as delivered if your system shows it.',
      customerSaw: 'The email in their mailbox, with a link to the inbox.',
    },
    { ...messageFields, delivered_at: time('When the provider accepted the email.') },
    { ...exampleMessage, delivered_at: exampleTime },
  ),
  'message.opened': defineEvent(
    {
      meaning:
        'The recipient read the message in the inbox for the first time. It does not matter which channel led there; opening an email is not counted.',
      charged: 'free',
      retry: 'not_needed',
      fixedBy: 'none',
      fix: 'Nothing is required. Escalations of the message that still waited are cancelled.',
      customerSaw: 'The message in the inbox.',
    },
    { ...messageFields, opened_at: time('When the message was first read in the inbox.') },
    { ...exampleMessage, opened_at: exampleTime },
  ),
  'message.bounced': defineEvent(
    {
      meaning:
        'The mailbox provider of the recipient rejected the email. After a permanent bounce the address is suppressed.',
      charged: 'free',
      retry: 'after_fix',
      fixedBy: 'customer',
      fix: 'After a permanent bounce, ask the customer for another address and push to that one. After a transient one, wait for the next update.',
      customerSaw: 'No email. The message is stored and can be read in the inbox.',
    },
    {
      ...messageFields,
      bounced_at: time('When the email bounced.'),
      bounce_type: literal(['permanent', 'transient'], {
        description:
          'permanent: the address cannot receive email and is suppressed. transient: it could not at that time.',
      }),
    },
    { ...exampleMessage, bounced_at: exampleTime, bounce_type: 'permanent' },
  ),
  'message.failed': defineEvent(
    {
      meaning: 'The email was attempted and ended without a delivery. The reason states how.',
      charged: 'free',
      retry: 'after_fix',
      fixedBy: 'operator',
      fix: 'Read the words of `reason`. After `outcome_unknown` the email may have arrived, and `message.delivered` may follow.',
      customerSaw: 'No email, except perhaps after `outcome_unknown`. The message can be read in the inbox.',
    },
    {
      ...messageFields,
      reason: described(
        'Why the email failed. More values may be added; treat an unknown one as failed.',
        emailFailureReason,
      ),
      at: time('When the email ended.'),
    },
    { ...exampleMessage, reason: 'esp_refused', at: exampleTime },
  ),
  'message.complained': defineEvent(
    {
      meaning: 'The recipient marked the email as spam. The business sends no more emails to the address.',
      charged: 'free',
      retry: 'never',
      fixedBy: 'none',
      fix: 'Do not contact the customer by email again. If many complain, sending is paused: check which updates you push.',
      customerSaw: 'The email, which they marked as spam.',
    },
    { ...messageFields, complained_at: time('When the recipient complained.') },
    { ...exampleMessage, complained_at: exampleTime },
  ),
  'message.not_sent': defineEvent(
    {
      meaning: 'No email was attempted. The reason states why.',
      charged: 'free',
      retry: 'after_fix',
      fixedBy: 'merchant',
      fix: 'Read the words of `reason` and remove the cause. Then push the update again with `notify` set to true.',
      customerSaw: 'No email. The message is stored and can be read in the inbox.',
    },
    {
      ...messageFields,
      reason: described('Why no email is sent. More values may be added.', notSentReason),
      at: time('When this was decided.'),
    },
    { ...exampleMessage, reason: 'plan_lapsed', at: exampleTime },
  ),
}
