import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ports from which Linux opens outgoing connections: one of those could have it before its listener starts. */
const [lowest, end] = [10_000, 32_768]

/** A port on which nothing listens at this moment, for those who must know their address before they listen. */
export async function freePort(): Promise<number> {
  const port = randomInt(lowest, end)
  const probe = createServer().listen(port, '127.0.0.1')
  try {
    await once(probe, 'listening')
  } catch {
    return freePort()
  }
  await new Promise((resolve) => probe.close(resolve))
  return port
}
