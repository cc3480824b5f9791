import { expect, test } from 'vitest'
import { crossesThreshold, isRearmed } from './low-balance.decide.ts'

for (const [what, charged, balance, notified, low] of [
  ['a charge down to the threshold', true, 5, false, false],
  ['a charge below the threshold', true, 4, false, true],
  ['a charge down to zero', true, 0, false, true],
  ['a second charge below the threshold', true, 3, true, false],
  ['no charge', false, 4, false, false],
  ['no charge, after the event', false, 4, true, false],
] as const)
  test(`threshold 5, ${what}: ${low ? 'credits.low_balance' : 'no event'} (2.9)`, () => {
    expect(crossesThreshold({ threshold: 5, notified }, charged, balance)).toBe(low)
  })
test('threshold 0: no event, because no balance is below it (2.9)', () => {
  expect(crossesThreshold({ threshold: 0, notified: false }, true, 0)).toBe(false)
})

for (const [granted, after, rearmed] of [
  [10, 13, true],
  [1, 5, true],
  [1, 4, false],
  [-1, 20, false],
] as const)
  test(`threshold 5, ${granted} granted, balance ${after}: ${rearmed ? 're-armed' : 'not re-armed'} (2.9)`, () => {
    expect(isRearmed({ threshold: 5 }, granted, after)).toBe(rearmed)
  })
