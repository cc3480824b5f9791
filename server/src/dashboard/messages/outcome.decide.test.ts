import { describe, expect, test } from 'vitest'
import { at, delivery, email, paid } from './delivery.support.ts'
import { type Filter, passesFilter, readFilter } from './filter.decide.ts'
import { type Delivery, emailOutcome, paidOutcome } from './outcome.decide.ts'

const earlier = '2026-11-17T10:00:00.000Z'

describe('an email', () => {
  for (const [given, expected] of [
    [{}, null],
    [{ email: email('scheduled') }, 'info Scheduled'],
    [{ email: email('queued') }, 'info On its way'],
    [{ email: email('retrying') }, 'warn Trying again'],
    [{ email: email('sent') }, 'info Sent, no report yet'],
    [{ email: email('delivered') }, 'good Delivered'],
    [{ email: email('delivered'), opened_at: at }, 'good Delivered and opened'],
    [{ email: email('bounced') }, 'bad Bounced'],
    [{ email: email('delivered'), complained: true }, 'bad Marked as spam'],
    [{ email: email('cancelled') }, 'neutral Cancelled'],
    [{ email: email('skipped'), not_sent: { reason: 'unsubscribed', at } }, 'warn Not sent: the customer unsubscribed'],
    [{ email: email('failed'), failed: { reason: 'esp_refused', at } }, 'bad Failed: the email provider refused it'],
    [{ email: email('failed'), failed: { reason: 'a later one', at } }, 'bad Failed: the cause is unknown'],
    [{ email: email('delivered'), opened_at: earlier }, 'good Delivered'],
    // A skipped email of a later push does not hide one that was sent.
    [{ email: email('skipped'), delivered_at: at }, 'good Delivered'],
    [{ email: email('skipped'), delivered_at: earlier, bounced_at: at }, 'bad Bounced'],
    [{ email: email('skipped') }, 'info Sent, no report yet'],
    [{ email: email('cancelled'), delivered_at: at }, 'good Delivered'],
  ] as const)
    test(`${JSON.stringify(given)} is ${expected}`, () => {
      const outcome = emailOutcome({ delivery: delivery(given), updated_at: at })
      expect(outcome && `${outcome.tone} ${outcome.words}`).toBe(expected)
    })
})

describe('a text', () => {
  for (const [given, stage, expected] of [
    [null, null, null],
    [paid('queued'), undefined, 'info Waiting or on its way'],
    [paid('queued'), 'queued', 'info On its way'],
    [paid('queued'), 'scheduled', 'info Scheduled'],
    [paid('queued', { escalates_at: at }), 'waits_for_open', 'info Sent if not opened'],
    [paid('queued', { escalates_at: at }), 'accepted', 'info Sent, no report yet'],
    [paid('delivered'), null, 'good Delivered'],
    [paid('read'), null, 'good Read'],
    [paid(null), null, 'neutral Cancelled'],
    [paid(null, { skipped_reason: 'no_phone' }), null, 'warn Not sent: no number'],
    [paid(null, { skipped_reason: 'disabled_by_request' }), null, null],
    [paid(null, { skipped_reason: 'sms_not_enabled' }), null, null],
    [paid('failed', { error_code: 'sms.carrier_failed' }), null, 'bad Failed: the phone was not reached'],
    [paid('rejected', { error_code: 'sms.submit_refused' }), null, 'warn Not sent: the provider refused it'],
    [
      paid('rejected', { error_code: 'sms.never_submitted', skipped_reason: 'insufficient_credit' }),
      null,
      'warn Not sent: the balance was empty',
    ],
    [
      paid('rejected', { error_code: 'sms.never_submitted', skipped_reason: 'sms_disabled' }),
      null,
      'warn Not sent: texts are off',
    ],
    // The reason is that of a push after the send.
    [paid('delivered', { skipped_reason: 'insufficient_credit' }), null, 'warn Not sent: the balance was empty'],
    [
      paid('failed', { error_code: 'sms.carrier_failed', skipped_reason: 'no_phone' }),
      null,
      'warn Not sent: no number',
    ],
    [paid('queued', { skipped_reason: 'no_phone' }), 'queued', 'warn Not sent: no number'],
    // The newest push did not want a text, so the send before it is shown.
    [
      paid('failed', { error_code: 'sms.carrier_failed', skipped_reason: 'disabled_by_request' }),
      null,
      'bad Failed: the phone was not reached',
    ],
    [
      paid('rejected', { error_code: 'sms.submit_refused', skipped_reason: 'disabled_by_request' }),
      null,
      'warn Not sent: the provider refused it',
    ],
    [paid('delivered', { skipped_reason: 'sms_disabled' }), null, 'good Delivered'],
  ] as const)
    test(`${JSON.stringify(given)} at the stage ${stage} is ${expected}`, () => {
      const outcome = paidOutcome(given as Delivery['sms'], stage)
      expect(outcome && `${outcome.tone} ${outcome.words}`).toBe(expected)
    })
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
    [{ outcome: 'not_sent' }, delivery({ sms: paid('delivered', { skipped_reason: 'no_phone' }) }), true],
    [{ outcome: 'delivered' }, delivery({ sms: paid('delivered', { skipped_reason: 'no_phone' }) }), false],
    [{ outcome: 'not_sent' }, delivery({ email: email('skipped'), delivered_at: at }), false],
    [{ outcome: 'delivered' }, delivery({ email: email('skipped'), delivered_at: at }), true],
    [{ outcome: 'failed' }, delivery({ sms: paid('failed', { skipped_reason: 'disabled_by_request' }) }), true],
    [
      { outcome: 'not_sent', reason: 'sms_disabled' },
      delivery({ sms: paid(null, { skipped_reason: 'sms_disabled' }) }),
      true,
    ],
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
