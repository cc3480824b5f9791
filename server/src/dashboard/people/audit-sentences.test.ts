import { expect, test } from 'vitest'
import { auditSentence } from './audit-sentences.ts'

const row = { target: 'msg_1', before: null, recipient: null }
test('the first row of a synchronisation names the templates that are created, the second the changed states', () => {
  const action = 'syncTemplates'
  expect(auditSentence({ ...row, action, after: { creating: ['order_shipped', 'order_delayed'] } })).toBe(
    'created WhatsApp templates at the platform: order_shipped, order_delayed',
  )
  expect(auditSentence({ ...row, action, before: { shipped: 'in_review' }, after: { shipped: 'approved' } })).toBe(
    'synchronised the WhatsApp templates: shipped from in_review to approved',
  )
})
test.each([
  ['resendSms', { queued: true, skipped_reason: null }, 'sent the text of message msg_1 again'],
  [
    'resendWhatsApp',
    { queued: false, skipped_reason: 'stopped' },
    'wanted to send the WhatsApp message of message msg_1, which was refused (stopped)',
  ],
  ['retractMessage', { retracted: true }, 'retracted message msg_1'],
  ['retractMessage', { retracted: false }, 'retracted message msg_1, which was retracted before'],
  ['liftSuppression', { reason: 'mailbox restored' }, 'lifted the shared suppression msg_1: mailbox restored'],
  ['grantCredits', { amount: 1 }, 'granted 1 credit'],
  ['grantCredits', { amount: -952 }, 'took back 952 credits'],
  [
    'changeBusiness',
    { countries: ['GB', 'IE'], daily_email_cap: null },
    'changed settings: countries from not set to GB, IE; daily email cap from not set to not set',
  ],
] as const)('%s with the effect %j: %s', (action, after, sentence) => {
  expect(auditSentence({ ...row, action, after })).toBe(sentence)
})
