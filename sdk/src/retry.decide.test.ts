import { describe, expect, test } from 'vitest'
import { type AttemptOutcome, decideRetry, isUnknown } from './retry.decide.ts'

const status = (number: number, code = 'common.some', retryAfterSeconds: number | null = null): AttemptOutcome => ({
  status: number,
  code,
  retryAfterSeconds,
})
const facts = { attempt: 1, maxRetries: 4, remainingMilliseconds: 60_000, randomFraction: 0.5 }

describe('an attempt is repeated only where the contract makes it safe (4.1, 7)', () => {
  for (const [what, outcome, whenSafe, otherwise] of [
    ['no response', 'no_response', true, false],
    ['429', status(429, 'common.rate_limited'), true, true],
    ['409 of a running request', status(409, 'idempotency.request_in_progress'), true, true],
    ['500', status(500), true, false],
    ['502', status(502), true, false],
    ['503', status(503), true, false],
    ['504', status(504), true, false],
    ['409 of a reused key', status(409, 'idempotency.key_reused'), false, false],
    ['401', status(401), false, false],
    ['404', status(404), false, false],
    ['422', status(422), false, false],
    ['a redirect', status(307), false, false],
  ] as const)
    test(`${what}: ${whenSafe ? 'repeated' : 'not repeated'} if safe, else ${otherwise ? 'repeated' : 'not repeated'}`, () => {
      expect(decideRetry({ ...facts, outcome, isSafeToRepeat: true }) !== null).toBe(whenSafe)
      expect(decideRetry({ ...facts, outcome, isSafeToRepeat: false }) !== null).toBe(otherwise)
    })
})

describe('the delay doubles, has full jitter, and respects Retry-After and the deadline', () => {
  for (const [what, change, delay] of [
    ['the first', {}, 250],
    ['the second', { attempt: 2 }, 500],
    ['the fourth', { attempt: 4 }, 2_000],
    ['at most 8 s', { attempt: 9, maxRetries: 9 }, 4_000],
    ['no jitter', { randomFraction: 0 }, 0],
    ['all attempts are used', { attempt: 5 }, null],
    ['no retries', { maxRetries: 0 }, null],
    ['Retry-After', { outcome: status(503, 'common.unavailable', 3) }, 3_250],
    ['Retry-After at once', { outcome: status(503, 'common.unavailable', 0) }, 250],
    ['Retry-After of hours', { outcome: status(429, 'quota.messages_per_day', 7_200) }, null],
    ['the deadline is earlier', { remainingMilliseconds: 250 }, null],
  ] as const)
    test(`${what}: ${delay}`, () => {
      expect(decideRetry({ ...facts, outcome: 'no_response', isSafeToRepeat: true, ...change })).toBe(delay)
    })
})

for (const [outcome, expected] of [
  ['no_response', true],
  [status(500), true],
  [status(503), true],
  [status(409, 'idempotency.request_in_progress'), true],
  [status(409, 'idempotency.key_reused'), false],
  [status(422), false],
  [status(429), false],
] as const)
  test(`${JSON.stringify(outcome)} ${expected ? 'may have taken effect' : 'had no effect'}`, () => {
    expect(isUnknown(outcome)).toBe(expected)
  })
