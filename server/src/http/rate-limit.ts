/**
 * A token bucket per name, stored as one number: the time at which the tokens taken so far are replenished (the generic cell
 * rate algorithm). A full bucket has no state, so removing it changes nothing.
 */
export type Rate = { perSecond: number; burst: number }
type Allowance = { allowed: boolean; remaining: number; retryAfterSeconds: number }

const minSweepSize = 10_000

export function createRateLimiter() {
  const fullAt = new Map<string, number>()
  let sweepSize = minSweepSize
  return {
    take: (name: string, { perSecond, burst }: Rate, nowSeconds: number, tokens = 1): Allowance => {
      if (fullAt.size >= sweepSize) {
        for (const [other, at] of fullAt) if (at <= nowSeconds) fullAt.delete(other)
        // The next sweep waits until the size has doubled, so that many busy names do not cause a sweep per request.
        sweepSize = Math.max(minSweepSize, 2 * fullAt.size)
      }
      const refillSeconds = Math.max(fullAt.get(name) ?? 0, nowSeconds) + tokens / perSecond - nowSeconds
      const room = burst / perSecond - refillSeconds
      // Tolerance for rounding errors of floating-point sums.
      if (room < -1e-9) return { allowed: false, remaining: 0, retryAfterSeconds: -room }
      fullAt.set(name, nowSeconds + refillSeconds)
      return { allowed: true, remaining: Math.floor(room * perSecond + 1e-6), retryAfterSeconds: 0 }
    },
    /** Takes tokens that were already used, even if the bucket does not have them: later requests then wait longer. */
    charge: (name: string, { perSecond }: Rate, nowSeconds: number, tokens: number): void => {
      fullAt.set(name, Math.max(fullAt.get(name) ?? 0, nowSeconds) + tokens / perSecond)
    },
    /** Returns one token to the bucket. */
    release: (name: string, { perSecond }: Rate): void => {
      const at = fullAt.get(name)
      if (at !== undefined) fullAt.set(name, at - 1 / perSecond)
    },
  }
}
