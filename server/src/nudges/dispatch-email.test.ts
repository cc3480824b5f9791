import { expect, test } from 'vitest'
import type { DailyQuota } from '../quotas/daily.decide.ts'
import { budgetOf } from './budget.decide.ts'
import { candidate, now, summarise } from './dispatch.decide.support.ts'
import { type Candidate, decideDispatch, needsQuota } from './dispatch.decide.ts'
import { emailDispatch } from './dispatch-email.ts'
import type { Nudge } from './states.ts'

const free = {
  businessActive: true,
  sendingPaused: false,
  planLapsed: false,
  unsubscribed: false,
  suppressed: false,
  platformSuppressed: false,
}
type Email = Candidate<{ gates: typeof free; limit: number; allowance: number | null }>
const due = (id: string, over: Partial<Nudge> = {}, gates: Partial<typeof free> = {}): Email =>
  candidate({ id, ...over }, { gates: { ...free, ...gates }, limit: 0, allowance: null })
const quota = (over: Partial<DailyQuota> = {}): Map<string, DailyQuota> =>
  new Map([
    [
      'b',
      {
        limit: 100,
        reserved: 1,
        sentBefore: 0,
        allowance: null,
        sentBeforeThisMonth: 0,
        exceededBefore: false,
        ...over,
      },
    ],
  ])
const none = new Map<string, never>()
const decide = (emails: Email[], quotas: Map<string, DailyQuota>) =>
  summarise(decideDispatch(emailDispatch.rules, emails, budgetOf(none), quotas, now))
const nothing = {
  submit: [],
  refuse: [],
  cancel: [],
  reschedule: [],
  lost: [],
  release: [],
  exceeded: [],
  balances: none,
}
const submitted = (...ids: string[]) => ids.map((id) => ({ id, price: 0, charge: 0 }))

test('an email no gate refuses is submitted (1.2)', () => {
  expect(decide([due('n')], quota())).toEqual({ ...nothing, submit: submitted('n') })
})

for (const [reason, facts] of [
  ['business_inactive', { businessActive: false }],
  ['sending_paused', { sendingPaused: true }],
  ['plan_lapsed', { planLapsed: true }],
  ['unsubscribed', { unsubscribed: true }],
  ['suppressed', { suppressed: true }],
  ['platform_suppressed', { platformSuppressed: true }],
] as const)
  test(`the queued nudge is asked again at send time: ${reason}, and it needs no send of the day (2.3)`, () => {
    const refused = due('n', {}, facts)
    expect(needsQuota(emailDispatch.rules, refused)).toBe(false)
    expect(decide([refused], new Map())).toEqual({
      ...nothing,
      refuse: [{ id: 'n', reason, refund: 0, isFallbackArmed: false }],
    })
  })

test('the daily limit: those after the last are not sent, and what was reserved for them is released (2.4)', () => {
  const four = ['1', '2', '3', '4'].map((id) => due(id))
  expect(decide(four, quota({ limit: 10, reserved: 4, sentBefore: 8 }))).toEqual({
    ...nothing,
    submit: submitted('1', '2'),
    refuse: [
      { id: '3', reason: 'daily_cap_reached', refund: 0, isFallbackArmed: false },
      { id: '4', reason: 'daily_cap_reached', refund: 0, isFallbackArmed: false },
    ],
    release: [{ businessId: 'b', sends: 2 }],
  })
})
test('a cap that was lowered under what is sent already sends nothing more (2.4)', () => {
  expect(decide([due('n')], quota({ limit: 5, sentBefore: 8 })).refuse).toHaveLength(1)
})
test('an email that is tried again has its send of the day already (2.4)', () => {
  const again = due('n', { attempts: 2 })
  expect(needsQuota(emailDispatch.rules, again)).toBe(false)
  expect(decide([again], quota({ limit: 0, reserved: 0 }))).toEqual({ ...nothing, submit: submitted('n') })
})
test('the cap of one business is not asked of another', () => {
  const counts = new Map([...quota({ limit: 0 }), ...[...quota()].map(([, one]) => ['c', one] as const)])
  expect(decide([due('1'), due('2', { businessId: 'c' })], counts).submit).toEqual(submitted('2'))
})

test('submitting when its worker died: the outcome is unknown, and it is not submitted', () => {
  expect(decide([{ ...due('n', { state: 'submitting' }), isRecovered: true }], new Map())).toEqual({
    ...nothing,
    lost: ['n'],
  })
})
for (const state of ['submitting', 'skipped', 'waiting', 'cancelled', 'accepted', 'delivered', 'failed'] as const)
  test(`a nudge found ${state} belongs to another worker, or has ended`, () => {
    expect(decide([due('n', { state })], new Map())).toEqual(nothing)
  })

for (const [what, allowance, before, counted, exceededBefore, used] of [
  ['the first of two', 2, 0, 1, false, null],
  ['the second of two uses it up', 2, 1, 1, false, 2],
  ['a batch that goes beyond it says what the email that used it up came to', 2, 0, 3, false, 2],
  ['the next email of the period', 2, 2, 1, true, null],
  ['an allowance that was raised after the event', 3, 2, 1, true, null],
  ['an allowance that was lowered below what is used', 2, 5, 1, false, 6],
  ['an allowance of none is used up by the first email', 0, 0, 1, false, 1],
  ['no email', 2, 2, 0, false, null],
  ['no allowance', null, 5, 1, false, null],
] as const)
  test(`plan.allowance_exceeded, ${what}: ${used === null ? 'no event' : `used ${used}`} (6.3)`, () => {
    const emails = Array.from({ length: counted }, (_, index) => due(String(index)))
    const counts = quota({ allowance, reserved: counted, sentBeforeThisMonth: before, exceededBefore })
    const { exceeded } = decide(emails, counts)
    expect(exceeded).toEqual(used === null ? [] : [{ businessId: 'b', allowance, used }])
  })
test('an email of today counts beside those of the month (6.3)', () => {
  const counts = quota({ allowance: 10, sentBeforeThisMonth: 6, sentBefore: 3 })
  expect(decide([due('n')], counts).exceeded).toEqual([{ businessId: 'b', allowance: 10, used: 10 }])
})
test('an email that the daily cap refuses uses nothing of the allowance (6.3)', () => {
  const counts = quota({ limit: 1, sentBefore: 1, allowance: 2 })
  expect(decide([due('n')], counts).exceeded).toEqual([])
})
test('an email that is tried again was counted before (6.3)', () => {
  const counts = quota({ reserved: 0, sentBeforeThisMonth: 2, allowance: 2 })
  expect(decide([due('n', { attempts: 1 })], counts)).toEqual({ ...nothing, submit: submitted('n') })
})
