import { expect, test } from 'vitest'
import { dateTimeProblem } from './date-time.ts'

for (const text of [
  '2026-11-15T02:00:00Z',
  '2026-11-15T02:00:00.123456+01:00',
  '2024-02-29t00:00:00z',
  '2026-12-31T23:59:59-23:59',
])
  test(`${text} is a date-time (2.1)`, () => expect(dateTimeProblem(text)).toBeNull())
for (const text of [
  '',
  'tomorrow',
  '2026-11-15',
  '2100-02-30T00:00:00Z',
  '2026-02-29T00:00:00Z',
  '2026-13-01T00:00:00Z',
  '2026-00-01T00:00:00Z',
  '2026-01-00T00:00:00Z',
  '2026-01-01T24:00:00Z',
  '2026-01-01T00:60:00Z',
  '2026-01-01T00:00:60Z',
  '2026-01-01T00:00:00+24:00',
  '2026-01-01 00:00:00Z',
  '2026-01-01T00:00Z',
  '1794696060',
])
  test(`${JSON.stringify(text)} is not a date-time (2.1)`, () =>
    expect(dateTimeProblem(text)?.type).toBe('datetime_from_date_parsing'))
test('a date-time without a time zone has an error of its own (2.1)', () =>
  expect(dateTimeProblem('2100-01-01T00:00:00')?.type).toBe('timezone_aware'))
