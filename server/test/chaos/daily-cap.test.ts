import { expect, test } from 'vitest'
import { statement } from '../../src/db/statement.ts'
import type { Shop } from '../support/client.ts'
import { countWaiting, hold } from '../support/hold.ts'
import { until } from '../support/simulator-client.ts'
import { tally } from '../support/tally.ts'
import { createDatabase } from '../support/test-service.ts'
import { createFleet } from './fleet.ts'
import { readHistory } from './history.ts'
import type { Process } from './processes.ts'
import { addressesOf, type Pushed, push } from './pushes.ts'

const fleet = await createFleet(await createDatabase())
const { business, db, startWorker } = fleet
const workers = await Promise.all([1, 2, 3].map(() => startWorker()))

for (const caps of [[100], [100, 70]])
  test(`caps: 500 emails, three workers, cap ${caps.join(' and for another business ')}: exactly as many`, async () => {
    const shops = await Promise.all(caps.map((cap) => business({ email_daily_cap: cap })))
    const pushed = new Map(shops.map((shop) => [shop, [] as Pushed[]]))
    const pushTo = async (shop: Shop, count: number): Promise<void> => {
      pushed.get(shop)!.push(...(await push(shop, addressesOf(count))).pushed)
    }
    for (const shop of shops) {
      await pushTo(shop, 50)
      await until('the first places to be taken', async () => (await placesTaken(shop)) === 50)
      await until('empty hands', async () => (await inHand(shop)) === 0)
    }
    // Each worker has two sets in hand when all ask for the last places at once.
    const held = await Promise.all(shops.map((shop) => hold(db, lockBusiness, shop)))
    for (const [turn, worker] of [...workers, ...workers].entries())
      await alone(worker, async () => {
        for (const shop of shops) await pushTo(shop, 15)
        for (const shop of shops)
          await until('the set to be in hand', async () => (await inHand(shop)) === 15 * (turn + 1))
      })
    await until('all to ask', async () => (await countWaiting(db)) >= 6)
    await Promise.all(held.map(({ letGo }) => letGo()))
    for (const count of [100, 100, 100, 60]) for (const shop of shops) await pushTo(shop, count)

    for (const [place, shop] of shops.entries()) {
      const { ends, broken } = await readHistory(fleet, pushed.get(shop)!)
      expect(broken).toEqual([])
      const cap = caps[place]!
      const exactly = { delivered: cap, 'not_sent daily_cap_reached': 500 - cap }
      expect(Object.fromEntries(tally(ends.values()))).toEqual(exactly)
      expect(await placesTaken(shop)).toBe(cap)
    }
    const sent = workers.map(({ lines }) => lines.filter(({ msg }) => msg === 'nudge').length)
    process.stdout.write(`chaos: emails sent by each of three workers so far: ${sent.join(', ')}\n`)
  }, 60_000)

/** Only this one takes anything meanwhile. */
async function alone(worker: Process, work: () => Promise<void>): Promise<void> {
  const others = workers.filter((other) => other !== worker)
  for (const other of others) other.freeze()
  try {
    await work()
  } finally {
    for (const other of others) other.wake()
  }
}

const placesTaken = async (shop: Shop): Promise<number> => (await db.one(placesOfDay, shop))?.sent ?? 0
const placesOfDay = statement<{ businessId: string }, { sent: number }>(
  'chaos.places',
  'select sent from daily_sends where business_id = $businessId',
)
const inHand = async (shop: Shop): Promise<number> => (await db.one(countInHand, shop))!.count
// Nobody can decide about its emails then. It can be written to, which only needs it to stay.
const lockBusiness = statement<{ businessId: string }>(
  'chaos.lock_business',
  'select 1 from businesses where id = $businessId for no key update',
)
const countInHand = statement<{ businessId: string }, { count: number }>(
  'chaos.count_in_hand',
  `select count(*)::integer as count from queue.job where name = 'nudges.email' and state = 'active' and group_id = $businessId::text`,
)
