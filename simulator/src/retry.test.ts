import { expect, test } from 'vitest'
import { stepAfter } from './retry.ts'

for (const [answer, attempts, step] of [
  [200, 1, 'taken'],
  [204, 11, 'taken'],
  [299, 1, 'taken'],
  [406, 1, 'dropped'],
  [null, 1, { pauseMilliseconds: 250 }],
  [199, 1, { pauseMilliseconds: 250 }],
  [300, 1, { pauseMilliseconds: 250 }],
  [404, 2, { pauseMilliseconds: 500 }],
  [500, 3, { pauseMilliseconds: 1_000 }],
  [503, 4, { pauseMilliseconds: 2_000 }],
  [503, 5, { pauseMilliseconds: 4_000 }],
  [503, 6, { pauseMilliseconds: 8_000 }],
  [503, 10, { pauseMilliseconds: 8_000 }],
  [503, 11, 'dropped'],
  [null, 11, 'dropped'],
] as const)
  test(`answer ${answer} to attempt ${attempts} → ${JSON.stringify(step)}`, () => {
    expect(stepAfter(answer, attempts)).toEqual(step)
  })
