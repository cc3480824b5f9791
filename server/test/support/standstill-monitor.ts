/** A worker thread that only sleeps and sums up by how many milliseconds its sleeps were too long. */
import { workerData } from 'node:worker_threads'

const sleepMilliseconds = 10
/** A shorter delay may come from the service, which uses the same processors. */
const noticeableMilliseconds = 20
/** See stopwatch.ts for the meaning of the elements. */
const counters = workerData as Int32Array<SharedArrayBuffer>

Atomics.store(counters, 2, 1)
Atomics.notify(counters, 2)
for (let before = performance.now(); ; ) {
  Atomics.wait(counters, 0, 0, sleepMilliseconds)
  const now = performance.now()
  const late = Math.round(now - before - sleepMilliseconds)
  if (late > noticeableMilliseconds) Atomics.add(counters, 1, late)
  before = now
}
