import { expect, test } from 'vitest'
import { nextStep } from './retry.ts'

for (const [status, attempts, step] of [
  [200, 1, 'accepted'],
  [204, 11, 'accepted'],
  [299, 1, 'accepted'],
  [406, 1, 'dropped'],
  [null, 1, { retryAfterMilliseconds: 250 }],
  [199, 1, { retryAfterMilliseconds: 250 }],
  [300, 1, { retryAfterMilliseconds: 250 }],
  [404, 2, { retryAfterMilliseconds: 500 }],
  [500, 3, { retryAfterMilliseconds: 1_000 }],
  [503, 4, { retryAfterMilliseconds: 2_000 }],
  [503, 5, { retryAfterMilliseconds: 4_000 }],
  [503, 6, { retryAfterMilliseconds: 8_000 }],
  [503, 10, { retryAfterMilliseconds: 8_000 }],
  [503, 11, 'dropped'],
  [null, 11, 'dropped'],
] as const)
  test(`status ${status} for attempt ${attempts} → ${JSON.stringify(step)}`, () => {
    expect(nextStep(status, attempts)).toEqual(step)
  })
