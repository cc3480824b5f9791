import { expect, test } from 'vitest'
import { missedIn } from './redeliver-missed.decide.ts'

const at = (second: number, isMissed: boolean) => ({
  id: `${second} ${isMissed ? 'missed' : 'received'}`,
  occurredAt: new Date(Date.UTC(2026, 10, 18, 12, 0, second)),
  isMissed,
})
test.each([
  ['no event', [], 2, { ids: [], nextSince: null }],
  ['fewer events than a step has', [at(1, true)], 2, { ids: ['1 missed'], nextSince: null }],
  [
    'a whole step',
    [at(1, false), at(2, true)],
    2,
    { ids: ['2 missed'], nextSince: new Date('2026-11-18T12:00:02.001Z') },
  ],
  [
    'a step with more events of its last instant',
    [at(1, true), at(2, true), at(2, false)],
    2,
    { ids: ['1 missed', '2 missed'], nextSince: new Date('2026-11-18T12:00:02.001Z') },
  ],
])('%s', (_, examined, step, expected) => {
  expect(missedIn(examined, step)).toEqual(expected)
})
