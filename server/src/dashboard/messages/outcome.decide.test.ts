import { describe, expect, test } from 'vitest'
import { describeResult } from './act-result.decide.ts'
import { canResend, factsOf } from './advice.decide.ts'
import { type Filter, passesFilter, readFilter } from './filter.decide.ts'
import { type Delivery, emailOutcome, paidOutcome } from './outcome.decide.ts'

const at = '2026-11-18T10:00:00.000Z'
const email = (state: string) => ({ state, attempts: 1, next_attempt_at: null, last_error: null })
const paid = (state: string | null, more: object = {}) => ({
  state,
  skipped_reason: null,
  error_code: null,
  credits: 0,
  escalates_at: null,
  queued_at: null,
  delivered_at: null,
  failed_at: null,
  ...more,
})
const delivery = (more: object = {}): Delivery => ({
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
  ...more,
})

describe('an email', () => {
  for (const [given, expected] of [
    [{}, null],
    [{ email: email('scheduled') }, 'info Scheduled'],
    [{ email: email('queued') }, 'info On its way'],
    [{ email: email('retrying') }, 'warn Trying again'],
    [{ email: email('sent') }, 'info Sent, no report yet'],
    [{ email: email('delivered') }, 'good Delivered'],
    [{ email: email('delivered'), opened: true }, 'good Delivered and opened'],
    [{ email: email('bounced') }, 'bad Bounced'],
    [{ email: email('delivered'), complained: true }, 'bad Marked as spam'],
    [{ email: email('cancelled') }, 'neutral Cancelled'],
    [{ email: email('skipped'), not_sent: { reason: 'unsubscribed', at } }, 'warn Not sent: the customer unsubscribed'],
    [{ email: email('failed'), failed: { reason: 'esp_refused', at } }, 'bad Failed: the email provider refused it'],
    [{ email: email('failed'), failed: { reason: 'a later one', at } }, 'bad Failed: the cause is unknown'],
  ] as const)
    test(`${JSON.stringify(given)} is ${expected}`, () => {
      const outcome = emailOutcome(delivery(given))
      expect(outcome && `${outcome.tone} ${outcome.words}`).toBe(expected)
    })
})

describe('a text', () => {
  for (const [given, expected] of [
    [null, null],
    [paid('queued'), 'info On its way'],
    [paid('queued', { escalates_at: at }), 'info Sent if not opened'],
    [paid('delivered'), 'good Delivered'],
    [paid('delivered', { skipped_reason: 'no_phone' }), 'good Delivered'],
    [paid('read'), 'good Read'],
    [paid(null), 'neutral Cancelled'],
    [paid(null, { skipped_reason: 'no_phone' }), 'warn Not sent: no number'],
    [paid(null, { skipped_reason: 'disabled_by_request' }), null],
    [paid(null, { skipped_reason: 'sms_not_enabled' }), null],
    [paid('failed', { error_code: 'sms.carrier_failed' }), 'bad Failed: the phone was not reached'],
    [paid('rejected', { error_code: 'sms.submit_refused' }), 'warn Not sent: the provider refused it'],
    [
      paid('rejected', { error_code: 'sms.never_submitted', skipped_reason: 'insufficient_credit' }),
      'warn Not sent: the balance was empty',
    ],
  ] as const)
    test(`${JSON.stringify(given)} is ${expected}`, () => {
      const outcome = paidOutcome(given as Delivery['sms'])
      expect(outcome && `${outcome.tone} ${outcome.words}`).toBe(expected)
    })
})

describe('the facts of a message', () => {
  const noPhone = { email: email('delivered'), sms: paid(null, { skipped_reason: 'no_phone' }) }
  for (const [what, status, given, expected] of [
    [
      'a text without a number',
      'active',
      noPhone,
      [['warn', 'The text was not sent: no number.', ['number', 'resend']]],
    ],
    [
      'a stopped text',
      'active',
      { sms: paid(null, { skipped_reason: 'stopped' }) },
      [['warn', 'The text was not sent: the customer opted out.', ['recipient', 'resend']]],
    ],
    [
      'an unsubscribed customer',
      'active',
      { sms: paid(null, { skipped_reason: 'unsubscribed' }) },
      [['warn', 'The text was not sent: the customer unsubscribed.', ['recipient']]],
    ],
    [
      'an unknown outcome',
      'active',
      { sms: paid('failed', { error_code: 'sms.submit_outcome_unknown' }) },
      [['bad', 'The text failed: the provider did not respond.', []]],
    ],
    ['a bounce', 'active', { email: email('bounced') }, [['bad', 'The email bounced.', []]]],
    [
      'an open',
      'active',
      { email: email('delivered'), opened: true },
      [['good', 'The customer opened the message in the inbox.', []]],
    ],
    [
      'deliveries',
      'active',
      { email: email('delivered'), sms: paid('delivered') },
      [['good', 'The email and the text arrived. The customer has not opened the inbox.', []]],
    ],
    [
      'a message on its way',
      'active',
      { email: email('queued') },
      [['info', 'Nothing has arrived yet. The message is on its way, and it is in the inbox already.', []]],
    ],
    [
      'a silent push',
      'active',
      {},
      [['neutral', 'The push did not ask to notify the customer. The message is in the inbox.', []]],
    ],
    [
      'a retraction',
      'retracted',
      noPhone,
      [['warn', 'The message was retracted. Nothing more is sent about it, and the inbox shows it as retracted.', []]],
    ],
  ] as const)
    test(`${what} is stated`, () => {
      const facts = factsOf({ status, delivery: delivery(given) })
      expect(facts.map(({ tone, title, acts }) => [tone, title, acts])).toEqual(expected)
    })
})

