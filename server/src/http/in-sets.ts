/** All items in their order, so many at a time. */
export function* inSets<T>(items: T[], largestSet: number): Generator<T[]> {
  for (let start = 0; start < items.length; start += largestSet) yield items.slice(start, start + largestSet)
}
