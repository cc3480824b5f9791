/**
 * What an attempt makes of a delivery and of its endpoint (3.5, 6.4). An event counts once against an endpoint, however many
 * attempts it took; any success counts for it. What an endpoint answers after it was disabled, or after the delivery has ended, is late.
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
export type Tried = { state: DeliveryState; tries: number }
/** `warn` is the number of events in a row that could not be delivered, when the owner is notified of it. */
export type Step = { delivery: Delivery; health: EndpointHealth; warn: number | null }

/** Eight attempts in all: at once, then after these. */
const retrySeconds = [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000]
const mostJitter = 0.2

/** Null when the delivery has ended already. `jitter` is a number from 0 to 1. */
export function decideAttempt(
  { state, tries }: Tried,
  before: EndpointHealth,
  attempt: Attempt,
  now: Date,
  jitter: number,
): Step | null {
  if (state !== 'queued') return null
  if (attempt.delivered) return { delivery: succeed(), health: countSuccess(before), warn: null }
  const failing = { ...before, lastError: attempt.error }
  const step = retrySeconds[tries]
  if (step === undefined) {
    const health = countFailure(failing)
    return { delivery: exhaust(), health, warn: isWarned(before, health) ? health.consecutiveFailures : null }
  }
  const seconds = Math.max(step * (1 + mostJitter * jitter), Math.min(attempt.retryAfterSeconds ?? 0, 2 * step))
  return { delivery: reschedule(new Date(now.getTime() + seconds * 1000)), health: failing, warn: null }
}
