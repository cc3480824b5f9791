import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { openDatabase, type Transaction } from '../../src/db/database.ts'
import { statement } from '../../src/db/statement.ts'
import { countQueued, createQueue, type QueueName, superviseQueue } from '../../src/queue/queue.ts'
import { until } from '../support/simulator-client.ts'
import { createDatabase } from '../support/test-service.ts'

/**
 * Behaviour of `pg-boss` that `queue/queue.ts` relies on. The pool has one connection, so a call that needs a second one never
 * returns.
 */
const url = await createDatabase()
const db = openDatabase({ url, poolSize: 1, onIdleError: () => undefined })
afterAll(() => db.close())
const queue = createQueue(db)
await queue.warm()

const job = (group: string = randomUUID(), priority = 0) => ({
  id: randomUUID(),
  businessId: randomUUID(),
  group,
  priority,
})
type Jobs = ReturnType<typeof job>[]
const enqueue = (name: QueueName, jobs: Jobs): Promise<void> => db.transaction((tx) => queue.enqueue(tx, name, jobs))
const takenIds = async (name: QueueName): Promise<string[]> => (await queue.take(name)).map(({ id }) => id)

/** The SQL texts that were read outside the transaction and written in it. */
async function sqlTextsOf(work: (tx: Transaction) => Promise<void>) {
  const reads = vi.spyOn(db, 'all')
  return db.transaction(async (tx) => {
    const writes = vi.spyOn(tx, 'write')
    await work(tx)
    const texts = (calls: [{ text: string }, ...unknown[]][]): string[] => calls.map(([{ text }]) => text)
    return { reads: texts(reads.mock.calls), writes: texts(writes.mock.calls) }
  })
}
afterEach(() => {
  vi.restoreAllMocks()
})

describe('a call with the `db` option', () => {
  const jobs = [job(), job(), job()]

  for (const [method, one, several] of [
    [
      'insert',
      (tx) => queue.enqueue(tx, 'notices', [job()]),
      (tx) => queue.enqueue(tx, 'notices', [job('a', 1), job('b', 2)]),
    ],
    ['deleteJob', (tx) => queue.finish(tx, 'notices', jobs.slice(0, 1)), (tx) => queue.finish(tx, 'notices', jobs)],
  ] as [string, (tx: Transaction) => Promise<void>, (tx: Transaction) => Promise<void>][])
    test(`${method} sends one statement, reads nothing and accepts an empty result`, async () => {
      const first = await sqlTextsOf(one)
      expect([first.reads, first.writes.length]).toEqual([[], 1])
      // Each distinct text stays prepared for the life of the connection, so it must not contain values.
      expect(await sqlTextsOf(several)).toEqual(first)
    })

  test('touch and fetch send the same SQL text for different values', async () => {
    const all = vi.spyOn(db, 'all')
    await queue.renew('forwards', [randomUUID()])
    await queue.take('forwards')
    const [touch, fetch] = all.mock.calls.map(([{ text }]) => text)
    await queue.renew('forwards', [randomUUID(), randomUUID()])
    await queue.take('forwards')
    expect(all.mock.calls.map(([{ text }]) => text)).toEqual([touch, fetch, touch, fetch])
  })
})

describe('a job', () => {
  test('is rolled back with its transaction, and is enqueued once per id', async () => {
    const [committed, rolledBackJob] = [job(), job()]
    await enqueue('acknowledgements', [committed])
    await enqueue('acknowledgements', [committed])
    const rolledBack = db.transaction(async (tx) => {
      await queue.enqueue(tx, 'acknowledgements', [rolledBackJob])
      throw new Error('rolled back')
    })
    await expect(rolledBack).rejects.toThrow('rolled back')
    expect(await queue.take('acknowledgements')).toEqual([
      { id: committed.id, businessId: committed.businessId, recovered: false },
    ])
    expect(await queue.take('acknowledgements')).toEqual([])
  })

  test('of a higher priority is in the first batch of a hundred', async () => {
    const [backlog, urgent] = [Array.from({ length: 105 }, () => job('shop', -1)), job('shop', 0)]
    await enqueue('nudges.email', backlog)
    await enqueue('nudges.email', [urgent])
    const taken = await takenIds('nudges.email')
    expect([taken.length, taken.includes(urgent.id)]).toEqual([100, true])
  })

  test('of a group at its concurrency limit waits until another job of the group is finished', async () => {
    const [busy, other] = [Array.from({ length: 12 }, () => job('busy')), job('other')]
    await enqueue('webhooks', [...busy, other])
    const taken = await takenIds('webhooks')
    expect([taken.length, taken.includes(other.id)]).toEqual([11, true])
    expect(await takenIds('webhooks')).toEqual([])
    const finished = taken.find((id) => id !== other.id)!
    await db.transaction((tx) => queue.finish(tx, 'webhooks', [{ id: finished }]))
    expect(await takenIds('webhooks')).toHaveLength(1)
  })

  test('is counted as waiting until it is taken, and a nudge until it is finished', async () => {
    const before = await countQueued(db)
    const jobs = [job(), job(), job()]
    await enqueue('nudges.sms', jobs)
    expect(await countQueued(db)).toEqual({ waiting: before.waiting + 3, nudges: before.nudges + 3 })
    await queue.take('nudges.sms')
    expect(await countQueued(db)).toEqual({ ...before, nudges: before.nudges + 3 })
    await db.transaction((tx) => queue.finish(tx, 'nudges.sms', jobs))
    expect(await countQueued(db)).toEqual(before)
  })

  test('whose lease expires is fetched again and marked as recovered; one whose lease is renewed is not', async () => {
    const [abandoned, renewed] = [job(), job()]
    await enqueue('nudges.whatsapp', [abandoned, renewed])
    expect(await takenIds('nudges.whatsapp')).toHaveLength(2)
    await db.command(
      `update queue.job set heartbeat_on = heartbeat_on - interval '11 s' where name = 'nudges.whatsapp'`,
    )
    await queue.renew('nudges.whatsapp', [renewed.id])
    const supervision = await superviseQueue(url, () => undefined)
    const again = await until('the job to be fetched again', async () => {
      const jobs = await queue.take('nudges.whatsapp')
      return jobs.length > 0 && jobs
    })
    await supervision.stop()
    expect(again).toEqual([{ id: abandoned.id, businessId: abandoned.businessId, recovered: true }])
  })

  test('that is retried is fetched again after a delay, which grows with each retry', async () => {
    const retried = job()
    await enqueue('forwards', [retried])
    for (const [least, most] of [
      [5, 10],
      [10, 20],
    ] as const) {
      expect(await takenIds('forwards')).toEqual([retried.id])
      await db.transaction((tx) => queue.retry(tx, 'forwards', [retried]))
      expect(await takenIds('forwards')).toEqual([])
      const { seconds } = (await db.one(secondsUntil, retried))!
      expect(seconds).toBeGreaterThan(least - 1)
      expect(seconds).toBeLessThanOrEqual(most)
      await db.command(`update queue.job set start_after = now() where name = 'forwards'`)
    }
  })
})

const secondsUntil = statement<{ id: string }, { seconds: number }>(
  'contracts.seconds_until',
  `select extract(epoch from start_after - now())::float8 as seconds from queue.job where id = $id`,
)
