import { setTimeout as sleep } from 'node:timers/promises'
import { type BenchService, withService } from './bench-service.ts'
import { createEmitter, type Emitter } from './emitter.ts'
import { createEndpoint, deleteEndpoint, type Endpoint } from './endpoints.ts'
import { keepResults, median, quantile, table } from './figures.ts'
import { ask } from './http-client.ts'

type Case = { name: string; behaviour: 'ok' | 'hang'; simulator: number }

const [answering, others] = [90, 10]
const eventsPerSecond = 200
const ticksPerSecond = 10
/** After the last event. What has not arrived by then counts as never. */
const patienceMilliseconds = 5_000
/** Longer than an attempt may take, and than the pause before its first retry. */
const calmMilliseconds = 25_000

/**
 * How long events take to reach receivers that answer, while a tenth of all receivers never does. Receivers of one simulator have
 * one origin, and those of one origin share its connections: so it matters whose neighbours the hanging ones are.
 */
export function benchWebhooksHanging(rounds: number, seconds: number): Promise<void> {
  const cases: Case[] = [
    { name: 'all answer', behaviour: 'ok', simulator: 1 },
    { name: `${others} of them hang, at an origin of their own`, behaviour: 'hang', simulator: 1 },
    { name: `${others} of them hang, at the origin of the others`, behaviour: 'hang', simulator: 0 },
  ]
  return withService(
    async (service) => {
      const endpoints = await Promise.all(
        service.shops.slice(0, answering).map((shop) => createEndpoint(service.url, shop, service.simulated[0]!, 'ok')),
      )
      await service.startWorker()
      const emitter = createEmitter(service.databaseUrl)
      const delays = new Map<string, number[]>(cases.map(({ name }) => [name, []]))
      for (let round = 0; round < rounds; round++)
        for (const one of cases) {
          delays
            .get(one.name)!
            .push(...(await beside(service, one, () => measureDelays(service, emitter, endpoints, seconds))))
          process.stderr.write('.')
        }
      await emitter.close()
      tell(delays, rounds, seconds)
    },
    { businesses: answering + others, simulators: 2 },
  )
}

/** Beside the other endpoints of this case, which are gone afterwards with all that was on its way to them. */
async function beside<T>({ url, shops, simulated }: BenchService, one: Case, work: () => Promise<T>): Promise<T> {
  const simulator = simulated[one.simulator]!
  const endpoints = await Promise.all(
    shops.slice(answering).map((shop) => createEndpoint(url, shop, simulator, one.behaviour)),
  )
  const result = await work()
  await Promise.all(endpoints.map((endpoint) => deleteEndpoint(url, endpoint)))
  await sleep(calmMilliseconds)
  return result
}

/** From an event's own time to its first arrival, in milliseconds, for every event of a shop whose receiver answers. */
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
  await sleep(patienceMilliseconds)
  const arrived = (await Promise.all(endpoints.map((endpoint) => arrivalsSince(endpoint, started)))).flat()
  return [...arrived, ...Array.from({ length: expected - arrived.length }, () => Number.POSITIVE_INFINITY)]
}

/** The businesses take turns. Answers how many events went to those whose receivers answer. */
async function emitEvenly(emitter: Emitter, businessIds: string[], seconds: number): Promise<number> {
  const perTick = eventsPerSecond / ticksPerSecond
  const started = performance.now()
  let emitted = 0
  let expected = 0
  for (let tick = 0; tick < seconds * ticksPerSecond; tick++) {
    await sleep(Math.max(0, started + (tick * 1000) / ticksPerSecond - performance.now()))
    const places = Array.from({ length: perTick }, (_, place) => (emitted + place) % businessIds.length)
    await emitter.emit(places.map((place) => businessIds[place]!))
    emitted += perTick
    expected += places.filter((place) => place < answering).length
  }
  return expected
}

/** Of an event that arrives again only the first arrival counts: the list is in order. */
async function arrivalsSince({ receiver }: Endpoint, moment: number): Promise<number[]> {
  const { items } = await ask<{ items: { body: string; at: string }[] }>('GET', `${receiver}/deliveries`)
  const delays = new Map<string, number>()
  for (const { body, at } of items) {
    const { id, occurred_at: occurredAt } = JSON.parse(body) as { id: string; occurred_at: string }
    if (Date.parse(occurredAt) < moment || delays.has(id)) continue
    delays.set(id, Date.parse(at) - Date.parse(occurredAt))
  }
  return [...delays.values()]
}

function tell(delays: Map<string, number[]>, rounds: number, seconds: number): void {
  const rows = [...delays].map(([name, all]) => ({
    name,
    events: all.length,
    never: all.filter((delay) => delay === Number.POSITIVE_INFINITY).length,
    median: median(all),
    p95: quantile(all, 0.95),
    p99: quantile(all, 0.99),
  }))
  const shown = (delay: number): string => (Number.isFinite(delay) ? String(delay) : 'never')
  process.stderr.write('\n')
  process.stdout.write(
    table(
      [`${eventsPerSecond} events/s to ${answering + others} endpoints`, 'events', 'never', 'median ms', 'p95', 'p99'],
      rows.map((row) => [row.name, row.events, row.never, shown(row.median), shown(row.p95), shown(row.p99)]),
    ),
  )
  keepResults('webhooks-hanging', { rounds, seconds, eventsPerSecond, rows })
}
