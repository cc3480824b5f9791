/** Every choice comes from one seeded generator, so a request can be generated again from its seed. */
export type Random = {
  bool: (probability: number) => boolean
  below: (limit: number) => number
  pick: <T>(values: readonly T[]) => T
}

export function createRandom(next: () => number): Random {
  const below = (limit: number): number => Math.floor(next() * limit)
  return { bool: (probability) => next() < probability, below, pick: (values) => values[below(values.length)]! }
}
