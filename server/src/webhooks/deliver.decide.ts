/**
 * The new state of a delivery and of its endpoint after an attempt (3.5, 6.4). An event whose attempts all failed counts as one
 * failure; any success resets the count. A response after the delivery has ended, or after the endpoint was disabled, is not
 * counted.
 */
import {
  countFailure,
  countSuccess,
  type Delivery,
  type DeliveryState,
  type EndpointHealth,
  exhaust,
  isWarned,
  reschedule,
  succeed,
} from './states.ts'

export type Attempt = { delivered: boolean; error: string | null; retryAfterSeconds: number | null }
export type CurrentDelivery = { state: DeliveryState; tries: number }
/** `warn` is the number of consecutive failed events if the owner must be notified of it, else null. */
export type AttemptOutcome = { delivery: Delivery; health: EndpointHealth; warn: number | null }

/** The delays before the second to the eighth attempt. */
const retrySeconds = [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000]
const maxJitter = 0.2

/** Null if the delivery has ended already. `jitter` is a number from 0 to 1. */
export function decideAttempt(
  { state, tries }: CurrentDelivery,
  before: EndpointHealth,
  attempt: Attempt,
  now: Date,
  jitter: number,
): AttemptOutcome | null {
  if (state !== 'queued') return null
  if (attempt.delivered) return { delivery: succeed(), health: countSuccess(before), warn: null }
  const failing = { ...before, lastError: attempt.error }
  const retryDelay = retrySeconds[tries]
  if (retryDelay === undefined) {
    const health = countFailure(failing)
    return { delivery: exhaust(), health, warn: isWarned(before, health) ? health.consecutiveFailures : null }
  }
  const seconds = Math.max(
    retryDelay * (1 + maxJitter * jitter),
    Math.min(attempt.retryAfterSeconds ?? 0, 2 * retryDelay),
  )
  return { delivery: reschedule(new Date(now.getTime() + seconds * 1000)), health: failing, warn: null }
}
