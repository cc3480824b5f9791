import { expect, test } from 'vitest'
import { mapPaid } from '../channels/registry.ts'
import { type NudgeView, viewDelivery, viewSchedule } from './view.decide.ts'

const at = '2026-11-15T10:00:00.000Z'
const later = '2026-11-15T11:00:00.000Z'
const nudge = (over: Partial<NudgeView>): NudgeView => ({
  channel: 'email',
  state: 'queued',
  skipped_reason: null,
  error_code: null,
  price: 0,
  charged: false,
  attempts: 0,
  due_at: null,
  escalates_at: null,
  created_at: at,
  submitted_at: null,
  delivered_at: null,
  read_at: null,
  bounced_at: null,
  complained_at: null,
  ended_at: null,
  last_problem: null,
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
  ...mapPaid(() => null),
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
    'refused, and an email of an earlier push delivered since: not_sent is withdrawn',
    [
      nudge({ state: 'delivered', submitted_at: later, delivered_at: later }),
      nudge({ state: 'skipped', skipped_reason: 'plan_lapsed' }),
    ],
    { delivered: true, delivered_at: later },
  ],
  [
    'delivered, then refused: both are shown',
    [
      nudge({ state: 'delivered', submitted_at: at, delivered_at: at }),
      nudge({ state: 'skipped', skipped_reason: 'plan_lapsed', created_at: later }),
    ],
    { delivered: true, delivered_at: at, not_sent: { reason: 'plan_lapsed', at: later } },
  ],
  [
    'refused while an email of an earlier push is waiting',
    [nudge({ state: 'waiting', due_at: later }), nudge({ state: 'skipped', skipped_reason: 'plan_lapsed' })],
    {},
  ],
  [
    'cancelled by a retraction',
    [nudge({ state: 'cancelled', skipped_reason: 'retracted', ended_at: later })],
    { not_sent: { reason: 'retracted', at: later } },
  ],
  [
    'a failed email',
    [nudge({ state: 'failed', error_code: 'esp_refused', ended_at: later })],
    { failed: { reason: 'esp_refused', at: later } },
  ],
  [
    'delivered, then bounced: both are shown',
    [nudge({ state: 'delivered', delivered_at: at, bounced_at: later })],
    { delivered: true, delivered_at: at, bounced: true, bounced_at: later },
  ],
] as const)
  test(`${what} (2.4)`, () => {
    const { email: _, ...view } = viewDelivery([...nudges], null)
    expect(view).toEqual({ ...nothing, ...expected })
  })

