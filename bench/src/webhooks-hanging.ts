import { setTimeout as sleep } from 'node:timers/promises'
import { type BenchService, withService } from './bench-service.ts'
import { createEmitter, type Emitter } from './emitter.ts'
import { createEndpoint, deleteEndpoint, type Endpoint } from './endpoints.ts'
import { median, quantile, table, writeResults } from './figures.ts'
import { requestJson } from './http-client.ts'

type Case = { name: string; behaviour: 'ok' | 'hang'; simulator: number }

const [respondingCount, otherCount] = [90, 10]
const eventsPerSecond = 200
const ticksPerSecond = 10
/** The wait after the last event. An event that has not arrived by then counts as never. */
const waitTimeoutMilliseconds = 5_000
/** Longer than the timeout of an attempt plus the delay before its first retry. */
const cooldownMilliseconds = 25_000

/**
 * The delay of events to receivers that respond, while a tenth of all receivers never responds. Receivers of one simulator
 * share an origin, and deliveries to one origin share its connections, so it matters which origin the hanging receivers have.
 */
export function benchWebhooksHanging(rounds: number, seconds: number): Promise<void> {
  const cases: Case[] = [
    { name: 'all respond', behaviour: 'ok', simulator: 1 },
    { name: `${otherCount} hang, at a separate origin`, behaviour: 'hang', simulator: 1 },
    { name: `${otherCount} hang, at the same origin as the others`, behaviour: 'hang', simulator: 0 },
  ]
  return withService(
    async (service) => {
      const endpoints = await Promise.all(
        service.shops
          .slice(0, respondingCount)
          .map((shop) => createEndpoint(service.url, shop, service.simulators[0]!, 'ok')),
      )
      await service.startWorker()
      const emitter = createEmitter(service.databaseUrl)
      const delays = new Map<string, number[]>(cases.map(({ name }) => [name, []]))
      for (let round = 0; round < rounds; round++)
        for (const one of cases) {
          delays
            .get(one.name)!
            .push(
              ...(await withOtherEndpoints(service, one, () => measureDelays(service, emitter, endpoints, seconds))),
            )
          process.stderr.write('.')
        }
      await emitter.close()
      printResults(delays, rounds, seconds)
    },
    { businesses: respondingCount + otherCount, simulatorCount: 2 },
  )
}

/** Runs `work` with the other endpoints of this case, then deletes them and their pending deliveries. */
async function withOtherEndpoints<T>(
  { url, shops, simulators }: BenchService,
  one: Case,
  work: () => Promise<T>,
): Promise<T> {
  const simulator = simulators[one.simulator]!
  const endpoints = await Promise.all(
    shops.slice(respondingCount).map((shop) => createEndpoint(url, shop, simulator, one.behaviour)),
  )
  const result = await work()
  await Promise.all(endpoints.map((endpoint) => deleteEndpoint(url, endpoint)))
  await sleep(cooldownMilliseconds)
  return result
}

/** The milliseconds from an event's time to its first arrival, for every event of a shop whose receiver responds. */
async function measureDelays(
  { shops }: BenchService,
  emitter: Emitter,
  endpoints: Endpoint[],
  seconds: number,
): Promise<number[]> {
  const started = Date.now()
  const expected = await emitEvenly(
    emitter,
    shops.map(({ uuid }) => uuid),
    seconds,
  )
  await sleep(waitTimeoutMilliseconds)
  const arrived = (await Promise.all(endpoints.map((endpoint) => arrivalsSince(endpoint, started)))).flat()
  return [...arrived, ...Array.from({ length: expected - arrived.length }, () => Number.POSITIVE_INFINITY)]
}

/** Emits events for the businesses in turn. Returns the number of events for receivers that respond. */
async function emitEvenly(emitter: Emitter, businessIds: string[], seconds: number): Promise<number> {
  const perTick = eventsPerSecond / ticksPerSecond
  const started = performance.now()
  let emitted = 0
  let expected = 0
  for (let tick = 0; tick < seconds * ticksPerSecond; tick++) {
    await sleep(Math.max(0, started + (tick * 1000) / ticksPerSecond - performance.now()))
    const indexes = Array.from({ length: perTick }, (_, offset) => (emitted + offset) % businessIds.length)
    await emitter.emit(indexes.map((index) => businessIds[index]!))
    emitted += perTick
    expected += indexes.filter((index) => index < respondingCount).length
  }
  return expected
}

/** Only the first arrival of an event counts. The list is in order of arrival. */
async function arrivalsSince({ receiver }: Endpoint, moment: number): Promise<number[]> {
  const { items } = await requestJson<{ items: { body: string; at: string }[] }>('GET', `${receiver}/deliveries`)
  const delays = new Map<string, number>()
  for (const { body, at } of items) {
    const { id, occurred_at: occurredAt } = JSON.parse(body) as { id: string; occurred_at: string }
    if (Date.parse(occurredAt) < moment || delays.has(id)) continue
    delays.set(id, Date.parse(at) - Date.parse(occurredAt))
  }
  return [...delays.values()]
}

function printResults(delays: Map<string, number[]>, rounds: number, seconds: number): void {
  const rows = [...delays].map(([name, all]) => ({
    name,
    events: all.length,
    never: all.filter((delay) => delay === Number.POSITIVE_INFINITY).length,
    median: median(all),
    p95: quantile(all, 0.95),
    p99: quantile(all, 0.99),
  }))
  const format = (delay: number): string => (Number.isFinite(delay) ? String(delay) : 'never')
  process.stderr.write('\n')
  process.stdout.write(
    table(
      [
        `${eventsPerSecond} events/s to ${respondingCount + otherCount} endpoints`,
        'events',
        'never',
        'median ms',
        'p95',
        'p99',
      ],
      rows.map((row) => [row.name, row.events, row.never, format(row.median), format(row.p95), format(row.p99)]),
    ),
  )
  writeResults('webhooks-hanging', { rounds, seconds, eventsPerSecond, rows })
}
