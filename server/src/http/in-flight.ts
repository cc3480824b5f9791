type Limit = { name: string; max: number }
/** `leave` decrements the counts and is called once; `reached` is the limit that was reached. */
type Entered<L> = { leave: () => void } | { reached: L }

/** Counts requests or connections in progress by name, up to a limit per name. */
export function createInFlight() {
  const counts = new Map<string, number>()
  const count = (name: string): number => counts.get(name) ?? 0
  const leave = (name: string): void => {
    const remaining = count(name) - 1
    if (remaining > 0) counts.set(name, remaining)
    else counts.delete(name)
  }
  return {
    /** Counts under all of these names or, if one has reached its limit, under none. */
    enter<L extends Limit>(...limits: L[]): Entered<L> {
      const reached = limits.find(({ name, max }) => count(name) >= max)
      if (reached !== undefined) return { reached }
      for (const { name } of limits) counts.set(name, count(name) + 1)
      return { leave: () => limits.forEach(({ name }) => leave(name)) }
    },
  }
}
