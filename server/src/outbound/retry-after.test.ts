import { expect, test } from 'vitest'
import { retryAfterSeconds } from './retry-after.ts'

const now = new Date('2026-11-14T22:41:00.250Z')

for (const [header, seconds] of [
  ['0', 0],
  ['120', 120],
  ['999999999', 999_999_999],
  ['Sat, 14 Nov 2026 22:42:00 GMT', 60],
  ['Sat, 14 Nov 2026 22:41:00 GMT', 0],
  ['Fri, 13 Nov 2026 22:41:00 GMT', 0],
  ['9999999999', null],
  ['-1', null],
  ['1.5', null],
  ['1e3', null],
  ['', null],
  ['soon', null],
  ['2026-11-14T22:42:00Z', null],
  ['Sat, 14 Nov 2026 25:42:00 GMT', null],
  ['Saturday, 14-Nov-26 22:42:00 GMT', null],
  [['1', '2'], null],
  [undefined, null],
] as [string | string[] | undefined, number | null][])
  test(`Retry-After ${JSON.stringify(header)} → ${seconds} (6.4)`, () => {
    expect(retryAfterSeconds(header, now)).toBe(seconds)
  })
