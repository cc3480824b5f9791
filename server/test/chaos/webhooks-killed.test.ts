import { expect, test } from 'vitest'
import { moveDevelopmentClock } from '../../src/db/development-clock.ts'
import { statement } from '../../src/db/statement.ts'
import type { Shop } from '../support/client.ts'
import { seeded } from '../support/seeded.ts'
import { until } from '../support/simulator-client.ts'
import { createDatabase } from '../support/test-service.ts'
import { createFleet } from './fleet.ts'
import { addressesOf, push } from './pushes.ts'

const { business, db, operator, simulator, startWorker } = await createFleet(await createDatabase())

const endpointOf = async (shop: Shop, behaviour: string, eventTypes: string[]) => {
  const receiver = await simulator.receiver(behaviour)
  const body = { url: receiver.url, event_types: eventTypes }
  const { json } = await shop.call('POST', '/api/v1/webhook-endpoints', { body })
  return { id: json.id as string, receiver: receiver.id as string }
}
const underWay = statement<null, { waiting: number; queued: number }>(
  'chaos.deliveries_under_way',
  `select (select count(*) from webhook_deliveries where state = 'waiting')::integer as waiting,
          (select count(*) from webhook_deliveries where state = 'queued')::integer
        + (select count(*) from queue.job where name = 'webhooks')::integer as queued`,
)
/** Longer than the longest pause between two attempts. */
const beyondAnyPauseSeconds = 13 * 3_600

const inHand = statement<null, { count: number }>(
  'chaos.deliveries_in_hand',
  `select count(*)::integer as count from queue.job where name = 'webhooks' and state = 'active'`,
)

test('design 6.4: kill -9 of workers during 10,000 deliveries: all arrive, the same every time, and health is counted exactly', async () => {
  const seed = 20261121
  const next = seeded(seed)
  const [kills, failures] = [8, 15]
  const shop = await business({ rate_limit_per_second: 10_000 })
  const listening = await Promise.all([1, 2, 3, 4].map(() => endpointOf(shop, 'ok', ['message.not_sent'])))
  const failing = await endpointOf(shop, 'fail', ['plan.lapsed'])
  // A pause makes every push tell of itself at once, so that there are events without any mail.
  await operator('PATCH', `/businesses/${shop.id}`, { sending_paused: true })

  const workers = await Promise.all([startWorker(), startWorker(), startWorker()])
  const change = async (plan: string) =>
    expect((await operator('PATCH', `/businesses/${shop.id}`, { plan })).status).toBe(200)
  const changing = (async () => {
    for (let place = 0; place < failures; place++) for (const plan of ['lapsed', 'active']) await change(plan)
  })()
  for (let kill = 0; kill < kills; kill++) {
    const pushing = Promise.all([1, 2, 3].map(() => push(shop, addressesOf(100))))
    // Somebody has deliveries in hand; whom it hits is left to chance.
    await until('deliveries in hand', async () => (await db.one(inHand))!.count > 0)
    const place = Math.floor(next() * workers.length)
    await workers[place]!.kill()
    workers[place] = await startWorker()
    await pushing
  }
  await push(shop, addressesOf(100))
  await changing
  const lastKillAt = performance.now()
  await until(
    'the end of all deliveries',
    async () => {
      const { waiting, queued } = (await db.one(underWay))!
      if (queued === 0 && waiting > 0) await moveDevelopmentClock(db, beyondAnyPauseSeconds)
      return waiting + queued === 0
    },
    90_000,
  )

  const events = (await db.one(countEvents))!
  let arrivals = 0
  for (const { receiver } of listening) {
    const bodies = new Map<string, Set<string>>()
    for (const { headers, body } of await simulator.deliveries(receiver)) {
      arrivals++
      const seen = bodies.get(headers['x-service-delivery']) ?? new Set()
      bodies.set(headers['x-service-delivery'], seen.add(body))
    }
    expect(bodies.size).toBe(events.not_sent)
    expect([...bodies.values()].every(({ size }) => size === 1)).toBe(true)
  }
  const { items } = (await shop.call('GET', '/api/v1/webhook-endpoints')).json
  const failed = items.find((item: { id: string }) => item.id === failing.id).consecutive_failures
  process.stdout.write(
    `chaos: seed ${seed}, ${kills} kills, ${events.not_sent * listening.length} deliveries, ${arrivals} arrivals, all ended ${Math.round((performance.now() - lastKillAt) / 1000)} s after the last kill\n`,
  )
  expect(events.not_sent).toBe((3 * kills + 1) * 100)
  expect([events.lapsed, failed]).toEqual([failures, failures])
  expect(
    items
      .filter((item: { id: string }) => item.id !== failing.id)
      .map((item: { consecutive_failures: number }) => item.consecutive_failures),
  ).toEqual([0, 0, 0, 0])
}, 240_000)

const countEvents = statement<null, { not_sent: number; lapsed: number }>(
  'chaos.count_events',
  `select count(*) filter (where type = 'message.not_sent')::integer as not_sent,
          count(*) filter (where type = 'plan.lapsed')::integer as lapsed
     from events`,
)
