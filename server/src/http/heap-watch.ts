import { getHeapStatistics } from 'node:v8'

/** Detects a nearly full heap: the process then spends most of its time in garbage collection and soon crashes. */
export type HeapWatch = { isNearlyFull: () => boolean; stop: () => void }

const checkMilliseconds = 1_000
const nearlyFullShare = 0.9
/** V8 collects garbage before the heap is this full, so a heap that stays full for this many checks is in use. */
const checksInARow = 5

export function watchHeap(): HeapWatch {
  let inARow = 0
  const timer = setInterval(() => {
    inARow = isOverShare() ? inARow + 1 : 0
  }, checkMilliseconds).unref()
  return { isNearlyFull: () => inARow >= checksInARow, stop: () => clearInterval(timer) }
}

function isOverShare(): boolean {
  const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics()
  return used > nearlyFullShare * limit
}
