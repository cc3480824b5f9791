import { expect, test } from 'vitest'
import { inSets } from './in-sets.ts'

for (const [items, sets] of [
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
  test(`${JSON.stringify(items)} in sets of two: ${JSON.stringify(sets)}`, () => {
    expect([...inSets(items, 2)]).toEqual(sets)
  })
