import { Worker } from 'node:worker_threads'

/**
 * Measures time without the time in which the host suspended the whole machine, because the service did not cause it.
 * A worker thread that only sleeps detects such a standstill.
 */
export type Stopwatch = { milliseconds: () => number; standstillMilliseconds: () => number }

// Three elements: one that never changes, for the thread to sleep on; the standstill in milliseconds; 1 when the thread runs.
const counters = new Int32Array(new SharedArrayBuffer(12))
new Worker(new URL('./standstill-monitor.ts', import.meta.url), { workerData: counters }).unref()
await Atomics.waitAsync(counters, 2, 0).value

export function startStopwatch(): Stopwatch {
  const began = performance.now()
  const standstillBefore = Atomics.load(counters, 1)
  const standstillMilliseconds = (): number => Atomics.load(counters, 1) - standstillBefore
  return { standstillMilliseconds, milliseconds: () => performance.now() - began - standstillMilliseconds() }
}
