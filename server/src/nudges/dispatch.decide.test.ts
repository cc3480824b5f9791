import { expect, test } from 'vitest'
import { type DueEmail, decideDispatch, type EmailCount, takesPlace } from './dispatch.decide.ts'

const free = {
  businessActive: true,
  sendingPaused: false,
  planLapsed: false,
  unsubscribed: false,
  suppressed: false,
  platformSuppressed: false,
}
const due = (id: string, over: Partial<DueEmail> = {}): DueEmail => ({
  id,
  businessId: 'b',
  state: 'queued',
  attempts: 0,
  recovered: false,
  facts: free,
  ...over,
})
const count = (over: Partial<EmailCount> = {}): Map<string, EmailCount> =>
  new Map([
    [
      'b',
      { cap: 100, counted: 1, sentBefore: 0, allowance: null, sentBeforeThisMonth: 0, exceededBefore: false, ...over },
    ],
  ])
const nothing = { submit: [], refuse: [], lost: [], giveBack: new Map(), exceeded: [] }

test('1.2 an email no gate refuses is submitted', () => {
  expect(decideDispatch([due('n')], count())).toEqual({ ...nothing, submit: ['n'] })
})

for (const [reason, facts] of [
  ['business_inactive', { businessActive: false }],
  ['sending_paused', { sendingPaused: true }],
  ['plan_lapsed', { planLapsed: true }],
  ['unsubscribed', { unsubscribed: true }],
  ['suppressed', { suppressed: true }],
  ['platform_suppressed', { platformSuppressed: true }],
] as const)
  test(`2.3 the queued nudge is asked again at send time: ${reason}, and it takes no place of the day`, () => {
    const refused = due('n', { facts: { ...free, ...facts } })
    expect(takesPlace(refused)).toBe(false)
    expect(decideDispatch([refused], new Map())).toEqual({
      ...nothing,
      refuse: [{ id: 'n', businessId: 'b', reason }],
    })
  })

test('2.4 the daily cap: those after the last place are not sent, and what was taken for them is given back', () => {
  const four = ['1', '2', '3', '4'].map((id) => due(id))
  expect(decideDispatch(four, count({ cap: 10, counted: 4, sentBefore: 8 }))).toEqual({
    ...nothing,
    submit: ['1', '2'],
    refuse: [
      { id: '3', businessId: 'b', reason: 'daily_cap_reached' },
      { id: '4', businessId: 'b', reason: 'daily_cap_reached' },
    ],
    giveBack: new Map([['b', 2]]),
  })
})
test('2.4 a cap that was lowered under what is sent already sends nothing more', () => {
  expect(decideDispatch([due('n')], count({ cap: 5, sentBefore: 8 })).refuse).toHaveLength(1)
})
test('2.4 an email that is tried again has its place already', () => {
  const again = due('n', { attempts: 2 })
  expect(takesPlace(again)).toBe(false)
  expect(decideDispatch([again], count({ cap: 0, counted: 0 }))).toEqual({ ...nothing, submit: ['n'] })
})
test('the cap of one business is not asked of another', () => {
  const counts = new Map([...count({ cap: 0 }), ...[...count()].map(([, one]) => ['c', one] as const)])
  expect(decideDispatch([due('1'), due('2', { businessId: 'c' })], counts).submit).toEqual(['2'])
})

test('decision 32: found as submitting by whoever takes over from somebody lost: nobody knows, and it is not submitted', () => {
  expect(decideDispatch([due('n', { state: 'submitting', recovered: true })], new Map())).toEqual({
    ...nothing,
    lost: ['n'],
  })
})
for (const state of ['submitting', 'skipped', 'waiting', 'cancelled', 'accepted', 'delivered', 'failed'] as const)
  test(`a nudge found ${state} is somebody else's, or done`, () => {
    expect(decideDispatch([due('n', { state })], new Map())).toEqual(nothing)
  })

for (const [what, allowance, before, counted, exceededBefore, used] of [
  ['the first of two', 2, 0, 1, false, null],
  ['the second of two uses it up', 2, 1, 1, false, 2],
  ['a set that goes beyond it says what the email that used it up came to', 2, 0, 3, false, 2],
  ['the next email of the period', 2, 2, 1, true, null],
  ['an allowance that was raised after the event', 3, 2, 1, true, null],
  ['an allowance that was lowered below what is used', 2, 5, 1, false, 6],
  ['an allowance of none is used up by the first email', 0, 0, 1, false, 1],
  ['no email', 2, 2, 0, false, null],
  ['no allowance', null, 5, 1, false, null],
] as const)
  test(`6.3 plan.allowance_exceeded, ${what}: ${used === null ? 'no event' : `used ${used}`}`, () => {
    const emails = Array.from({ length: counted }, (_, index) => due(String(index)))
    const counts = count({ allowance, counted, sentBeforeThisMonth: before, exceededBefore })
    const { exceeded } = decideDispatch(emails, counts)
    expect(exceeded).toEqual(used === null ? [] : [{ businessId: 'b', allowance, used }])
  })
test('6.3 an email of today counts beside those of the month', () => {
  const counts = count({ allowance: 10, sentBeforeThisMonth: 6, sentBefore: 3 })
  expect(decideDispatch([due('n')], counts).exceeded).toEqual([{ businessId: 'b', allowance: 10, used: 10 }])
})
test('6.3 an email that the daily cap refuses uses nothing of the allowance', () => {
  const counts = count({ cap: 1, sentBefore: 1, allowance: 2 })
  expect(decideDispatch([due('n')], counts).exceeded).toEqual([])
})
test('6.3 an email that is tried again was counted before', () => {
  const counts = count({ counted: 0, sentBeforeThisMonth: 2, allowance: 2 })
  expect(decideDispatch([due('n', { attempts: 1 })], counts)).toEqual({ ...nothing, submit: ['n'] })
})
