/**
 * Which attempts are repeated, and after how long (contract 4.1 and 7). A call is safe to repeat if it reads, has an idempotency
 * key, or sets a state that a repetition does not change. Any other call is repeated only after a response that states that
 * nothing happened.
 */
export type AttemptOutcome = { status: number; code: string; retryAfterSeconds: number | null } | 'no_response'

export type RetryFacts = {
  outcome: AttemptOutcome
  isSafeToRepeat: boolean
  /** The number of the attempt that ended, from 1. */
  attempt: number
  maxRetries: number
  remainingMilliseconds: number
  /** From 0 to 1. */
  randomFraction: number
}

const firstDelayMilliseconds = 500
const maxDelayMilliseconds = 8_000

/** The milliseconds until the next attempt, or null if there is none. */
export function decideRetry(facts: RetryFacts): number | null {
  const { outcome, attempt, maxRetries, remainingMilliseconds, randomFraction } = facts
  if (attempt > maxRetries || !isRetryable(outcome, facts.isSafeToRepeat)) return null
  const jitter = randomFraction * Math.min(firstDelayMilliseconds * 2 ** (attempt - 1), maxDelayMilliseconds)
  const requested = outcome === 'no_response' ? 0 : (outcome.retryAfterSeconds ?? 0) * 1_000
  return requested + jitter < remainingMilliseconds ? requested + jitter : null
}

function isRetryable(outcome: AttemptOutcome, isSafeToRepeat: boolean): boolean {
  if (outcome === 'no_response') return isSafeToRepeat
  // 429 is decided before the operation runs. A 503 is not always: the database may have committed and lost its connection.
  if (outcome.status === 429 || outcome.code === 'idempotency.request_in_progress') return true
  return isSafeToRepeat && [500, 502, 503, 504].includes(outcome.status)
}

/** Whether an attempt that ended like this may have taken effect. */
export const isUnknown = (outcome: AttemptOutcome): boolean =>
  outcome === 'no_response' || outcome.status >= 500 || outcome.code === 'idempotency.request_in_progress'
