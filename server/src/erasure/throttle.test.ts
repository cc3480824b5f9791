import { expect, test } from 'vitest'
import { restAfter } from './throttle.ts'

test.each([
  { why: 'nobody notices it', tookMilliseconds: 20, rows: 2_000, rest: 0 },
  { why: 'twice the work is left to others', tookMilliseconds: 100, rows: 2_000, rest: 200 },
  { why: 'PostgreSQL ends a transaction that stands still', tookMilliseconds: 2_000, rows: 100_000, rest: 3_000 },
  { why: 'ten rows waited for somebody else', tookMilliseconds: 1_500, rows: 10, rest: 10 },
  { why: 'nothing was found', tookMilliseconds: 1_500, rows: 0, rest: 0 },
])('after $tookMilliseconds ms for $rows rows it rests $rest ms: $why', ({ tookMilliseconds, rows, rest }) => {
  expect(restAfter({ tookMilliseconds, rows })).toBe(rest)
})
