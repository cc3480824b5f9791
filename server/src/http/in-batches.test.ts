import { expect, test } from 'vitest'
import { inBatches } from './in-batches.ts'

for (const [items, batches] of [
  [[], []],
  [[1], [[1]]],
  [[1, 2], [[1, 2]]],
  [
    [1, 2, 3],
    [[1, 2], [3]],
  ],
  [
    [1, 2, 3, 4, 5],
    [[1, 2], [3, 4], [5]],
  ],
] as [number[], number[][]][])
  test(`${JSON.stringify(items)} in batches of two: ${JSON.stringify(batches)}`, () => {
    expect([...inBatches(items, 2)]).toEqual(batches)
  })
