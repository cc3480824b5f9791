import { setTimeout as sleep } from 'node:timers/promises'
import { readiness } from '../harness/readiness.ts'
import type { SupervisedProcess } from '../harness/supervised-process.ts'
import type { History } from './history.ts'

const sampleMilliseconds = 1_000

/** Samples readiness and memory of every process once a second. */
export function watch(processes: SupervisedProcess[], history: History): { stop: () => Promise<void> } {
  const stopping = new AbortController()
  const watching = processes.map(async (target) => {
    while (!stopping.signal.aborted) {
      const at = Date.now()
      const [pid, bytes, ready] = [target.pid(), target.residentBytes(), await readiness(target.url)]
      history.record({ kind: 'sample', processName: target.name, pid, at, ready, bytes })
      await sleep(Math.max(0, at + sampleMilliseconds - Date.now()))
    }
  })
  return {
    async stop() {
      stopping.abort()
      await Promise.all(watching)
    },
  }
}
