/** One row of a table, by its weight. */
export function draw<T extends { weight: number }>(table: T[], next: () => number): T {
  let left = next() * table.reduce((sum, { weight }) => sum + weight, 0)
  return table.find(({ weight }) => (left -= weight) < 0) ?? table.at(-1)!
}

export const pick = <T>(things: T[], next: () => number): T | undefined => things[Math.floor(next() * things.length)]
