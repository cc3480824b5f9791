import { expect, test } from 'vitest'
import { createLatest } from './latest.ts'

for (const [added, items] of [
  [0, []],
  [2, [1, 2]],
  [3, [1, 2, 3]],
  [4, [2, 3, 4]],
  [6, [4, 5, 6]],
  [8, [6, 7, 8]],
] as const)
  test(`of ${added} added the last three are left: ${items.join(', ') || 'nothing'}`, () => {
    const latest = createLatest<number>(3)
    for (let one = 1; one <= added; one += 1) latest.add(one)
    expect([latest.items(), latest.count()]).toEqual([items, added])
  })
