import { join } from 'node:path'
import { type BenchService, withService } from './bench-service.ts'
import { compare, type Sample, takeTurns } from './compare.ts'
import { createEmitter, type Emitter } from './emitter.ts'
import { createEndpoint, type Endpoint } from './endpoints.ts'
import { keepResults } from './figures.ts'
import type { Orders as PostOrders, Report as PostReport } from './posts.ts'
import { type Line, type Process, report } from './processes.ts'
import { clockOf, clockOfFamily, startClocks } from './processor-time.ts'

const [businesses, endpointsEach] = [4, 5]
const warmUpDeliveries = 2_000

/** Webhook deliveries by one worker, beside the same posts by the HTTP client alone. */
export function benchWebhooks(rounds: number, count: number): Promise<void> {
  return withService(
    async (service) => {
      const endpoints = await Promise.all(
        service.shops.flatMap((shop) =>
          Array.from({ length: endpointsEach }, () => createEndpoint(service.url, shop, service.simulated[0]!, 'ok')),
        ),
      )
      const worker = await service.startWorker()
      const emitter = createEmitter(service.databaseUrl)
      await deliver(service, worker, emitter, warmUpDeliveries)
      const rows = await takeTurns(rounds, [
        ['(a) the HTTP client alone', () => post(service, endpoints, count)],
        [`(b) deliveries to ${endpoints.length} endpoints`, () => deliver(service, worker, emitter, count)],
      ])
      await emitter.close()
      process.stdout.write(compare(`median of ${rounds} rounds of ${count}`, rows))
      keepResults('webhooks', { rounds, count, rows })
    },
    { businesses },
  )
}

async function post({ outside, simulated }: BenchService, endpoints: Endpoint[], count: number): Promise<Sample> {
  const orders: PostOrders = {
    endpoints: endpoints.map(({ url, secret }) => ({ url, secret })),
    certificateAuthority: simulated[0]!.receivers.certificateAuthority,
    simulator: outside.pid,
    warmUp: warmUpDeliveries,
    count,
  }
  const { seconds, milliseconds } = await report<PostReport>(join(import.meta.dirname, 'posts.ts'), orders)
  return { perSecond: count / seconds, milliseconds }
}

/** From the first delivery whose answer is stored to the last one. */
async function deliver(service: BenchService, worker: Process, emitter: Emitter, count: number): Promise<Sample> {
  const events = Math.ceil(count / endpointsEach)
  const deliveries = events * endpointsEach
  const delivered = worker.untilLogged(deliveries, isDelivered)
  await emitter.emit(Array.from({ length: events }, (_, place) => service.shops[place % businesses]!.uuid))
  const processors = startClocks({
    worker: clockOf(worker.pid),
    postgres: clockOfFamily(service.postmaster),
    simulator: clockOf(service.outside.pid),
  })
  const { first, last } = await delivered
  return { perSecond: (deliveries * 1000) / (last - first), milliseconds: processors(deliveries) }
}

function isDelivered({ msg, delivered, error }: Line): boolean {
  if (msg !== 'delivery') return false
  if (delivered !== true) throw new Error(`a delivery failed: ${String(error)}`)
  return true
}
