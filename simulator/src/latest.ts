/** The last so many of what was added. Adding takes the same time however many there are. */
export type Latest<One> = { add: (one: One) => void; count: () => number; items: () => One[] }

export function createLatest<One>(most: number): Latest<One> {
  const ring: One[] = []
  let added = 0

  return {
    add(one) {
      ring[added % most] = one
      added += 1
    },
    /** How many were ever added, the forgotten ones too. */
    count: () => added,
    /** The oldest first: it stands where the next one would go. */
    items() {
      const next = added % most
      return [...ring.slice(next), ...ring.slice(0, next)]
    },
  }
}
