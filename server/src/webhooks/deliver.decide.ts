/**
 * What an attempt makes of a delivery and of its endpoint (3.5, 6.4). An event counts once against an endpoint, however many
 * attempts it took; any success counts for it. What an endpoint answers after it was disabled, or after the delivery has ended, is late.
 */
export type Attempt = { delivered: boolean; error: string | null; retryAfterSeconds: number | null }
export type Delivery = { state: string; tries: number }
export type Health = { consecutiveFailures: number; disabled: boolean; lastError: string | null }
/** `warn` is when the owner is told how many events in a row could not be delivered. */
export type Step = {
  delivery: { state: 'delivered' | 'waiting' | 'exhausted'; dueAt: Date | null }
  health: Health
  succeeded: boolean
  warn: number | null
}

/** Eight attempts in all: at once, then after these. */
const retrySeconds = [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000]
const mostJitter = 0.2
const disablingFailures = 20
const warnedFailures = [10, 18, disablingFailures]

/** Null when the delivery has ended already. `jitter` is a number from 0 to 1. */
export function decideAttempt(
  delivery: Delivery,
  health: Health,
  attempt: Attempt,
  now: Date,
  jitter: number,
): Step | null {
  if (delivery.state !== 'queued') return null
  if (attempt.delivered)
    return {
      delivery: { state: 'delivered', dueAt: null },
      health: { ...health, consecutiveFailures: 0 },
      succeeded: true,
      warn: null,
    }
  const step = retrySeconds[delivery.tries]
  const failing = { ...health, lastError: attempt.error }
  if (step === undefined) return exhaust(failing)
  const seconds = Math.max(step * (1 + mostJitter * jitter), Math.min(attempt.retryAfterSeconds ?? 0, 2 * step))
  const dueAt = new Date(now.getTime() + seconds * 1000)
  return { delivery: { state: 'waiting', dueAt }, health: failing, succeeded: false, warn: null }
}

function exhaust(health: Health): Step {
  // Once disabled it is not tried any more: what was under way then does not count on.
  const failures = health.disabled ? health.consecutiveFailures : health.consecutiveFailures + 1
  return {
    delivery: { state: 'exhausted', dueAt: null },
    health: { ...health, consecutiveFailures: failures, disabled: health.disabled || failures >= disablingFailures },
    succeeded: false,
    warn: !health.disabled && warnedFailures.includes(failures) ? failures : null,
  }
}
