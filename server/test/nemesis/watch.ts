import { setTimeout as sleep } from 'node:timers/promises'
import { readiness } from './deployment.ts'
import type { History } from './history.ts'
import type { Place } from './supervised-process.ts'

const sampleMilliseconds = 1_000

/** Asks every process how it is, once a second. */
export function watch(places: Place[], history: History): { stop: () => Promise<void> } {
  const stopping = new AbortController()
  const watching = places.map(async (place) => {
    while (!stopping.signal.aborted) {
      const at = Date.now()
      const [pid, bytes, ready] = [place.pid(), place.residentBytes(), await readiness(place.url)]
      history.record({ kind: 'sample', place: place.name, pid, at, ready, bytes })
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
