/** The candidate with the fewest changes, if few are needed; for suggestions. */
export function nearest(text: string, candidates: string[]): string | null {
  const ranked = candidates
    .map((candidate) => ({ candidate, changes: distance(text.toLowerCase(), candidate) }))
    .toSorted((one, two) => one.changes - two.changes)
  const [best] = ranked
  return best !== undefined && best.changes <= Math.max(2, text.length * 0.4) ? best.candidate : null
}

/** Levenshtein's distance. */
function distance(one: string, two: string): number {
  let previous = Array.from({ length: two.length + 1 }, (_, index) => index)
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= two.length; column += 1) {
      const replace = previous[column - 1]! + (one[row - 1] === two[column - 1] ? 0 : 1)
      current.push(Math.min(replace, previous[column]! + 1, current[column - 1]! + 1))
    }
    previous = current
  }
  return previous[two.length]!
}