const problem = (outcome: 'refused' | 'bounced') => ({ outcome, code: 'smtp 451', words: '451 Try again later' })
const shown = (code: 'refused' | 'bounced') => ({ code, detail: 'smtp 451', words: '451 Try again later' })
const blank = { attempts: 0, next_attempt_at: null, last_error: null }
for (const [what, nudges, expected] of [
  ['no email', [], null],
  ['waiting for send_at', [nudge({ state: 'waiting', due_at: later })], { ...blank, state: 'scheduled' }],
  ['queued', [nudge({})], { ...blank, state: 'queued' }],
  ['submitting', [nudge({ state: 'submitting', attempts: 1 })], { ...blank, state: 'queued', attempts: 1 }],
  [
    'refused and waiting for its retry',
    [nudge({ state: 'waiting', attempts: 2, due_at: later, last_problem: problem('refused') })],
    { state: 'retrying', attempts: 2, next_attempt_at: later, last_error: shown('refused') },
  ],
  ['accepted', [nudge({ state: 'accepted', attempts: 1 })], { ...blank, state: 'sent', attempts: 1 }],
  [
    'accepted after a refusal: the problem is overcome',
    [nudge({ state: 'accepted', attempts: 2, last_problem: problem('refused') })],
    { ...blank, state: 'sent', attempts: 2 },
  ],
  [
    'delivered after a refusal: the problem is overcome',
    [nudge({ state: 'delivered', attempts: 2, delivered_at: at, last_problem: problem('refused') })],
    { ...blank, state: 'delivered', attempts: 2 },
  ],
  [
    'bounced',
    [nudge({ state: 'accepted', attempts: 1, bounced_at: at, last_problem: problem('bounced') })],
    { ...blank, state: 'bounced', attempts: 1, last_error: shown('bounced') },
  ],
  [
    'bounced after it was delivered',
    [nudge({ state: 'delivered', attempts: 1, delivered_at: at, bounced_at: later })],
    { ...blank, state: 'bounced', attempts: 1 },
  ],
  [
    'delivered after it bounced',
    [nudge({ state: 'delivered', attempts: 1, delivered_at: later, bounced_at: at })],
    { ...blank, state: 'delivered', attempts: 1 },
  ],
  [
    'failed',
    [nudge({ state: 'failed', attempts: 7, error_code: 'retries_exhausted', last_problem: problem('refused') })],
    { ...blank, state: 'failed', attempts: 7, last_error: shown('refused') },
  ],
  ['skipped', [nudge({ state: 'skipped', skipped_reason: 'suppressed' })], { ...blank, state: 'skipped' }],
  ['cancelled', [nudge({ state: 'cancelled' })], { ...blank, state: 'cancelled' }],
  [
    'the pending one decides, not the newest',
    [nudge({ state: 'waiting', due_at: later }), nudge({ state: 'skipped', skipped_reason: 'suppressed' })],
    { ...blank, state: 'scheduled' },
  ],
] as const)
  test(`delivery.email, ${what}`, () => {
    expect(viewDelivery([...nudges], null).email).toEqual(expected)
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
  ['cancelled', { price: 1 }, { ...paid, state: null, queued_at: null }],
] as const)
  test(`delivery.sms of a text that is ${state} (2.4)`, () => {
    expect(viewDelivery([nudge({ channel: 'sms', state, ...over })], null).sms).toEqual(expected)
  })

const text = (over: Partial<NudgeView>) => nudge({ channel: 'sms', price: 1, charged: true, ...over })
const skipped = text({ state: 'skipped', skipped_reason: 'disabled_by_request', price: 0, charged: false })
for (const [what, nudges, expected] of [
  ['a queued one', [text({})], { state: 'queued', credits: 1 }],
  [
    'a delivered one',
    [text({ state: 'delivered', delivered_at: later })],
    { state: 'delivered', credits: 1, delivered_at: later },
  ],
  [
    'a failed one',
    [text({ state: 'failed', error_code: 'sms.no_report', ended_at: later })],
    { state: 'failed', credits: 1, error_code: 'sms.no_report', failed_at: later },
  ],
  ['the newer of two', [text({ state: 'delivered', delivered_at: at }), text({})], { state: 'queued', credits: 1 }],
] as const)
  test(`a skipped nudge does not hide ${what}, and its reason is shown (2.4)`, () => {
    const view = viewDelivery([...nudges, skipped], null).sms
    expect(view).toEqual({ ...paid, ...expected, skipped_reason: 'disabled_by_request' })
  })

test('a cancelled nudge does not hide a send (2.4)', () => {
  const sent = text({ state: 'delivered', delivered_at: later })
  const cancelled = text({ state: 'cancelled', charged: false })
  expect(viewDelivery([sent, cancelled], null).sms).toMatchObject({ state: 'delivered', credits: 1 })
})

const waiting = (due: string, over: Partial<NudgeView> = {}) => nudge({ state: 'waiting', due_at: due, ...over })
for (const [what, nudges, expected] of [
  ['nothing is waiting', [nudge({})], null],
  ['two are waiting: the earlier time', [waiting(later), waiting(at)], at],
  ['an escalation does not wait for send_at', [waiting(at, { channel: 'sms', escalates_at: at })], null],
  ['a retry does not wait for send_at', [waiting(at, { attempts: 1 })], null],
  ['cancelled', [nudge({ state: 'cancelled' })], null],
] as const)
  test(`scheduled_for, ${what}: ${expected} (2.4)`, () => {
    expect(viewSchedule([...nudges])).toBe(expected)
  })

test('WhatsApp also shows when it was read, and opened belongs to the message (2.4)', () => {
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
