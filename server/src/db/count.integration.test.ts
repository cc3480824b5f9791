import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { createDatabase } from '../../test/support/test-service.ts'
import { openDatabase, type Transaction } from './database.ts'
import { statement } from './statement.ts'

const db = openDatabase({ url: await createDatabase(), poolSize: 1, onIdleError: () => undefined })
afterAll(() => db.close())

/** How often the transaction counted, and whether it had counted before its commit. */
async function counted(run: (work: (tx: Transaction) => Promise<void>) => Promise<unknown>) {
  let count = 0
  let early = 0
  await run(async (tx) => {
    tx.count(() => count++)
    await tx.now
    early = count
  }).catch(() => undefined)
  return { count, early }
}

const divide = statement<{ by: number }>('test.divide', 'select 1 / $by::integer')
const fail = (tx: Transaction, sqlState: string): Promise<void> =>
  tx.command(`do $$ begin raise exception using errcode = '${sqlState}'; end $$`)

test('a transaction counts once, after its commit', async () => {
  expect(await counted((work) => db.transaction(work))).toEqual({ count: 1, early: 0 })
})

test('a transaction that is retried counts once', async () => {
  let attempts = 0
  const retried = counted((work) =>
    db.transaction(async (tx) => {
      await work(tx)
      if (attempts++ === 0) await fail(tx, '40001')
    }),
  )
  expect(await retried).toEqual({ count: 1, early: 0 })
  expect(attempts).toBe(2)
})

for (const [what, run] of [
  [
    'a transaction that fails',
    (work) =>
      db.transaction(async (tx) => {
        await work(tx)
        await fail(tx, '22000')
      }),
  ],
  [
    'a transaction whose last write fails',
    (work) =>
      db.transaction(async (tx) => {
        await work(tx)
        tx.write(divide, { by: 0 })
      }),
  ],
  ['a dry run', (work) => db.transaction(work, { isDryRun: true })],
  ['a transaction on the clock of a test side', (work) => db.onClockOf(randomUUID()).transaction(work)],
] as [string, Parameters<typeof counted>[0]][])
  test(`${what} counts nothing`, async () => {
    expect(await counted(run)).toEqual({ count: 0, early: 0 })
  })
