import type { Delivery } from '@tidings/client'
import { expect, test } from 'vitest'
import { deliverySummary } from './delivery-summary.decide.ts'

const at = '2026-11-18T12:00:00.000Z'
const none: Delivery = {
  delivered: false,
  delivered_at: null,
  opened: false,
  opened_at: null,
  bounced: false,
  bounced_at: null,
  complained: false,
  complained_at: null,
  email: null,
  sms: null,
  whatsapp: null,
  not_sent: null,
  failed: null,
}
const email = (state: NonNullable<Delivery['email']>['state'], next: string | null = null): Delivery['email'] => ({
  state,
  attempts: 1,
  next_attempt_at: next,
  last_error: null,
})
const sms = (fields: Partial<NonNullable<Delivery['sms']>>): Delivery['sms'] => ({
  state: null,
  skipped_reason: null,
  error_code: null,
  credits: 0,
  escalates_at: null,
  queued_at: null,
  delivered_at: null,
  failed_at: null,
  ...fields,
})
const delivered = { ...none, email: email('delivered'), delivered: true, delivered_at: at }

for (const [given, verdict, sentence] of [
  [none, 'not_delivered', 'No: nothing was to be sent.'],
  [delivered, 'delivered', `Yes: the mailbox provider accepted the email at ${at}.`],
  [
    { ...delivered, opened: true, opened_at: at },
    'read',
    `Yes, and the customer read it: the message was read in the inbox at ${at}; the mailbox provider accepted the email at ${at}.`,
  ],
  [{ ...none, email: email('queued') }, 'pending', 'Not yet: the email is on its way.'],
  [{ ...none, email: email('retrying', at) }, 'pending', `Not yet: the email is tried again at ${at}.`],
  [
    { ...none, email: email('bounced'), bounced: true, bounced_at: at },
    'not_delivered',
    `No: the email bounced at ${at}.`,
  ],
  [
    { ...none, email: email('failed'), failed: { reason: 'outcome_unknown', at } },
    'unknown',
    'Not certain: the email failed (outcome_unknown).',
  ],
  [
    { ...none, email: email('failed'), failed: { reason: 'retries_exhausted', at } },
    'not_delivered',
    'No: the email failed (retries_exhausted).',
  ],
  [
    { ...none, email: email('skipped'), not_sent: { reason: 'unsubscribed', at } },
    'not_delivered',
    'No: no email was sent (unsubscribed).',
  ],
  [{ ...delivered, complained: true }, 'delivered', 'Yes: the email was delivered and reported as spam.'],
  [
    {
      ...none,
      email: email('bounced'),
      bounced: true,
      bounced_at: at,
      sms: sms({ state: 'delivered', delivered_at: at }),
    },
    'delivered',
    `Yes: the text was delivered at ${at}; the email bounced at ${at}.`,
  ],
  [
    { ...none, sms: sms({ state: 'queued', escalates_at: at }) },
    'pending',
    `Not yet: a text follows at ${at} if it is unread.`,
  ],
  [{ ...none, sms: sms({ skipped_reason: 'no_phone' }) }, 'not_delivered', 'No: no text was sent (no_phone).'],
  [{ ...none, sms: sms({ skipped_reason: 'disabled_by_request' }) }, 'not_delivered', 'No: nothing was to be sent.'],
  [
    { ...none, sms: sms({ state: 'failed', error_code: 'sms.no_report' }) },
    'unknown',
    'Not certain: the delivery of the text is not confirmed (sms.no_report).',
  ],
  [
    { ...none, sms: sms({ state: 'rejected', error_code: 'sms.submit_refused' }) },
    'not_delivered',
    'No: the text was not sent (sms.submit_refused).',
  ],
] satisfies [Delivery, string, string][])
  test(sentence, () => expect(deliverySummary(given)).toMatchObject({ verdict, sentence }))
