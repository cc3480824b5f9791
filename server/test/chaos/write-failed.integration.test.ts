import { expect, onTestFinished, test } from 'vitest'
import { type Database, openDatabase } from '../../src/db/database.ts'
import { statement } from '../../src/db/statement.ts'
import { until } from '../support/simulator-client.ts'
import { createDatabase } from '../support/test-service.ts'

const failing = statement<null>('chaos.failing_write', 'insert into development_clock (shift) select null::interval')
const abortedTransactions = statement<null, { count: number }>(
  'chaos.aborted_transactions',
  `select count(*)::integer as count
     from pg_stat_activity
    where datname = current_database() and state = 'idle in transaction (aborted)'`,
)
const harmless = statement<null, { one: number }>('chaos.harmless', 'select 1 as one')

// Regression: with a full database disk, processes ended with an unhandled rejection.
test('a write that fails while its transaction waits rejects the transaction with its error and does not end the process', async () => {
  const unhandled: unknown[] = []
  const onUnhandled = (error: unknown): unknown => unhandled.push(error)
  process.on('unhandledRejection', onUnhandled)
  const url = await createDatabase()
  const open = (): Database => openDatabase({ url, poolSize: 1, onIdleError: () => undefined })
  const [db, observer] = [open(), open()]
  onTestFinished(async () => {
    process.off('unhandledRejection', onUnhandled)
    await Promise.all([db.close(), observer.close()])
  })
  const work = db.transaction(async (tx) => {
    tx.write(failing)
    await until('the failure', async () => (await observer.one(abortedTransactions))!.count === 1)
    return tx.all(harmless)
  })
  await expect(work).rejects.toMatchObject({ code: '23502' })
  expect(unhandled).toEqual([])
  expect(await db.one(harmless)).toEqual({ one: 1 })
})

// The first error decides between 503 and 500, and whether a transaction that lost a deadlock is retried.
test('a transaction rejects with the error of the first failed statement, in whichever order the errors are handled', async () => {
  const db = openDatabase({ url: await createDatabase(), poolSize: 1, onIdleError: () => undefined })
  onTestFinished(() => db.close())
  const later = async (result: Promise<unknown>): Promise<unknown> => await result
  const work = db.transaction(async (tx) => {
    const results = Promise.all([later(later(tx.all(failing))), tx.all(harmless)])
    // Blocks the process while both responses arrive, so that it reads them together.
    setImmediate(() => setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200)))
    return results
  })
  await expect(work).rejects.toMatchObject({ code: '23502' })
})
