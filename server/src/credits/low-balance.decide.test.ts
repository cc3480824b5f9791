import { expect, test } from 'vitest'
import { isArmedAgain, runsLow } from './low-balance.decide.ts'

for (const [before, after, told, low] of [
  [6, 5, false, false],
  [5, 4, false, true],
  [6, 3, false, true],
  [4, 3, false, false],
  [5, 4, true, false],
  [4, 6, false, false],
] as const)
  test(`2.9 threshold 5: ${before} → ${after}, ${told ? 'told before' : 'not told'}: ${low ? 'the merchant is told' : 'nothing'}`, () => {
    expect(runsLow({ threshold: 5, told }, before, after)).toBe(low)
  })

for (const [granted, after, again] of [
  [10, 13, true],
  [1, 5, true],
  [1, 4, false],
  [-1, 20, false],
] as const)
  test(`2.9 threshold 5: ${granted} granted, now ${after}: ${again ? 'armed again' : 'as it was'}`, () => {
    expect(isArmedAgain({ threshold: 5 }, granted, after)).toBe(again)
  })
