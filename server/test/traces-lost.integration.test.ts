import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { freePort } from '../dev/free-port.ts'
import { addressesOf, push } from './chaos/pushes.ts'
import { startDeployment } from './harness/deployment.ts'
import { startSite } from './harness/site.ts'
import { tracedEnvironment } from './harness/traced-environment.ts'
import { startOtlpSink } from './support/otlp-sink.ts'
import { until } from './support/simulator-client.ts'
import { createDatabase } from './support/test-service.ts'

const databaseUrl = await createDatabase()
const site = await startSite()
afterAll(site.stop)
const maxQueueSize = 50
const limits = {
  OTEL_BSP_MAX_QUEUE_SIZE: String(maxQueueSize),
  OTEL_BSP_MAX_EXPORT_BATCH_SIZE: '10',
  OTEL_EXPORTER_OTLP_TIMEOUT: '300',
}

const hanging = await startOtlpSink({ isHanging: true })
afterAll(hanging.stop)
const absentUrl = `http://127.0.0.1:${await freePort()}`

for (const [what, sinkUrl] of [
  ['that accepts connections and never responds', hanging.url],
  ['that is down', absentUrl],
] as const)
  test(`a sink ${what} delays no request and is logged once`, async () => {
    const environment = { ...site.environment, ...tracedEnvironment(sinkUrl), ...limits }
    const { startApi, stop } = startDeployment(databaseUrl, { ...site, environment })
    onTestFinished(stop)
    const api = await startApi()
    const shop = await api.business({ rate_limit_per_second: 10_000 })
    const warnings = () => api.lines.filter(({ msg }) => msg === 'failed to export spans')
    for (let round = 0; round < 4; round++) {
      const startedAt = performance.now()
      await Promise.all(addressesOf(50).map((to) => push(shop, [to])))
      // An export takes until its timeout, and these 50 requests do not wait for one after the other.
      expect(performance.now() - startedAt).toBeLessThan(10_000)
      await sleep(500)
    }
    const warning = await until('the warning', async () => warnings()[0])
    expect(warning).toMatchObject({ level: 40, spans: expect.any(Number), code: expect.any(String) })
    expect(JSON.stringify(warning)).not.toContain(sinkUrl)
    expect(warnings()).toHaveLength(1)

    const stoppedAt = performance.now()
    expect(await api.terminate()).toEqual([0, null])
    expect(performance.now() - stoppedAt).toBeLessThan(15_000)
  })
