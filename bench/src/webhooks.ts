import { join } from 'node:path'
import { type BenchService, withService } from './bench-service.ts'
import { comparisonTable, measureVariants, type Sample } from './compare.ts'
import { createEmitter, type Emitter } from './emitter.ts'
import { createEndpoint, type Endpoint } from './endpoints.ts'
import { writeResults } from './figures.ts'
import type { Options as PostOptions, Report as PostReport } from './post-webhooks.ts'
import { type Line, type Process, runProgram } from './processes.ts'
import { cpuClock, cpuClockWithChildren, startCpuClocks } from './processor-time.ts'

const [businesses, endpointsEach] = [4, 5]
const warmUpDeliveries = 2_000

/** Compares webhook deliveries by one worker with the same requests by the HTTP client only. */
export function benchWebhooks(rounds: number, count: number): Promise<void> {
  return withService(
    async (service) => {
      const endpoints = await Promise.all(
        service.shops.flatMap((shop) =>
          Array.from({ length: endpointsEach }, () => createEndpoint(service.url, shop, service.simulators[0]!, 'ok')),
        ),
      )
      const worker = await service.startWorker()
      const emitter = createEmitter(service.databaseUrl)
      await deliver(service, worker, emitter, warmUpDeliveries)
      const rows = await measureVariants(rounds, [
        ['(a) the HTTP client only', () => post(service, endpoints, count)],
        [`(b) deliveries to ${endpoints.length} endpoints`, () => deliver(service, worker, emitter, count)],
      ])
      await emitter.close()
      process.stdout.write(comparisonTable(`median of ${rounds} rounds of ${count}`, rows))
      writeResults('webhooks', { rounds, count, rows })
    },
    { businesses },
  )
}

async function post(
  { simulatorProcess, simulators }: BenchService,
  endpoints: Endpoint[],
  count: number,
): Promise<Sample> {
  const options: PostOptions = {
    endpoints: endpoints.map(({ url, secret }) => ({ url, secret })),
    certificateAuthority: simulators[0]!.receivers.certificateAuthority,
    simulator: simulatorProcess.pid,
    warmUp: warmUpDeliveries,
    count,
  }
  const { seconds, milliseconds } = await runProgram<PostReport>(join(import.meta.dirname, 'post-webhooks.ts'), options)
  return { perSecond: count / seconds, milliseconds }
}

/** Measures from the first delivery whose response is stored to the last one. */
async function deliver(service: BenchService, worker: Process, emitter: Emitter, count: number): Promise<Sample> {
  const events = Math.ceil(count / endpointsEach)
  const deliveries = events * endpointsEach
  const delivered = worker.waitForLogLines(deliveries, isDelivered)
  await emitter.emit(Array.from({ length: events }, (_, index) => service.shops[index % businesses]!.uuid))
  const cpuPerItem = startCpuClocks({
    worker: cpuClock(worker.pid),
    postgres: cpuClockWithChildren(service.postmaster),
    simulator: cpuClock(service.simulatorProcess.pid),
  })
  const { first, last } = await delivered
  return { perSecond: (deliveries * 1000) / (last - first), milliseconds: cpuPerItem(deliveries) }
}

function isDelivered({ msg, delivered, error }: Line): boolean {
  if (msg !== 'delivery') return false
  if (delivered !== true) throw new Error(`a delivery failed: ${String(error)}`)
  return true
}
