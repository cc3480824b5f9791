import { expect, test } from 'vitest'
import { attempt, verdict } from './checker.support.ts'
import { checkHolds } from './holds.ts'

for (const [what, at, isViolation] of [
  ['an email before the workers stopped', 1_000, false],
  ['an email during the hold', 2_000, true],
  ['an email after the release', 3_000, false],
] as const)
  test(`I14 ${verdict(isViolation)}: ${what}`, () => {
    expect(checkHolds([{ from: 1_500, until: 2_500 }], [attempt({ at })])).toHaveLength(isViolation ? 1 : 0)
  })
