import { expect, test } from 'vitest'
import { exceedsComplaintRate } from './complaints.decide.ts'

for (const [sent, complained, isExceeded] of [
  [999, 999, false],
  [1_000, 1, false],
  [1_000, 2, true],
  [2_000, 2, false],
  [2_000, 3, true],
  [1_000_000, 1_000, false],
  [1_000_000, 1_001, true],
] as const)
  test(`${complained} complaints of ${sent} emails are ${isExceeded ? '' : 'not '}over 0.1 % of at least 1,000`, () => {
    expect(exceedsComplaintRate({ sent, complained })).toBe(isExceeded)
  })
