/** A thread that only sleeps, and counts for how many milliseconds it overslept. */
import { workerData } from 'node:worker_threads'

const sleepMilliseconds = 10
/** Less than this may be the service's doing, which keeps the processors busy. */
const noticeableMilliseconds = 20
const overslept = workerData as Int32Array<SharedArrayBuffer>

Atomics.store(overslept, 2, 1)
Atomics.notify(overslept, 2)
for (let before = performance.now(); ; ) {
  Atomics.wait(overslept, 0, 0, sleepMilliseconds)
  const now = performance.now()
  const late = Math.round(now - before - sleepMilliseconds)
  if (late > noticeableMilliseconds) Atomics.add(overslept, 1, late)
  before = now
}
