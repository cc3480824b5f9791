import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../src/db/database.ts'
import { statement } from '../../src/db/statement.ts'
import { createDatabase } from '../support/test-service.ts'

const failing = statement<null>('chaos.failing_write', 'insert into development_clock (shift) select null::interval')
const harmless = statement<null, { one: number }>('chaos.harmless', 'select 1 as one')

// Nemesis, seed 2: the disk of the database was full, and processes ended by themselves.
test('a write that fails while its transaction waits for something else ends the transaction and says why, and does not end the process', async () => {
  const unheard: unknown[] = []
  const listen = (error: unknown): unknown => unheard.push(error)
  process.on('unhandledRejection', listen)
  const db = openDatabase({ url: await createDatabase(), poolSize: 1, onIdleError: () => undefined })
  onTestFinished(async () => {
    process.off('unhandledRejection', listen)
    await db.close()
  })
  const work = db.transaction(async (tx) => {
    tx.write(failing)
    await sleep(100)
    return tx.all(harmless)
  })
  await expect(work).rejects.toMatchObject({ code: '23502' })
  expect(unheard).toEqual([])
  expect(await db.one(harmless)).toEqual({ one: 1 })
})

// By what failed first a caller is answered 503 or 500, and a transaction that lost a deadlock runs again.
test('of statements that were sent together the first that failed says why, whoever hears of its failure first', async () => {
  const db = openDatabase({ url: await createDatabase(), poolSize: 1, onIdleError: () => undefined })
  onTestFinished(() => db.close())
  const later = async (asked: Promise<unknown>): Promise<unknown> => await asked
  const work = db.transaction(async (tx) => {
    const answers = Promise.all([later(later(tx.all(failing))), tx.all(harmless)])
    // The process stands still while both are answered, so that it reads both answers at once.
    setImmediate(() => setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200)))
    return answers
  })
  await expect(work).rejects.toMatchObject({ code: '23502' })
})
