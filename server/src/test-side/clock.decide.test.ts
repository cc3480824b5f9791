import { describe, expect, test } from 'vitest'
import { isWithinRange, secondsToNextStop, strideOf } from './clock.decide.ts'

const now = new Date('2026-11-15T12:00:00Z')
const after = (seconds: number): Date => new Date(now.getTime() + seconds * 1000)

describe('the next stop of an advance', () => {
  for (const [name, nextDueAt, left, total, expected] of [
    ['nothing is scheduled: the end', null, 3_600, 3_600, 3_600],
    ['work within the advance: just after it is due', after(60), 3_600, 3_600, 60.001],
    ['work after the end: the end', after(4_000), 3_600, 3_600, 3_600],
    ['work that is due already: a thousandth of the advance', after(-5), 3_600, 3_600, 3.6],
    ['work that is due very soon: a thousandth of the advance', after(1), 1_800, 172_800, 172.8],
    ['the last stop is not beyond the end', after(-5), 1, 3_600, 1],
    ['an advance by nothing', after(-5), 0, 0, 0],
  ] as const)
    test(name, () => expect(secondsToNextStop({ now, nextDueAt }, left, strideOf(total, 10))).toBeCloseTo(expected, 6))
})

test('with many waiting rows an advance has fewer stops, so that it updates at most about 100,000 rows', () => {
  expect([0, 10, 100, 1_000, 10_000].map((waiting) => 1_000 / strideOf(1_000, waiting))).toEqual([
    1_000, 1_000, 1_000, 100, 10,
  ])
})

test('a clock stays within its range', () => {
  const latest = new Date('2149-01-01T00:00:00Z')
  const seconds = (latest.getTime() - now.getTime()) / 1000
  expect([
    isWithinRange(now, 0, seconds, latest),
    isWithinRange(now, 1, seconds, latest),
    isWithinRange(now, seconds - 1, 1, latest),
  ]).toEqual([true, false, true])
})
