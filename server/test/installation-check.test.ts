import { expect, test } from 'vitest'
import { createContext } from '../src/context.ts'
import { statement } from '../src/db/statement.ts'
import { lookAround } from '../src/installation/check-installation.ts'
import type { Outbound } from '../src/outbound/outbound.ts'
import { createQueue } from '../src/queue/queue.ts'
import { createTestService } from './support/test-service.ts'

const { db, config } = await createTestService({ role: 'api' })
const context = createContext(db, createQueue(db), {} as Outbound, config)
const nothing = statement<null>('test.nothing', 'select 1')

const median = async (work: () => Promise<unknown>): Promise<number> => {
  const times: number[] = []
  for (let n = 0; n < 31; n++) {
    const before = performance.now()
    await work()
    times.push(performance.now() - before)
  }
  return times.toSorted((one, two) => one - two)[15]!
}

/** Where PostgreSQL compiles (Debian's does, the one that comes with the project cannot) it took 242 ms, and workers ask every two seconds. */
test('the installation check is not compiled: it takes little more than a transaction', async () => {
  await lookAround(context, null)
  const bare = await median(() => db.transaction((tx) => tx.all(nothing)))
  expect(await median(() => lookAround(context, null))).toBeLessThan(20 + 5 * bare)
})
