import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Whether the heap is nearly full: then the process collects garbage more than it works, and soon ends. */
export type HeapWatch = { isNearlyFull: () => boolean; stop: () => void }

const checkMilliseconds = 1_000
const nearlyFullShare = 0.9
/** So many in a row before a collection is asked for, and between two of them: each stops the process for up to some seconds. */
const checksBeforeCollection = 5

export function watchHeap(): HeapWatch {
  let inARow = 0
  let isNearlyFull = false
  const timer = setInterval(() => {
    inARow = isOverShare() ? inARow + 1 : 0
    if (inARow === 0) isNearlyFull = false
    else if (inARow % checksBeforeCollection === 0) {
      // A process with little to do does not collect, and what is no longer used would be taken for used.
      collectGarbage()
      isNearlyFull = isOverShare()
    }
  }, checkMilliseconds).unref()
  return { isNearlyFull: () => isNearlyFull, stop: () => clearInterval(timer) }
}

function isOverShare(): boolean {
  const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics()
  return used > nearlyFullShare * limit
}

/** Through a flag, because the inspector's `HeapProfiler.collectGarbage` is asynchronous, and hung the process when it was tried. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
}
