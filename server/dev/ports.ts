import { isPortFree } from './free-port.ts'
import type { Ready } from './home.ts'
import type { DevelopmentOptions } from './options.ts'

/** Checks the ports before anything starts. `running` is the development service that already runs. */
export async function portProblem(
  { port, simulatorPort }: DevelopmentOptions,
  running: Ready | null,
): Promise<string | null> {
  for (const [option, wanted] of [
    ['--port', port],
    ['--simulator-port', simulatorPort],
  ] as const) {
    if (wanted === 0 || (await isPortFree(wanted))) continue
    if (running !== null && [running.url, running.simulator_url].some((url) => portOf(url) === wanted))
      return `npm run dev is already running at ${running.url}: use it, or start another with --port 0 --simulator-port 0`
    return `port ${wanted} is in use: select another with ${option}, or ${option} 0 for a free one`
  }
  return null
}

const portOf = (url: string): number => Number(new URL(url).port)
