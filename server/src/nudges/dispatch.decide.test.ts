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
  new Map([['b', { cap: 100, counted: 1, sentBefore: 0, allowance: null, sentBeforeThisMonth: 0, ...over }]])
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
for (const state of ['submitting', 'skipped', 'waiting', 'called_off', 'accepted', 'delivered', 'failed'])
  test(`a nudge found ${state} is somebody else's, or done`, () => {
    expect(decideDispatch([due('n', { state })], new Map())).toEqual(nothing)
  })

for (const [before, counted, allowance, used] of [
  [0, 1, 1, null],
  [1, 1, 1, 2],
  [0, 3, 1, 3],
  [2, 1, 1, null],
  [0, 1, 0, 1],
] as const)
  test(`6.3 allowance ${allowance}, ${before} sent before and ${counted} now: ${used === null ? 'nothing is told' : 'exceeded is told'}`, () => {
    const emails = Array.from({ length: counted }, (_, index) => due(String(index)))
    const { exceeded } = decideDispatch(emails, count({ allowance, counted, sentBeforeThisMonth: before }))
    expect(exceeded).toEqual(used === null ? [] : [{ businessId: 'b', allowance, used }])
  })
