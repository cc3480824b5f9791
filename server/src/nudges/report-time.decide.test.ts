import { expect, test } from 'vitest'
import { reportTime } from './report-time.decide.ts'

const hour = 3_600
const at = (time: string): Date => new Date(`2026-11-15T${time}Z`)

for (const [what, reported, clockAheadSeconds, expected] of [
  ['a time in range', '12:00:03.250', 0, '12:00:03.250'],
  ['the time of the submission', '12:00:00', 0, '12:00:00'],
  ['a time rounded down to a second before the submission', '11:59:59', 0, '12:00:00'],
  ['a time long before the submission', '10:00:00', 0, '12:00:00'],
  ['a provider whose clock is ahead', '12:07:00', 0, '12:00:05'],
  ['a development clock two hours ahead', '10:00:03', 2 * hour, '12:00:03'],
  ['a development clock advanced after the submission', '10:00:01', 2 * hour + 2, '12:00:03'],
  ['a development clock and a time before the submission', '09:59:59', 2 * hour, '12:00:00'],
  ['a development clock and a provider whose clock is ahead', '10:00:09', 2 * hour, '12:00:05'],
] as const)
  test(`submitted at 12:00:00, received at 12:00:05, ${what}: ${reported} is recorded as ${expected} (3.2)`, () => {
    const times = { reportedAt: at(reported), submittedAt: at('12:00:00'), now: at('12:00:05'), clockAheadSeconds }
    expect(reportTime(times)).toEqual(at(expected))
  })
