import { Worker } from 'node:worker_threads'

/**
 * Times what a bound in milliseconds is about. While the machine stands still, because its host runs somebody else's, nothing in it gets
 * on, and that is not the service's doing: such time is left out. A thread that only sleeps notices it.
 */
export type Stopwatch = { milliseconds: () => number; standstillMilliseconds: () => number }

// What the thread sleeps on and nobody changes, for how long it overslept, and whether it has begun.
const overslept = new Int32Array(new SharedArrayBuffer(12))
new Worker(new URL('./sleeper.ts', import.meta.url), { workerData: overslept }).unref()
await Atomics.waitAsync(overslept, 2, 0).value

export function startStopwatch(): Stopwatch {
  const began = performance.now()
  const standstillBefore = Atomics.load(overslept, 1)
  const standstillMilliseconds = (): number => Atomics.load(overslept, 1) - standstillBefore
  return { standstillMilliseconds, milliseconds: () => performance.now() - began - standstillMilliseconds() }
}
