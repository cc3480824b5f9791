import { getHeapStatistics } from 'node:v8'

/** Loaded into a service process with `--import`. On a message of its parent it does what no process should. */
const stallMilliseconds = 10_000
/** Lists that stay referenced, so that no collection helps. */
const kept: unknown[] = []
const fill = (): void => void kept.push(Array.from({ length: 20_000 }, (_, index) => ({ index })))
const heapShare = (): number => {
  const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics()
  return used / limit
}

const faults: Record<string, () => void> = {
  stall() {
    const until = performance.now() + stallMilliseconds
    while (performance.now() < until);
  },
  fillHeap() {
    while (heapShare() < 0.93) fill()
  },
  emptyHeap() {
    kept.length = 0
    // As a process with work does: what is allocated makes V8 collect.
    setInterval(() => Array.from({ length: 20_000 }, (_, index) => ({ index })), 10)
  },
  exhaustHeap() {
    setInterval(fill, 1)
  },
}
process.on('message', (name: string) => faults[name]?.())
process.channel?.unref()
