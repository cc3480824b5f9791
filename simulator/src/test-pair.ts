import { afterAll, beforeEach } from 'vitest'
import { startSimulator } from './simulator.ts'
import { clientOf } from './test-client.ts'
import { startTestService } from './test-service.ts'

/**
 * A simulator and the service it is connected to, for one test file. Before each test nothing has happened, and providers report
 * only what they are told to. The service answers as `treatment` says. A test may change that: the next one finds 200 again.
 */
export async function startPair() {
  const treatment = { status: 200 }
  const service = await startTestService(() => treatment)
  const simulator = await startSimulator({ port: 0 })
  simulator.connect(service.callbacks)
  const client = clientOf(simulator)
  afterAll(async () => {
    await simulator.stop()
    await service.stop()
  })
  beforeEach(async () => {
    treatment.status = 200
    await client.post('/reset', {})
    await client.post('/reports', { mode: 'manual' })
    service.calls.length = 0
  })
  return { client, service, simulator, treatment }
}
