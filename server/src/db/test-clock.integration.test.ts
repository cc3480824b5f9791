import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { createDatabase } from '../../test/support/test-service.ts'
import { openDatabase, testClockLock } from './database.ts'
import { statement } from './statement.ts'

// One connection, so that a setting that outlives its transaction is noticed.
const db = openDatabase({ url: await createDatabase(), poolSize: 1, onIdleError: () => undefined })
afterAll(() => db.close())

const insertTestSide = statement<{ id: string; hours: number }, { id: string }>(
  'test.insert_test_side',
  `with business as (insert into businesses (id, shard, mode, name) values ($id, '00', 'test', 'Shop') returning id)
   insert into test_clocks (business_id, shift) select id, make_interval(hours => $hours::integer) from business returning business_id as id`,
)
const readTimes = statement<null, { hours: number }>(
  'test.read_times',
  `select extract(epoch from clock_now() - service_now())::float8 / 3600 as hours`,
)
const testSide = async (hours: number): Promise<string> =>
  (await db.one(insertTestSide, { id: randomUUID(), hours }))!.id

test('statements and transactions on the clock of a test side have its shift, and those after them have not', async () => {
  const [one, other] = [await testSide(5), await testSide(48)]
  const hoursOf = async (database: typeof db): Promise<number[]> => [
    (await database.one(readTimes))!.hours,
    (await database.transaction((tx) => tx.one(readTimes)))!.hours,
    Math.round(((await database.transaction(async (tx) => tx.now)).getTime() - Date.now()) / 3_600_000) + 0,
  ]
  expect(await hoursOf(db.onClockOf(one))).toEqual([5, 5, 5])
  expect(await hoursOf(db)).toEqual([0, 0, 0])
  expect(await hoursOf(db.as('party').onClockOf(other))).toEqual([48, 48, 48])
  expect(await hoursOf(db.onClockOf(other).as('party', true))).toEqual([48, 48, 48])
  expect(await hoursOf(db.onClockOf(other).onClockOf(null))).toEqual([0, 0, 0])
  expect(await hoursOf(db.onClockOf(randomUUID()))).toEqual([0, 0, 0])
})

test('a rolled back transaction leaves no shift behind', async () => {
  const one = await testSide(5)
  await expect(db.onClockOf(one).transaction(async () => Promise.reject(new Error('on purpose')))).rejects.toThrow(
    'on purpose',
  )
  expect((await db.one(readTimes))!.hours).toBe(0)
})

test('the clock can not be advanced while a transaction uses it', async () => {
  const one = randomUUID()
  const tryAdvance = statement<{ businessId: string }, { free: boolean }>(
    'test.try_advance',
    `select pg_try_advisory_xact_lock(${testClockLock('$businessId::text')}) as free`,
  )
  const url = await createDatabase()
  const [user, advancer] = [0, 1].map(() => openDatabase({ url, poolSize: 1, onIdleError: () => undefined }))
  const isFree = async (): Promise<boolean> => (await advancer!.one(tryAdvance, { businessId: one }))!.free
  await user!.onClockOf(one).transaction(async (tx) => {
    await tx.now
    expect(await isFree()).toBe(false)
  })
  expect(await isFree()).toBe(true)
  await Promise.all([user!.close(), advancer!.close()])
})
