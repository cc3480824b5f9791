import { describe, expect, test } from 'vitest'
import { at, nudge } from './delivery.support.ts'
import { earlierEmail, fallbackOf, stageOf, submissionOf } from './stage.decide.ts'

const soon = { escalates_at: at, attempts: 0 }
describe('the newest send of a channel', () => {
  for (const [nudges, expected] of [
    [[], null],
    [[nudge('sms', 'skipped')], null],
    [[nudge('sms', 'delivered')], null],
    [[nudge('email', 'queued')], null],
    [[nudge('sms', 'waiting', { attempts: 0 })], 'scheduled'],
    [[nudge('sms', 'waiting', soon)], 'waits_for_open'],
    [[nudge('sms', 'waiting', { escalates_at: at })], 'queued'],
    [[nudge('sms', 'submitting', { escalates_at: at })], 'queued'],
    [[nudge('sms', 'accepted', { escalates_at: at })], 'accepted'],
    [[nudge('sms', 'accepted'), nudge('sms', 'cancelled')], 'accepted'],
    [[nudge('sms', 'accepted'), nudge('sms', 'rejected')], null],
  ] as const)
    test(`of ${nudges.map(({ channel, state }) => `${channel} ${state}`).join(', ') || 'nothing'} is ${expected}`, () => {
      expect(stageOf([...nudges], 'sms')).toBe(expected)
    })
})

describe('a submission', () => {
  const submitted_at = at
  for (const [given, expected] of [
    [nudge('sms', 'queued'), null],
    [nudge('sms', 'submitting', { submitted_at }), 'in_progress'],
    [nudge('sms', 'accepted', { submitted_at }), 'accepted'],
    [nudge('sms', 'rejected', { submitted_at, error_code: 'sms.submit_refused' }), 'not_accepted'],
    [nudge('sms', 'failed', { submitted_at, error_code: 'sms.carrier_failed' }), 'accepted'],
    [nudge('sms', 'failed', { submitted_at, error_code: 'sms.no_report' }), 'accepted'],
    [nudge('sms', 'failed', { submitted_at, error_code: 'sms.submit_outcome_unknown' }), 'unknown'],
    [nudge('email', 'waiting', { submitted_at }), 'not_accepted'],
    [nudge('email', 'failed', { submitted_at, error_code: 'esp_refused' }), 'not_accepted'],
    [nudge('email', 'delivered', { submitted_at, delivered_at: at }), 'accepted'],
  ] as const)
    test(`of an ${given.channel} that is ${given.state} (${given.error_code}) is ${expected}`, () => {
      expect(submissionOf([given], given.channel)).toEqual(expected && { at, result: expected })
    })
})

describe('a WhatsApp message', () => {
  const asked = { fallback: true }
  for (const [nudges, expected] of [
    [[], null],
    [[nudge('whatsapp', 'failed')], null],
    [[nudge('whatsapp', 'queued', asked)], 'pending'],
    [[nudge('whatsapp', 'accepted', { ...asked, awaits_report: true })], 'pending'],
    [[nudge('whatsapp', 'failed', { ...asked, awaits_report: true })], 'pending'],
    [[nudge('whatsapp', 'delivered', asked)], null],
    [[nudge('whatsapp', 'failed', asked), nudge('sms', 'delivered', asked)], 'sent'],
    [[nudge('whatsapp', 'rejected', asked), nudge('sms', 'queued', asked)], 'sent'],
    [[nudge('whatsapp', 'failed', asked), nudge('sms', 'skipped', asked)], null],
    [[nudge('whatsapp', 'failed'), nudge('sms', 'delivered', { ...asked, push_id: 'p0' })], null],
    [[nudge('whatsapp', 'failed'), nudge('sms', 'delivered')], null],
  ] as const)
    test(`with ${nudges.map(({ channel, state }) => `${channel} ${state}`).join(', ') || 'nothing'} has the fallback ${expected}`, () => {
      expect(fallbackOf([...nudges], 'whatsapp')).toBe(expected)
    })
})

for (const [what, nudges, expected] of [
  ['one email', [nudge('email', 'delivered', { delivered_at: at })], null],
  [
    'a pending one after a delivered one',
    [nudge('email', 'delivered', { delivered_at: at }), nudge('email', 'queued')],
    { report: 'delivered', at },
  ],
  [
    'a delivered one after a bounced one',
    [nudge('email', 'accepted', { bounced_at: at }), nudge('email', 'delivered', { delivered_at: at })],
    { report: 'bounced', at },
  ],
  [
    'a skipped one after a delivered one',
    [nudge('email', 'delivered', { delivered_at: at }), nudge('email', 'skipped')],
    null,
  ],
] as const)
  test(`the other email of ${what} is ${JSON.stringify(expected)}`, () => {
    expect(earlierEmail([...nudges])).toEqual(expected)
  })
