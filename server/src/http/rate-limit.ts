/**
 * A token bucket as one number a name: the moment until which the tokens already given are paid for (the generic cell
 * rate algorithm). A bucket that is full again needs no memory, so forgetting one changes nothing.
 */
export type Rate = { perSecond: number; burst: number }
type Allowance = { allowed: boolean; remaining: number; retryAfterSeconds: number }

const fewestBeforeSweep = 10_000

type RateLimiter = {
  take: (name: string, rate: Rate, nowSeconds: number, tokens?: number) => Allowance
  /** Takes tokens that have been used already, whether they are there or not: then the next wait longer. */
  charge: (name: string, rate: Rate, nowSeconds: number, tokens: number) => void
  /** Takes one token back that was given. */
  release: (name: string, rate: Rate) => void
}

export function createRateLimiter(): RateLimiter {
  const paidUntil = new Map<string, number>()
  let sweepAt = fewestBeforeSweep
  const take: RateLimiter['take'] = (name, { perSecond, burst }, nowSeconds, tokens = 1) => {
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
  }
  const charge: RateLimiter['charge'] = (name, { perSecond }, nowSeconds, tokens) =>
    void paidUntil.set(name, Math.max(paidUntil.get(name) ?? 0, nowSeconds) + tokens / perSecond)
  const release: RateLimiter['release'] = (name, { perSecond }) => {
    const until = paidUntil.get(name)
    if (until !== undefined) paidUntil.set(name, until - 1 / perSecond)
  }
  return { take, charge, release }
}
