/** Counts what is under way by name, and lets no name have more than its limit. */
export type InFlight = {
  /** Null when the limit is reached; otherwise what ends it, to be called once. */
  enter: (name: string, most: number) => (() => void) | null
  count: (name: string) => number
}

export function createInFlight(): InFlight {
  const counts = new Map<string, number>()
  const count = (name: string): number => counts.get(name) ?? 0
  const leave = (name: string): void => {
    const left = count(name) - 1
    if (left > 0) counts.set(name, left)
    else counts.delete(name)
  }
  return {
    enter(name, most) {
      if (count(name) >= most) return null
      counts.set(name, count(name) + 1)
      return () => leave(name)
    },
    count,
  }
}
