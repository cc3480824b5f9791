import { expect, test } from 'vitest'
import type { DailyQuota } from '../quotas/daily.decide.ts'
import { noTextUsage } from '../quotas/texts.decide.ts'
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
  summarise(decideDispatch(emailDispatch.rules, emails, budgetOf(none, noTextUsage), quotas, now))
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

test('an email that no gate refuses is submitted (1.2)', () => {
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
  test(`${reason} refuses a queued email at send time, without using the daily quota (2.3)`, () => {
    const refused = due('n', {}, facts)
    expect(needsQuota(emailDispatch.rules, refused)).toBe(false)
    expect(decide([refused], new Map())).toEqual({
      ...nothing,
      refuse: [{ id: 'n', reason, refund: 0, sendsFallback: false }],
    })
  })

test('emails over the daily limit are refused and their reserved sends are released (2.4)', () => {
  const four = ['1', '2', '3', '4'].map((id) => due(id))
  expect(decide(four, quota({ limit: 10, reserved: 4, sentBefore: 8 }))).toEqual({
    ...nothing,
    submit: submitted('1', '2'),
    refuse: [
      { id: '3', reason: 'daily_cap_reached', refund: 0, sendsFallback: false },
      { id: '4', reason: 'daily_cap_reached', refund: 0, sendsFallback: false },
    ],
    release: [{ businessId: 'b', sends: 2 }],
  })
})
test('a daily cap lowered below the number already sent refuses further emails (2.4)', () => {
  expect(decide([due('n')], quota({ limit: 5, sentBefore: 8 })).refuse).toHaveLength(1)
})
test('a retried email does not use the daily quota again (2.4)', () => {
  const again = due('n', { attempts: 2 })
  expect(needsQuota(emailDispatch.rules, again)).toBe(false)
  expect(decide([again], quota({ limit: 0, reserved: 0 }))).toEqual({ ...nothing, submit: submitted('n') })
})
test('the daily cap of one business does not affect another', () => {
  const counts = new Map([...quota({ limit: 0 }), ...[...quota()].map(([, one]) => ['c', one] as const)])
  expect(decide([due('1'), due('2', { businessId: 'c' })], counts).submit).toEqual(submitted('2'))
})

test('an email whose worker died while submitting is not submitted again: its outcome is unknown', () => {
  expect(decide([{ ...due('n', { state: 'submitting' }), isRecovered: true }], new Map())).toEqual({
    ...nothing,
    lost: ['n'],
  })
})
for (const state of ['submitting', 'skipped', 'waiting', 'cancelled', 'accepted', 'delivered', 'failed'] as const)
  test(`a nudge in state ${state} is not dispatched`, () => {
    expect(decide([due('n', { state })], new Map())).toEqual(nothing)
  })

for (const [what, allowance, before, counted, exceededBefore, used] of [
  ['the first email of an allowance of two', 2, 0, 1, false, null],
  ['the second email of an allowance of two', 2, 1, 1, false, 2],
  ['a batch that exceeds the allowance', 2, 0, 3, false, 2],
  ['a further email of the period', 2, 2, 1, true, null],
  ['an allowance raised after the event', 3, 2, 1, true, null],
  ['an allowance lowered below the number used', 2, 5, 1, false, 6],
  ['the first email of an allowance of zero', 0, 0, 1, false, 1],
  ['no email', 2, 2, 0, false, null],
  ['no allowance', null, 5, 1, false, null],
] as const)
  test(`plan.allowance_exceeded, ${what}: ${used === null ? 'no event' : `used ${used}`} (6.3)`, () => {
    const emails = Array.from({ length: counted }, (_, index) => due(String(index)))
    const counts = quota({ allowance, reserved: counted, sentBeforeThisMonth: before, exceededBefore })
    const { exceeded } = decide(emails, counts)
    expect(exceeded).toEqual(used === null ? [] : [{ businessId: 'b', allowance, used }])
  })
test('the allowance counts the emails of today and of the month before today (6.3)', () => {
  const counts = quota({ allowance: 10, sentBeforeThisMonth: 6, sentBefore: 3 })
  expect(decide([due('n')], counts).exceeded).toEqual([{ businessId: 'b', allowance: 10, used: 10 }])
})
test('an email refused by the daily cap does not count against the allowance (6.3)', () => {
  const counts = quota({ limit: 1, sentBefore: 1, allowance: 2 })
  expect(decide([due('n')], counts).exceeded).toEqual([])
})
test('a retried email does not count against the allowance again (6.3)', () => {
  const counts = quota({ reserved: 0, sentBeforeThisMonth: 2, allowance: 2 })
  expect(decide([due('n', { attempts: 1 })], counts)).toEqual({ ...nothing, submit: submitted('n') })
})
