type Limit = { name: string; most: number }
/** What ends the counting, to be called once; or the limit that is reached. */
type Entered<L> = { leave: () => void } | { reached: L }

/** Counts what is under way by name, and lets no name have more than its limit. */
export function createInFlight() {
  const counts = new Map<string, number>()
  const count = (name: string): number => counts.get(name) ?? 0
  const leave = (name: string): void => {
    const left = count(name) - 1
    if (left > 0) counts.set(name, left)
    else counts.delete(name)
  }
  return {
    /** Counts under all of these names or, where one has reached its limit, under none. */
    enter<L extends Limit>(...limits: L[]): Entered<L> {
      const reached = limits.find(({ name, most }) => count(name) >= most)
      if (reached !== undefined) return { reached }
      for (const { name } of limits) counts.set(name, count(name) + 1)
      return { leave: () => limits.forEach(({ name }) => leave(name)) }
    },
  }
}
