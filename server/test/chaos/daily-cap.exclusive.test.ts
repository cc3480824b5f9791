import { expect, test } from 'vitest'
import { statement } from '../../src/db/statement.ts'
import type { Process } from '../harness/process.ts'
import type { Shop } from '../support/client.ts'
import { acquireLock, countLockWaiters } from '../support/locks.ts'
import { until } from '../support/simulator-client.ts'
import { tally } from '../support/tally.ts'
import { createDatabase } from '../support/test-service.ts'
import { readHistory } from './history.ts'
import { addressesOf, type Pushed, push } from './pushes.ts'
import { createTestDeployment } from './test-deployment.ts'

const deployment = await createTestDeployment(await createDatabase())
const { business, db, startWorker } = deployment
const workers = await Promise.all([1, 2, 3].map(() => startWorker()))

for (const caps of [[100], [100, 70]])
  test(`of 500 emails three workers send exactly the daily cap: ${caps.join(', and for another business ')}`, async () => {
    const shops = await Promise.all(caps.map((cap) => business({ email_daily_cap: cap })))
    const pushed = new Map(shops.map((shop) => [shop, [] as Pushed[]]))
    const pushTo = async (shop: Shop, count: number): Promise<void> => {
      pushed.get(shop)!.push(...(await push(shop, addressesOf(count))).pushed)
    }
    for (const shop of shops) {
      await pushTo(shop, 50)
      await until('the first reservations', async () => (await reservedQuota(shop)) === 50)
      await until('no leased jobs', async () => (await leasedJobs(shop)) === 0)
    }
    // Each worker has leased a batch when all reserve the last of the quota at once. A dispatch waits for two seconds; on a slow
    // machine it is repeated when its lease has expired.
    const locks = await Promise.all(shops.map((shop) => acquireLock(db, lockBusiness, shop)))
    for (const [turn, worker] of workers.entries())
      await withOthersFrozen(worker, async () => {
        for (const shop of shops) await pushTo(shop, 30)
        for (const shop of shops)
          await until('the batch to be leased', async () => (await leasedJobs(shop)) === 30 * (turn + 1))
      })
    await until('a dispatch of each worker to wait', async () => (await countLockWaiters(db)) >= 3)
    await Promise.all(locks.map(({ release }) => release()))
    for (const count of [100, 100, 100, 60]) for (const shop of shops) await pushTo(shop, count)

    for (const [index, shop] of shops.entries()) {
      const { finalStates, violations } = await readHistory(deployment, pushed.get(shop)!)
      expect(violations).toEqual([])
      const cap = caps[index]!
      const expected = { delivered: cap, 'not_sent daily_cap_reached': 500 - cap }
      expect(Object.fromEntries(tally(finalStates.values()))).toEqual(expected)
      expect(await reservedQuota(shop)).toBe(cap)
    }
    const sent = workers.map(({ lines }) => lines.filter(({ msg }) => msg === 'nudge').length)
    process.stdout.write(`chaos: emails sent by each of three workers so far: ${sent.join(', ')}\n`)
  })

/** Only `worker` takes jobs while `work` runs. */
async function withOthersFrozen(worker: Process, work: () => Promise<void>): Promise<void> {
  const others = workers.filter((other) => other !== worker)
  for (const other of others) other.freeze()
  try {
    await work()
  } finally {
    for (const other of others) other.resume()
  }
}

const reservedQuota = async (shop: Shop): Promise<number> => (await db.one(quotaOfDay, shop))?.sent ?? 0
const quotaOfDay = statement<{ businessId: string }, { sent: number }>(
  'chaos.quota_of_day',
  'select sent from daily_sends where business_id = $businessId',
)
const leasedJobs = async (shop: Shop): Promise<number> => (await db.one(countLeased, shop))!.count
// Blocks decisions about the emails of the business. Pushes still work, because they only need the row to exist.
const lockBusiness = statement<{ businessId: string }>(
  'chaos.lock_business',
  'select 1 from businesses where id = $businessId for no key update',
)
const countLeased = statement<{ businessId: string }, { count: number }>(
  'chaos.count_leased',
  `select count(*)::integer as count from queue.job where name = 'nudges.email' and state = 'active' and group_id = $businessId::text`,
)
