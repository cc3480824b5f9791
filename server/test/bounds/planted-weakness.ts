import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'

/**
 * Loaded into a service process with `--import`, to show that the bench detects violations: a stall of the event loop, a memory
 * leak and a crash. A request to /planted/stall triggers the stall, and so on.
 */
const weaknesses = {
  stall() {
    const until = performance.now() + stallMilliseconds
    while (performance.now() < until);
  },
  leak() {
    leaked ??= Buffer.alloc(leakedBytes, 1)
  },
  end: () => process.exit(1),
}
export type PlantedWeakness = keyof typeof weaknesses

const stallMilliseconds = 300
const leakedBytes = 768 * 1024 * 1024
let leaked: Buffer | undefined

subscribe('http.server.request.start', (message) => {
  const { url } = (message as { request: IncomingMessage }).request
  const name = url?.replace('/planted/', '')
  if (name !== undefined && name in weaknesses) weaknesses[name as PlantedWeakness]()
})
