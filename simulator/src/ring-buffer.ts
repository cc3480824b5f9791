/** Stores the newest `capacity` items. Adding takes constant time. */
export type RingBuffer<Item> = {
  add: (item: Item) => void
  /** The number of items ever added, including overwritten ones. */
  count: () => number
  /** Oldest first. */
  items: () => Item[]
}

export function createRingBuffer<Item>(capacity: number): RingBuffer<Item> {
  const ring: Item[] = []
  let added = 0

  return {
    add(item) {
      ring[added % capacity] = item
      added += 1
    },
    count: () => added,
    items() {
      // The next item overwrites the oldest, so the oldest is at that index.
      const next = added % capacity
      return [...ring.slice(next), ...ring.slice(0, next)]
    },
  }
}
