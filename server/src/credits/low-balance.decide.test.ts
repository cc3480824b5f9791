import { expect, test } from 'vitest'
import { isArmedAgain, runsLow } from './low-balance.decide.ts'

for (const [what, charged, balance, told, low] of [
  ['a charge that leaves the threshold', true, 5, false, false],
  ['a charge that leaves less', true, 4, false, true],
  ['a charge that leaves nothing', true, 0, false, true],
  ['a second charge below', true, 3, true, false],
  ['no charge', false, 4, false, false],
  ['no charge, after the event', false, 4, true, false],
] as const)
  test(`threshold 5, ${what}: ${low ? 'credits.low_balance' : 'no event'} (2.9)`, () => {
    expect(runsLow({ threshold: 5, told }, charged, balance)).toBe(low)
  })
test('threshold 0: never, because no balance is below it (2.9)', () => {
  expect(runsLow({ threshold: 0, told: false }, true, 0)).toBe(false)
})

for (const [granted, after, again] of [
  [10, 13, true],
  [1, 5, true],
  [1, 4, false],
  [-1, 20, false],
] as const)
  test(`threshold 5: ${granted} granted, now ${after}: ${again ? 'armed again' : 'as it was'} (2.9)`, () => {
    expect(isArmedAgain({ threshold: 5 }, granted, after)).toBe(again)
  })
