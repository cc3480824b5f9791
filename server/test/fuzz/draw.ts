/** Everything is drawn from one seeded source, so a request can be made again from its seed and set. */
export type Draw = {
  chance: (of: number) => boolean
  below: (limit: number) => number
  pick: <T>(from: readonly T[]) => T
}

export function drawFrom(next: () => number): Draw {
  const below = (limit: number): number => Math.floor(next() * limit)
  return { chance: (of) => next() < of, below, pick: (from) => from[below(from.length)]! }
}
