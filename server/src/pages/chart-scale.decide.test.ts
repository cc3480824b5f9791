import { expect, test } from 'vitest'
import { chartScale } from './chart-scale.decide.ts'

for (const [largest, top] of [
  [0, 2],
  [1, 2],
  [2, 2],
  [3, 4],
  [9, 10],
  [10, 10],
  [11, 20],
  [61, 100],
  [101, 200],
  [599, 600],
  [1_000_001, 2_000_000],
] as const)
  test(`the scale of bars up to ${largest} ends at ${top}`, () => expect(chartScale(largest)).toBe(top))
