import { expect, test } from 'vitest'
import { formatId } from '../../../src/ids.ts'
import type { Fault } from '../history.ts'
import { attempt, call, messageId, send } from './checker.support.ts'
import { checkHolds, checkRecovery, latestFor, moment } from './recovery.ts'

const fault = (over: Partial<Fault> = {}): Fault => ({
  kind: 'fault',
  name: 'process killed',
  detail: 'api-1',
  from: 0,
  until: 0,
  recoverySeconds: 1,
  ...over,
})

for (const { recoverySeconds, found } of [
  { recoverySeconds: 60, found: [] },
  { recoverySeconds: 61.2, found: ['after 61.2 s: process killed api-1'] },
])
  test(`P5 a recovery of ${recoverySeconds} s`, () => {
    expect(checkRecovery([fault({ recoverySeconds })]).map((one) => one.found)).toEqual(found)
  })

for (const { what, shown, steps, at } of [
  { what: 'never stepped', shown: 5_000, steps: [], at: 5_000 },
  { what: 'stepped before', shown: 15_000, steps: [{ at: 1_000, seconds: 10 }], at: 5_000 },
  { what: 'stepped over', shown: 5_000, steps: [{ at: 1_000, seconds: 10 }], at: 1_000 },
  { what: 'stepped afterwards', shown: 5_000, steps: [{ at: 9_000, seconds: 10 }], at: 5_000 },
])
  test(`the moment at which the clock came to show something: ${what}`, () => {
    expect(moment(shown, steps)).toBe(at)
  })

for (const { what, windows, latest } of [
  { what: 'no fault', windows: [], latest: 70_000 },
  { what: 'a fault that was over', windows: [{ from: 0, until: 9_000 }], latest: 70_000 },
  { what: 'a fault meanwhile', windows: [{ from: 20_000, until: 30_000 }], latest: 90_000 },
  {
    what: 'one fault after another',
    windows: [
      { from: 20_000, until: 30_000 },
      { from: 85_000, until: 95_000 },
    ],
    latest: 155_000,
  },
  { what: 'a fault that came too late', windows: [{ from: 71_000, until: 80_000 }], latest: 70_000 },
])
  test(`I8 what is due at 10 s, with ${what}, must happen by ${latest / 1_000} s`, () => {
    expect(latestFor(10_000, windows)).toBe(latest)
  })

const held = call({
  text: JSON.stringify({ id: formatId('msg', messageId), scheduled_for: new Date(10_000).toISOString() }),
})
for (const { at, count } of [
  { at: 69_000, count: 0 },
  { at: 75_000, count: 1 },
])
  test(`I8 an email held until 10 s that goes after ${at / 1_000} s`, () => {
    expect(checkHolds([], [held], [], [], [send()], [attempt({ at })])).toHaveLength(count)
  })

for (const { tries, count } of [
  { tries: 1, count: 1 },
  { tries: 2, count: 0 },
])
  test(`I8 an email held until 10 s that is seen once after 75 s, at try ${tries}`, () => {
    expect(checkHolds([], [held], [], [], [send({ attempts: tries })], [attempt({ at: 75_000 })])).toHaveLength(count)
  })

for (const { secondsAfterRecovery, sends, count } of [
  { secondsAfterRecovery: 20, sends: 3, count: 0 },
  { secondsAfterRecovery: 61, sends: 0, count: 0 },
  { secondsAfterRecovery: 61, sends: 3, count: 1 },
])
  test(`I8 ${sends} sends overdue ${secondsAfterRecovery} s after the last fault`, () => {
    const overdue = [{ kind: 'overdue' as const, at: 0, secondsAfterRecovery, sends, deliveries: 0 }]
    expect(checkHolds(overdue, [], [], [], [], [])).toHaveLength(count)
  })
