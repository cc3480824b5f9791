import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { checkLedgers } from '../src/credits/check-ledgers.ts'
import { ledgerState } from '../src/credits/ledger-checks.sql.ts'
import { chargeSends, refundSends } from '../src/credits/sends.ts'
import { statement } from '../src/db/statement.ts'
import { explain, planModes } from './support/explain.ts'
import { seededRandom } from './support/seeded-random.ts'
import { createTestService } from './support/test-service.ts'

// No worker runs, so only the tests check.
const { db, operator } = await createTestService({ role: 'api' })

/** As if every business had been checked over an hour ago. */
const makeDue = statement<null>(
  'probe.make_due',
  `update ledger_checks set checked_at = checked_at - interval '2 hours'`,
)
const checks = statement<null, { folded: number; entries: number; difference: number }>(
  'probe.ledger_checks',
  `select folded::integer, difference::integer,
          (select count(*)::integer from credit_ledger l
            where l.business_id = k.business_id and (l.at, l.id) <= (k.folded_at, k.folded_id)) as entries
     from ledger_checks k order by business_id`,
)
const openShops = statement<{ ids: string[]; mode: string }>(
  'probe.open_shops',
  `with shops as (
     insert into businesses (id, shard, mode, name) select id, '00', $mode, 'Shop' from unnest($ids::uuid[]) id returning id)
   insert into credit_balances (business_id) select id from shops`,
)
/** Changes the balance, with or without an entry in the ledger. */
const grant = statement<{ businessId: string; credits: number; count: number; hoursAgo: number }>(
  'probe.grant',
  `with entries as (
     insert into credit_ledger (business_id, id, delta, kind, at)
     select $businessId, uuidv7(), $credits::integer, 'grant', clock_now() - make_interval(hours => $hoursAgo::integer)
       from generate_series(1, $count::integer)
     returning delta)
   update credit_balances set balance = balance + (select sum(delta) from entries) where business_id = $businessId`,
)
const plant = statement<{ businessId: string; credits: number }>(
  'probe.plant_difference',
  `update credit_balances set balance = balance + $credits::integer where business_id = $businessId`,
)
const clear = statement<null>('probe.clear_checks', 'delete from ledger_checks')
const difference = async (): Promise<number> => (await db.one(ledgerState))!.difference
const checkAgain = async () => {
  await db.all(makeDue)
  return checkLedgers(db)
}

async function openShop(mode = 'live'): Promise<string> {
  const id = randomUUID()
  await db.all(openShops, { ids: [id], mode })
  return id
}

beforeEach(async () => {
  await checkLedgers(db)
})

test('a difference of one credit is found, stays visible, and disappears when it is corrected', async () => {
  const businessId = await openShop()
  await db.all(grant, { businessId, credits: 10, count: 3, hoursAgo: 0 })
  expect(await checkLedgers(db)).toEqual({ checked: 1, differing: 0 })
  expect(await difference()).toBe(0)

  await db.all(plant, { businessId, credits: 1 })
  expect(await checkAgain()).toMatchObject({ differing: 1 })
  expect(await difference()).toBe(1)
  // Not due, so nothing is read again.
  expect(await checkLedgers(db)).toEqual({ checked: 0, differing: 0 })
  expect(await difference()).toBe(1)

  await db.all(plant, { businessId, credits: -3 })
  await checkAgain()
  expect(await difference()).toBe(2)
  await db.all(plant, { businessId, credits: 2 })
  await checkAgain()
  expect(await difference()).toBe(0)
})

test('old entries are added up once, a thousand in a step, and entries of the last hour are read each time', async () => {
  await db.all(clear)
  const businessId = await openShop()
  await db.all(grant, { businessId, credits: 1, count: 2_500, hoursAgo: 5 })
  await db.all(grant, { businessId, credits: 1, count: 7, hoursAgo: 0 })
  await checkLedgers(db)
  expect((await db.all(checks)).filter(({ entries }) => entries > 0)).toEqual([
    { folded: 2_500, entries: 2_500, difference: 0 },
  ])
  await db.all(plant, { businessId, credits: 1 })
  await checkAgain()
  expect((await db.all(checks)).filter(({ entries }) => entries > 0)).toEqual([
    { folded: 2_500, entries: 2_500, difference: 1 },
  ])
  await db.all(plant, { businessId, credits: -1 })
  await checkAgain()
})

test('test sides are not checked', async () => {
  const businessId = await openShop('test')
  await db.all(plant, { businessId, credits: 5 })
  expect(await checkAgain()).toMatchObject({ differing: 0 })
})

test('the time of the oldest check is that of a business that was not checked yet', async () => {
  await openShop()
  await checkAgain()
  const checkedAt = (await db.one(ledgerState))!.checkedAt.getTime()
  expect(Date.now() - checkedAt).toBeLessThan(10_000)
  await db.all(makeDue)
  expect((await db.one(ledgerState))!.checkedAt.getTime()).toBeLessThan(checkedAt - 3_600_000)
  await checkLedgers(db)
})

/** From this seed: who is charged, refunded or granted credits, and in which order. */
const seed = 64
test('a check beside concurrent charges, refunds and grants never shows a difference', async () => {
  const random = seededRandom(seed)
  const { id: shopId } = (await operator('POST', '/businesses', { name: 'Granted' })).json
  const shops = await Promise.all(Array.from({ length: 4 }, () => openShop()))
  for (const businessId of shops) {
    await db.all(grant, { businessId, credits: 100_000, count: 1, hoursAgo: 3 })
    await db.all(grant, { businessId, credits: 1, count: 50, hoursAgo: 2 })
  }
  const stopping = new AbortController()
  const move = async (): Promise<void> => {
    for (let count = 0; count < 150; count++) {
      const businessId = shops[Math.floor(random() * shops.length)]!
      const id = randomUUID()
      const credits = 1 + Math.floor(random() * 5)
      const isRefunded = random() < 0.3
      await db.transaction(async (tx) => {
        chargeSends(tx, [{ businessId, id, credits }])
        if (isRefunded) refundSends(tx, [{ businessId, id, refund: credits }])
      })
      if (random() < 0.1) await operator('POST', `/businesses/${shopId}/credits`, { amount: credits })
    }
  }
  const found: number[] = []
  const check = async (): Promise<void> => {
    while (!stopping.signal.aborted) found.push((await checkAgain()).differing)
  }
  const checking = [check(), check()]
  await Promise.all([move(), move(), move()])
  stopping.abort()
  await Promise.all(checking)
  await checkAgain()
  expect(found.length).toBeGreaterThan(20)
  expect(found.filter((differing) => differing > 0)).toEqual([])
  expect(await difference()).toBe(0)
})

for (const mode of planModes)
  test(`a comparison reads only the entries after the sum, by an index (${mode})`, async () => {
    const businessId = await openShop()
    await db.all(grant, { businessId, credits: 1, count: 5_000, hoursAgo: 5 })
    await db.all(grant, { businessId, credits: 1, count: 20, hoursAgo: 0 })
    await checkLedgers(db)
    await db.command('analyze credit_ledger')
    const plan = await explain(
      db,
      {
        text: `select sum(l.delta) from ledger_checks k join credit_ledger l
                  on l.business_id = k.business_id and (l.at, l.id) > (k.folded_at, k.folded_id)
                where k.business_id = $1`,
        values: [businessId],
      },
      mode,
    )
    expect(plan['Shared Hit Blocks'] + plan['Shared Read Blocks']).toBeLessThan(100)
  })
