import { getHeapStatistics } from 'node:v8'

/** Loaded into a service process with `--import`. Injects the fault that the parent process names in a message. */
const stallMilliseconds = 10_000
/** Stays referenced, so that garbage collection frees nothing. */
const retained: unknown[] = []
const fill = (): void => void retained.push(Array.from({ length: 20_000 }, (_, index) => ({ index })))
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
    retained.length = 0
    // V8 collects garbage only when the process allocates memory.
    setInterval(() => Array.from({ length: 20_000 }, (_, index) => ({ index })), 10)
  },
  exhaustHeap() {
    setInterval(fill, 1)
  },
}
process.on('message', (name: string) => faults[name]?.())
process.channel?.unref()
