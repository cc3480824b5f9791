import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below Linux's range for outgoing connections, which could take the port before the listener starts. */
const [lowest, end] = [10_000, 32_768]

/** Returns a port that is currently free, for a server whose address must be known before it listens. */
export async function freePort(): Promise<number> {
  const port = randomInt(lowest, end)
  return (await isPortFree(port)) ? port : freePort()
}

export async function isPortFree(port: number): Promise<boolean> {
  const probe = createServer().listen(port, '127.0.0.1')
  try {
    await once(probe, 'listening')
  } catch {
    return false
  }
  await new Promise((resolve) => probe.close(resolve))
  return true
}
