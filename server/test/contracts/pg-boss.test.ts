import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { openDatabase, type Transaction } from '../../src/db/database.ts'
import { statement } from '../../src/db/statement.ts'
import { createQueue, type QueueName, superviseQueue } from '../../src/queue/queue.ts'
import { until } from '../support/simulator-client.ts'
import { createDatabase } from '../support/test-service.ts'

/** What `queue/queue.ts` relies on when it gives `pg-boss` a database of ours. One connection: a second would be waited for in vain. */
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

/** The texts that are read outside of the transaction and written in it. */
async function textsOf(work: (tx: Transaction) => Promise<void>) {
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

describe('a call with a database of its own', () => {
  const jobs = [job(), job(), job()]

  for (const [what, one, several] of [
    [
      'insert',
      (tx) => queue.enqueue(tx, 'notices', [job()]),
      (tx) => queue.enqueue(tx, 'notices', [job('a', 1), job('b', 2)]),
    ],
    ['deleteJob', (tx) => queue.finish(tx, 'notices', jobs.slice(0, 1)), (tx) => queue.finish(tx, 'notices', jobs)],
  ] as [string, (tx: Transaction) => Promise<void>, (tx: Transaction) => Promise<void>][])
    test(`${what} sends one statement to it, looks nothing up, and accepts an empty result`, async () => {
      const first = await textsOf(one)
      expect([first.reads, first.writes.length]).toEqual([[], 1])
      // Each text is prepared under a name of its own for ever, so it must not hold values.
      expect(await textsOf(several)).toEqual(first)
    })

  test('touch and fetch send the same text whatever their values are', async () => {
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
  test('goes with its transaction, and is one job however often it is enqueued', async () => {
    const [kept, lost] = [job(), job()]
    await enqueue('acknowledgements', [kept])
    await enqueue('acknowledgements', [kept])
    const rolledBack = db.transaction(async (tx) => {
      await queue.enqueue(tx, 'acknowledgements', [lost])
      throw new Error('rolled back')
    })
    await expect(rolledBack).rejects.toThrow('rolled back')
    expect(await queue.take('acknowledgements')).toEqual([
      { id: kept.id, businessId: kept.businessId, recovered: false },
    ])
    expect(await queue.take('acknowledgements')).toEqual([])
  })

  test('of a higher priority is among the hundred that are taken first', async () => {
    const [backlog, urgent] = [Array.from({ length: 105 }, () => job('shop', -1)), job('shop', 0)]
    await enqueue('nudges.email', backlog)
    await enqueue('nudges.email', [urgent])
    const taken = await takenIds('nudges.email')
    expect([taken.length, taken.includes(urgent.id)]).toEqual([100, true])
  })

  test('of a group that has its share under way waits, and others of the group follow when one is finished', async () => {
    const [busy, other] = [Array.from({ length: 12 }, () => job('busy')), job('other')]
    await enqueue('webhooks', [...busy, other])
    const taken = await takenIds('webhooks')
    expect([taken.length, taken.includes(other.id)]).toEqual([11, true])
    expect(await takenIds('webhooks')).toEqual([])
    const finished = taken.find((id) => id !== other.id)!
    await db.transaction((tx) => queue.finish(tx, 'webhooks', [{ id: finished }]))
    expect(await takenIds('webhooks')).toHaveLength(1)
  })

  test('is counted in the tables of the engine: waiting, or taken', async () => {
    const before = await queue.count()
    await enqueue('nudges.sms', [job(), job(), job()])
    expect(await queue.count()).toEqual({ ...before, waiting: before.waiting + 3 })
    await queue.take('nudges.sms')
    expect(await queue.count()).toEqual({ ...before, nudges_taken: before.nudges_taken + 3 })
  })

  test('whose lease is not renewed is given out again, marked as recovered; one that is renewed is not', async () => {
    const [abandoned, renewed] = [job(), job()]
    await enqueue('nudges.whatsapp', [abandoned, renewed])
    expect(await takenIds('nudges.whatsapp')).toHaveLength(2)
    await db.command(
      `update queue.job set heartbeat_on = heartbeat_on - interval '11 s' where name = 'nudges.whatsapp'`,
    )
    await queue.renew('nudges.whatsapp', [renewed.id])
    const supervision = await superviseQueue(url, () => undefined)
    const again = await until('the job is given out again', async () => {
      const jobs = await queue.take('nudges.whatsapp')
      return jobs.length > 0 && jobs
    })
    await supervision.stop()
    expect(again).toEqual([{ id: abandoned.id, businessId: abandoned.businessId, recovered: true }])
  })

  test('that is retried is given out again later, and later still the second time', async () => {
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
