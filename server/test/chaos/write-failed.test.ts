import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../src/db/database.ts'
import { statement } from '../../src/db/statement.ts'
import { createDatabase } from '../support/world.ts'

const failing = statement<null>('chaos.failing_write', 'insert into development_clock (shift) select null::interval')
const harmless = statement<null, { one: number }>('chaos.harmless', 'select 1 as one')

// Nemesis, seed 2: the disk of the database was full, and processes ended by themselves.
test('proof 2: a write that fails while its transaction waits for something else ends the transaction and says why, and does not end the process', async () => {
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
