import { expect, test } from 'vitest'
import { reportTime } from './report-time.decide.ts'

const hour = 3_600
const at = (time: string): Date => new Date(`2026-11-15T${time}Z`)

for (const [what, said, clockAheadSeconds, expected] of [
  ['the provider is believed', '12:00:03.250', 0, '12:00:03.250'],
  ['the moment of the submission', '12:00:00', 0, '12:00:00'],
  ['a second that the provider rounds down to before the submission', '11:59:59', 0, '12:00:00'],
  ['a time long before the submission, when the nudge was still held', '10:00:00', 0, '12:00:00'],
  ['a clock of the provider that is ahead', '12:07:00', 0, '12:00:05'],
  ['a development clock two hours ahead', '10:00:03', 2 * hour, '12:00:03'],
  ['a development clock that was moved on after the submission', '10:00:01', 2 * hour + 2, '12:00:03'],
  ['a development clock, and a time before the submission', '09:59:59', 2 * hour, '12:00:00'],
  ['a development clock, and a provider that is ahead', '10:00:09', 2 * hour, '12:00:05'],
] as const)
  test(`submitted at 12:00:00, received at 12:00:05: ${what}: ${said} is ${expected} (3.2)`, () => {
    const times = { said: at(said), submittedAt: at('12:00:00'), now: at('12:00:05'), clockAheadSeconds }
    expect(reportTime(times)).toEqual(at(expected))
  })
