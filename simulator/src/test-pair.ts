import { afterAll, beforeEach } from 'vitest'
import { startSimulator } from './simulator.ts'
import { createClient } from './test-client.ts'
import { startTestService } from './test-service.ts'

/**
 * A simulator connected to a test service, for one test file. Each test starts after a reset, in report mode `manual`. The
 * service responds with `response`; a test may change its status, which returns to 200 before the next test.
 */
export async function startPair() {
  const response = { status: 200 }
  const service = await startTestService(() => response)
  const simulator = await startSimulator({ port: 0 })
  simulator.connect(service.callbacks)
  const client = createClient(simulator)
  afterAll(async () => {
    await simulator.stop()
    await service.stop()
  })
  beforeEach(async () => {
    response.status = 200
    await client.post('/reset', {})
    await client.post('/reports', { mode: 'manual' })
    service.calls.length = 0
  })
  return { client, service, simulator, response }
}
