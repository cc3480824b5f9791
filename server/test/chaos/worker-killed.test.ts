import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { statement } from '../../src/db/statement.ts'
import { parseId } from '../../src/ids.ts'
import type { Shop } from '../support/client.ts'
import { eventsOf } from '../support/events.ts'
import { seeded } from '../support/seeded.ts'
import { until } from '../support/simulator-client.ts'
import { tally } from '../support/tally.ts'
import { createDatabase } from '../support/test-service.ts'
import { createFleet } from './fleet.ts'
import { readHistory } from './history.ts'
import type { Process } from './processes.ts'
import { address, addressesOf, type Pushed, push } from './pushes.ts'

const fleet = await createFleet(await createDatabase())
const { business, db, simulator, startWorker } = fleet

test('never submitted twice: kill -9 between accept and commit; late truth wins', async () => {
  const shop = await business()
  const to = address()
  await simulator.reports('manual')
  onTestFinished(() => simulator.reports('auto'))
  await simulator.script(to, 'accept_then_hang')
  const worker = await startWorker()
  const { id } = (await push(shop, [to])).pushed[0]!
  const mail = await simulator.mailOf(id)
  await worker.kill()

  const killedAt = performance.now()
  onTestFinished((await startWorker()).kill)
  const deliveryIf = async (field: string) => {
    const { delivery } = (await shop.call('GET', `/api/v1/messages/${id}`)).json
    return delivery[field] ? delivery : null
  }
  const { failed } = await until('the failure', () => deliveryIf('failed'), 60_000)
  process.stdout.write(`chaos: killed, and settled by another after ${seconds(killedAt)} s\n`)
  expect(failed.reason).toBe('outcome_unknown')
  expect((await eventsOf(db, id)).map(({ type }) => type)).toEqual(['message.failed'])

  await simulator.report(mail.id, 'delivered')
  expect((await until('the delivery', () => deliveryIf('delivered'))).failed).toBeNull()
  expect((await eventsOf(db, id)).map(({ type }) => type)).toEqual(['message.failed', 'message.delivered'])
  expect(await simulator.attempts({ to })).toHaveLength(1)
}, 90_000)

test('never submitted twice: kill -9 of workers under load: every 201 delivered or explained, each told once', async () => {
  const seed = 20261118
  const kills = 9
  const shop = await business({ rate_limit_per_second: 10_000 })
  const workers = await Promise.all([startSlowWorker(), startSlowWorker(), startSlowWorker()])
  let attacked = true
  const attack = killWorkers(workers, kills, seeded(seed)).finally(() => (attacked = false))
  const load = Array.from({ length: 4 }, (_, lane) => pushWhile(() => attacked, shop, seeded(seed + 1 + lane)))
  const [caught, lanes] = await Promise.all([attack, Promise.all(load)])

  const lastKillAt = performance.now()
  const pushed = [...caught, ...lanes.flat()]
  const { ends, broken } = await readHistory(fleet, pushed)
  const counts = JSON.stringify(Object.fromEntries(tally(ends.values())))
  process.stdout.write(
    `chaos: seed ${seed}, ${kills} kills, ${pushed.length} pushes, all ended after ${seconds(lastKillAt)} s: ${counts}\n`,
  )
  expect(broken).toEqual([])
  expect(pushed.length).toBeGreaterThan(400)
  // The provider answers for these: whoever does not know was killed with them in hand. If nobody was, nothing was tested.
  expect(caught.filter(({ id }) => ends.get(id) === 'failed outcome_unknown')).not.toEqual([])
}, 180_000)

/** With one connection, what it has taken is in its hands for a while. */
const startSlowWorker = (): Promise<Process> => startWorker({ SMTP_CONNECTIONS: '1' })

/** Each time another is started in its place. Every third is caught in the act; answers what it was about to send. */
async function killWorkers(workers: Process[], kills: number, next: () => number): Promise<Pushed[]> {
  const places = workers.map((worker) => Promise.resolve(worker))
  const caught: Pushed[] = []
  for (let kill = 1; kill <= kills; kill++) {
    await sleep(100 + next() * 700)
    const place = Math.floor(next() * places.length)
    const victim = await places[place]!
    if (kill % 3 === 0) caught.push(...(await fillHands(victim, await Promise.all(places))))
    await victim.kill()
    places[place] = startSlowWorker()
  }
  await Promise.all(places)
  return caught
}

/**
 * The others stand still, so it is this one that takes them. They are of a business of their own, because what the killed had in
 * hand counts as a business's share until it is taken from them.
 */
async function fillHands(worker: Process, all: Process[]): Promise<Pushed[]> {
  const shop = await business()
  const others = all.filter((other) => other !== worker)
  for (const other of others) other.freeze()
  try {
    const { pushed } = await push(shop, addressesOf(100))
    const messageIds = pushed.map(({ id }) => parseId('msg', id)!)
    await until('a worker with its hands full', async () => (await db.one(countSubmitting, { messageIds }))!.count > 0)
    return pushed
  } finally {
    for (const other of others) other.wake()
  }
}
const countSubmitting = statement<{ messageIds: string[] }, { count: number }>(
  'chaos.count_submitting',
  `select count(*)::integer as count from nudges where message_id = any($messageIds::uuid[]) and state = 'submitting'`,
)

async function pushWhile(goesOn: () => boolean, shop: Shop, next: () => number): Promise<Pushed[]> {
  const pushed: Pushed[] = []
  while (goesOn()) {
    await sleep(next() * 300)
    const to = next() < 0.05 ? addressesOf(10) : [await fatedAddress(next())]
    pushed.push(...(await push(shop, to)).pushed)
  }
  return pushed
}

/** One in ten meets something else than a provider that simply delivers. */
async function fatedAddress(drawn: number): Promise<string> {
  if (drawn < 0.02) return address('bounced')
  if (drawn < 0.04) return address('unknown')
  const to = address()
  const behaviour = ['refuse', 'accept_then_close', 'accept_then_500'][Math.floor((drawn - 0.04) / 0.02)]
  if (behaviour !== undefined) await simulator.script(to, behaviour)
  return to
}

const seconds = (since: number): string => ((performance.now() - since) / 1000).toFixed(1)
