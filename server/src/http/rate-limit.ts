/**
 * A token bucket as one number a name: the moment until which the tokens already given are paid for (the generic cell
 * rate algorithm). A bucket that is full again needs no memory, so forgetting one changes nothing.
 */
export type Rate = { perSecond: number; burst: number }
type Allowance = { allowed: boolean; remaining: number; retryAfterSeconds: number }

const fewestBeforeSweep = 10_000

export function createRateLimiter() {
  const paidUntil = new Map<string, number>()
  let sweepAt = fewestBeforeSweep
  return {
    take: (name: string, { perSecond, burst }: Rate, nowSeconds: number, tokens = 1): Allowance => {
      if (paidUntil.size >= sweepAt) {
        for (const [other, until] of paidUntil) if (until <= nowSeconds) paidUntil.delete(other)
        // Not again before it has doubled: many busy names must not make every request walk them all.
        sweepAt = Math.max(fewestBeforeSweep, 2 * paidUntil.size)
      }
      const owed = Math.max(paidUntil.get(name) ?? 0, nowSeconds) + tokens / perSecond - nowSeconds
      const room = burst / perSecond - owed
      // A hair of tolerance: sums of thirds and sevenths do not come out even.
      if (room < -1e-9) return { allowed: false, remaining: 0, retryAfterSeconds: -room }
      paidUntil.set(name, nowSeconds + owed)
      return { allowed: true, remaining: Math.floor(room * perSecond + 1e-6), retryAfterSeconds: 0 }
    },
    /** Takes tokens that have been used already, whether they are there or not: then the next wait longer. */
    charge: (name: string, { perSecond }: Rate, nowSeconds: number, tokens: number): void => {
      paidUntil.set(name, Math.max(paidUntil.get(name) ?? 0, nowSeconds) + tokens / perSecond)
    },
    /** Takes one token back that was given. */
    release: (name: string, { perSecond }: Rate): void => {
      const until = paidUntil.get(name)
      if (until !== undefined) paidUntil.set(name, until - 1 / perSecond)
    },
  }
}
