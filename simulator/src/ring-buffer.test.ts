import { expect, test } from 'vitest'
import { createRingBuffer } from './ring-buffer.ts'

for (const [added, items] of [
  [0, []],
  [2, [1, 2]],
  [3, [1, 2, 3]],
  [4, [2, 3, 4]],
  [6, [4, 5, 6]],
  [8, [6, 7, 8]],
] as const)
  test(`a buffer of three contains the last three of ${added} added items: ${items.join(', ') || 'nothing'}`, () => {
    const buffer = createRingBuffer<number>(3)
    for (let one = 1; one <= added; one += 1) buffer.add(one)
    expect([buffer.items(), buffer.count()]).toEqual([items, added])
  })
