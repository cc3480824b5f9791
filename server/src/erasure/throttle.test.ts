import { expect, test } from 'vitest'
import { pauseAfter } from './throttle.ts'

test.each([
  { why: 'fast statements are not throttled', tookMilliseconds: 20, rows: 2_000, pause: 0 },
  { why: 'the pause is twice the duration', tookMilliseconds: 100, rows: 2_000, pause: 200 },
  { why: 'PostgreSQL ends an idle transaction', tookMilliseconds: 2_000, rows: 100_000, pause: 3_000 },
  { why: 'the time was spent waiting for a lock', tookMilliseconds: 1_500, rows: 10, pause: 10 },
  { why: 'no rows were processed', tookMilliseconds: 1_500, rows: 0, pause: 0 },
])('after $tookMilliseconds ms for $rows rows the pause is $pause ms: $why', ({ tookMilliseconds, rows, pause }) => {
  expect(pauseAfter({ tookMilliseconds, rows })).toBe(pause)
})
