import { expect, test } from 'vitest'
import { formatId } from '../../../src/ids.ts'
import type { Fault } from '../history.ts'
import { attempt, call, messageId, nudge, verdict } from './checker.support.ts'
import { checkDueWork, checkRecovery, deadlineFor, machineTime } from './recovery.ts'

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
  test(`P5 ${verdict(found.length > 0)}: a recovery of ${recoverySeconds} s`, () => {
    expect(checkRecovery([fault({ recoverySeconds })]).map((one) => one.found)).toEqual(found)
  })

for (const { what, serviceTime, steps, at } of [
  { what: 'no step', serviceTime: 5_000, steps: [], at: 5_000 },
  { what: 'a step before it', serviceTime: 15_000, steps: [{ at: 1_000, seconds: 10 }], at: 5_000 },
  { what: 'a step over it', serviceTime: 5_000, steps: [{ at: 1_000, seconds: 10 }], at: 1_000 },
  { what: 'a step after it', serviceTime: 5_000, steps: [{ at: 9_000, seconds: 10 }], at: 5_000 },
])
  test(`a time of the service's clock is converted to the machine's clock: ${what}`, () => {
    expect(machineTime(serviceTime, steps)).toBe(at)
  })

for (const { what, windows, deadline } of [
  { what: 'no fault', windows: [], deadline: 70_000 },
  { what: 'a fault that had ended before', windows: [{ from: 0, until: 9_000 }], deadline: 70_000 },
  { what: 'a fault in that minute', windows: [{ from: 20_000, until: 30_000 }], deadline: 90_000 },
  {
    what: 'two faults, the second before the extended deadline',
    windows: [
      { from: 20_000, until: 30_000 },
      { from: 85_000, until: 95_000 },
    ],
    deadline: 155_000,
  },
  { what: 'a fault after the deadline', windows: [{ from: 71_000, until: 80_000 }], deadline: 70_000 },
])
  test(`I8 work due at 10 s has the deadline ${deadline / 1_000} s: ${what}`, () => {
    expect(deadlineFor(10_000, windows)).toBe(deadline)
  })

const scheduled = call({
  text: JSON.stringify({ id: formatId('msg', messageId), scheduled_for: new Date(10_000).toISOString() }),
})
for (const { at, count } of [
  { at: 69_000, count: 0 },
  { at: 75_000, count: 1 },
])
  test(`I8 ${verdict(count > 0)}: an email scheduled for 10 s is submitted at ${at / 1_000} s`, () => {
    expect(checkDueWork([], [scheduled], [], [], [nudge()], [attempt({ at })])).toHaveLength(count)
  })

for (const { tries, count } of [
  { tries: 1, count: 1 },
  { tries: 2, count: 0 },
])
  test(`I8 ${verdict(count > 0)}: attempt ${tries} of an email scheduled for 10 s is the first to arrive, at 75 s`, () => {
    expect(checkDueWork([], [scheduled], [], [], [nudge({ attempts: tries })], [attempt({ at: 75_000 })])).toHaveLength(
      count,
    )
  })

for (const { state, count } of [
  { state: 'accepted', count: 0 },
  { state: 'waiting', count: 1 },
  { state: 'queued', count: 1 },
  { state: 'submitting', count: 1 },
] as const)
  test(`I8 ${verdict(count > 0)}: a nudge that is ${state} at the end`, () => {
    expect(checkDueWork([], [], [], [], [nudge({ state })], [])).toHaveLength(count)
  })

for (const { secondsAfterRecovery, nudges, count } of [
  { secondsAfterRecovery: 20, nudges: 3, count: 0 },
  { secondsAfterRecovery: 61, nudges: 0, count: 0 },
  { secondsAfterRecovery: 61, nudges: 3, count: 1 },
])
  test(`I8 ${verdict(count > 0)}: ${nudges} nudges overdue ${secondsAfterRecovery} s after the last fault`, () => {
    const overdue = [{ kind: 'overdue' as const, at: 0, secondsAfterRecovery, nudges, deliveries: 0 }]
    expect(checkDueWork(overdue, [], [], [], [], [])).toHaveLength(count)
  })
