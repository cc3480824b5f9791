/** A random row, with a probability proportional to its weight. */
export function drawWeighted<T extends { weight: number }>(rows: T[], next: () => number): T {
  let remaining = next() * rows.reduce((sum, { weight }) => sum + weight, 0)
  return rows.find(({ weight }) => (remaining -= weight) < 0) ?? rows.at(-1)!
}

export const pick = <T>(values: T[], next: () => number): T | undefined => values[Math.floor(next() * values.length)]
