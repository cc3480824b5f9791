import { expect, test } from 'vitest'
import { moveDevelopmentClock } from '../../src/db/development-clock.ts'
import { statement } from '../../src/db/statement.ts'
import type { Shop } from '../support/client.ts'
import { seededRandom } from '../support/seeded-random.ts'
import { until } from '../support/simulator-client.ts'
import { createDatabase } from '../support/test-service.ts'
import { addressesOf, push } from './pushes.ts'
import { createTestDeployment } from './test-deployment.ts'

const { business, db, operator, simulator, startWorker } = await createTestDeployment(await createDatabase())

const endpointOf = async (shop: Shop, behaviour: string, eventTypes: string[]) => {
  const receiver = await simulator.receiver(behaviour)
  const body = { url: receiver.url, event_types: eventTypes }
  const { json } = await shop.call('POST', '/api/v1/webhook-endpoints', { body })
  return { id: json.id as string, receiver: receiver.id as string }
}
const inProgress = statement<null, { waiting: number; queued: number }>(
  'chaos.deliveries_in_progress',
  `select (select count(*) from webhook_deliveries where state = 'waiting')::integer as waiting,
          (select count(*) from webhook_deliveries where state = 'queued')::integer
        + (select count(*) from queue.job where name = 'webhooks')::integer as queued`,
)
/** Longer than the longest pause between two attempts. */
const longerThanAnyPauseSeconds = 13 * 3_600

const leased = statement<null, { count: number }>(
  'chaos.deliveries_leased',
  `select count(*)::integer as count from queue.job where name = 'webhooks' and state = 'active'`,
)

test('after kills of workers during 4,000 deliveries all arrive with identical bodies, and endpoint failures are counted exactly', async () => {
  const seed = 20261121
  const next = seededRandom(seed)
  const [kills, failures] = [3, 15]
  const shop = await business({ rate_limit_per_second: 10_000 })
  const endpoints = await Promise.all([1, 2, 3, 4].map(() => endpointOf(shop, 'ok', ['message.not_sent'])))
  const failingEndpoint = await endpointOf(shop, 'fail', ['plan.lapsed'])
  // With sending paused, every push publishes `message.not_sent` at once, so that events exist without any email.
  await operator('PATCH', `/businesses/${shop.id}`, { sending_paused: true })

  const workers = await Promise.all([startWorker(), startWorker(), startWorker()])
  const changePlan = async (plan: string) =>
    expect((await operator('PATCH', `/businesses/${shop.id}`, { plan })).status).toBe(200)
  const changes = (async () => {
    for (let failure = 0; failure < failures; failure++) for (const plan of ['lapsed', 'active']) await changePlan(plan)
  })()
  for (let kill = 0; kill < kills; kill++) {
    const pushes = Promise.all([1, 2, 3].map(() => push(shop, addressesOf(100))))
    // At least one worker has leased deliveries. Which one is killed is random.
    await until('leased deliveries', async () => (await db.one(leased))!.count > 0)
    const index = Math.floor(next() * workers.length)
    await workers[index]!.kill()
    workers[index] = await startWorker()
    await pushes
  }
  await push(shop, addressesOf(100))
  await changes
  const lastKillAt = performance.now()
  await until(
    'all deliveries to end',
    async () => {
      const { waiting, queued } = (await db.one(inProgress))!
      if (queued === 0 && waiting > 0) await moveDevelopmentClock(db, longerThanAnyPauseSeconds)
      return waiting + queued === 0
    },
    90_000,
  )

  const events = (await db.one(countEvents))!
  let arrivals = 0
  for (const { receiver } of endpoints) {
    const bodies = new Map<string, Set<string>>()
    for (const { headers, body } of await simulator.deliveries(receiver)) {
      arrivals++
      const known = bodies.get(headers['x-service-delivery']) ?? new Set()
      bodies.set(headers['x-service-delivery'], known.add(body))
    }
    expect(bodies.size).toBe(events.not_sent)
    expect([...bodies.values()].every(({ size }) => size === 1)).toBe(true)
  }
  const { items } = (await shop.call('GET', '/api/v1/webhook-endpoints')).json
  const failureCount = items.find((item: { id: string }) => item.id === failingEndpoint.id).consecutive_failures
  process.stdout.write(
    `chaos: seed ${seed}, ${kills} kills, ${events.not_sent * endpoints.length} deliveries, ${arrivals} arrivals, all ended ${Math.round((performance.now() - lastKillAt) / 1000)} s after the last kill\n`,
  )
  expect(events.not_sent).toBe((3 * kills + 1) * 100)
  expect([events.lapsed, failureCount]).toEqual([failures, failures])
  expect(
    items
      .filter((item: { id: string }) => item.id !== failingEndpoint.id)
      .map((item: { consecutive_failures: number }) => item.consecutive_failures),
  ).toEqual([0, 0, 0, 0])
}, 240_000)

const countEvents = statement<null, { not_sent: number; lapsed: number }>(
  'chaos.count_events',
  `select count(*) filter (where type = 'message.not_sent')::integer as not_sent,
          count(*) filter (where type = 'plan.lapsed')::integer as lapsed
     from events`,
)
