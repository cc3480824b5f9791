/** All items in their order, in batches of at most this size. */
export function* inBatches<T>(items: T[], batchSize: number): Generator<T[]> {
  for (let start = 0; start < items.length; start += batchSize) yield items.slice(start, start + batchSize)
}
