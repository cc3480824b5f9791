import { expect, test } from 'vitest'
import { type NudgeView, viewDelivery } from './view.decide.ts'

const at = '2026-11-15T10:00:00.000Z'
const later = '2026-11-15T11:00:00.000Z'
const nudge = (over: Partial<NudgeView>): NudgeView => ({
  channel: 'email',
  state: 'queued',
  skipped_reason: null,
  error_code: null,
  price: 0,
  charged: false,
  escalates_at: null,
  created_at: at,
  delivered_at: null,
  read_at: null,
  bounced_at: null,
  complained_at: null,
  ended_at: null,
  ...over,
})
const nothing = {
  delivered: false,
  delivered_at: null,
  opened: false,
  opened_at: null,
  bounced: false,
  bounced_at: null,
  complained: false,
  complained_at: null,
  sms: null,
  whatsapp: null,
  not_sent: null,
  failed: null,
}

for (const [what, nudges, expected] of [
  ['no nudge', [], {}],
  ['a queued email', [nudge({})], {}],
  ['a delivered email', [nudge({ state: 'delivered', delivered_at: at })], { delivered: true, delivered_at: at }],
  [
    'a refused email',
    [nudge({ state: 'skipped', skipped_reason: 'plan_lapsed' })],
    { not_sent: { reason: 'plan_lapsed', at } },
  ],
  [
    'refused, then delivered: not_sent is withdrawn',
    [nudge({ state: 'skipped', skipped_reason: 'plan_lapsed' }), nudge({ state: 'delivered', delivered_at: later })],
    { delivered: true, delivered_at: later },
  ],
  [
    'called off by a retraction',
    [nudge({ state: 'called_off', skipped_reason: 'retracted', ended_at: later })],
    { not_sent: { reason: 'retracted', at: later } },
  ],
  [
    'a failed email',
    [nudge({ state: 'failed', error_code: 'esp_refused', ended_at: later })],
    { failed: { reason: 'esp_refused', at: later } },
  ],
  [
    'delivered, then bounced: both are true',
    [nudge({ state: 'delivered', delivered_at: at, bounced_at: later })],
    { delivered: true, delivered_at: at, bounced: true, bounced_at: later },
  ],
] as const)
  test(`2.4 ${what}`, () => {
    expect(viewDelivery([...nudges], null)).toEqual({ ...nothing, ...expected })
  })

const paid = {
  skipped_reason: null,
  error_code: null,
  credits: 0,
  escalates_at: null,
  queued_at: at,
  delivered_at: null,
  failed_at: null,
}
for (const [state, over, expected] of [
  ['waiting', { escalates_at: later, price: 1 }, { ...paid, state: 'queued', escalates_at: later }],
  ['queued', { price: 2, charged: true }, { ...paid, state: 'queued', credits: 2 }],
  ['submitting', { price: 1, charged: true }, { ...paid, state: 'queued', credits: 1 }],
  ['accepted', { price: 1, charged: true }, { ...paid, state: 'queued', credits: 1 }],
  [
    'delivered',
    { price: 1, charged: true, delivered_at: later },
    { ...paid, state: 'delivered', credits: 1, delivered_at: later },
  ],
  [
    'failed',
    { price: 1, charged: true, error_code: 'sms.carrier_failed', ended_at: later },
    { ...paid, state: 'failed', credits: 1, error_code: 'sms.carrier_failed', failed_at: later },
  ],
  [
    'rejected',
    { price: 1, error_code: 'sms.submit_refused', ended_at: later },
    { ...paid, state: 'rejected', error_code: 'sms.submit_refused', failed_at: later },
  ],
  ['skipped', { skipped_reason: 'no_phone' }, { ...paid, state: null, skipped_reason: 'no_phone', queued_at: null }],
  ['called_off', { price: 1 }, { ...paid, state: null }],
] as const)
  test(`2.4 delivery.sms of a text that is ${state}`, () => {
    expect(viewDelivery([nudge({ channel: 'sms', state, ...over })], null).sms).toEqual(expected)
  })

test('2.4 a refused nudge does not hide one before it that is still to go', () => {
  const waiting = nudge({ channel: 'sms', state: 'queued', price: 1, charged: true })
  const refused = nudge({ channel: 'sms', state: 'skipped', skipped_reason: 'disabled_by_request' })
  expect(viewDelivery([waiting, refused], null).sms).toMatchObject({
    state: 'queued',
    credits: 1,
    skipped_reason: null,
  })
})

test('2.4 WhatsApp also says when it was read, and opened is the message’s', () => {
  const view = viewDelivery(
    [nudge({ channel: 'whatsapp', state: 'read', delivered_at: at, read_at: later })],
    new Date(later),
  )
  expect([view.whatsapp?.state, view.whatsapp?.read_at, view.opened, view.opened_at]).toEqual([
    'read',
    later,
    true,
    later,
  ])
})