for (const [given, expected] of [
  [null, true],
  [paid(null, { skipped_reason: 'no_phone' }), true],
  [paid(null, { skipped_reason: 'disabled_by_request' }), true],
  [paid(null, { skipped_reason: 'sms_not_enabled' }), false],
  [paid(null, { skipped_reason: 'unsubscribed' }), false],
  [paid('queued'), false],
  [paid('delivered'), false],
  [paid('rejected', { error_code: 'sms.submit_refused' }), true],
  [paid('failed', { error_code: 'sms.carrier_failed' }), true],
  [paid('failed', { error_code: 'sms.no_report' }), false],
] as const)
  test(`a resend is ${expected ? '' : 'not '}offered for ${JSON.stringify(given)}`, () => {
    expect(canResend(delivery({ sms: given }), 'sms')).toBe(expected)
  })

describe('a filter', () => {
  const all: Filter = { outcome: null, reason: null, channel: null, from: null, to: null }
  const skipped = delivery({ email: email('delivered'), sms: paid(null, { skipped_reason: 'no_phone' }) })
  for (const [filter, given, expected] of [
    [{ channel: 'sms' }, skipped, true],
    [{ channel: 'whatsapp' }, skipped, false],
    [{ outcome: 'delivered' }, skipped, true],
    [{ outcome: 'delivered', channel: 'sms' }, skipped, false],
    [{ outcome: 'not_sent' }, skipped, true],
    [{ outcome: 'not_sent', channel: 'email' }, skipped, false],
    [{ outcome: 'not_sent', reason: 'no_phone' }, skipped, true],
    [{ outcome: 'not_sent', reason: 'stopped' }, skipped, false],
    [{ outcome: 'not_sent' }, delivery({ sms: paid(null, { skipped_reason: 'disabled_by_request' }) }), false],
    [{ outcome: 'not_sent' }, delivery({ sms: paid('delivered', { skipped_reason: 'no_phone' }) }), false],
    [{ outcome: 'opened' }, delivery({ opened: true }), true],
    [{ outcome: 'opened', channel: 'email' }, delivery({ opened: true }), false],
    [{ outcome: 'bounced' }, delivery({ email: email('bounced') }), true],
    [{ outcome: 'failed' }, delivery({ sms: paid('rejected') }), true],
    [{ outcome: 'waiting' }, delivery({ whatsapp: paid('queued') }), true],
    [{ outcome: 'complained' }, delivery({ email: email('delivered'), complained: true }), true],
  ] as const)
    test(`${JSON.stringify(filter)} ${expected ? 'passes' : 'leaves out'} ${JSON.stringify({ email: given.email?.state, sms: given.sms?.skipped_reason })}`, () => {
      expect(passesFilter(given, { ...all, ...filter })).toBe(expected)
    })

  for (const [fields, expected] of [
    [{}, {}],
    [
      { outcome: 'bounced', channel: 'email' },
      { outcome: 'bounced', channel: 'email' },
    ],
    [{ outcome: 'not_sent.no_phone' }, { outcome: 'not_sent', reason: 'no_phone' }],
    [{ outcome: 'not_sent.unknown', channel: 'fax' }, {}],
    [{ from: '2026-02-28', to: '2026-02-30' }, { from: new Date('2026-02-28T00:00:00Z') }],
    [{ from: '28.2.2026', to: '' }, {}],
  ] as const)
    test(`the fields ${JSON.stringify(fields)} are read`, () => {
      const given = { outcome: null, channel: null, from: null, to: null, ...fields }
      expect(readFilter(given, ['no_phone'])).toEqual({ ...all, ...expected })
    })
})

for (const [act, result, expected] of [
  [null, null, null],
  ['sms', 'queued', 'The text is on its way.'],
  ['sms', 'insufficient_credit', 'The text was not sent: the balance was empty.'],
  ['sms', 'sms.may_have_sent', 'Nothing was sent: the earlier one may have arrived.'],
  ['whatsapp', 'whatsapp.already_sent', 'Nothing was sent: it is on its way or has arrived.'],
  ['retract', 'done', 'The message was retracted.'],
  ['retract', 'before', 'The message was retracted before.'],
  ['sms', 'constructor', 'Nothing was sent or changed.'],
  ['retract', 'constructor', 'Nothing was sent or changed.'],
  ['retract', '<script>', 'Nothing was sent or changed.'],
  ['fax', 'queued', null],
] as const)
  test(`the result ${act} ${result} is ${expected}`, () => {
    expect(describeResult(act, result)?.title ?? null).toBe(expected)
  })
