import { expect, test } from 'vitest'
import { createContext } from '../src/context.ts'
import { statement } from '../src/db/statement.ts'
import { checkInstallation } from '../src/installation/check-installation.ts'
import type { Outbound } from '../src/outbound/outbound.ts'
import { createQueue } from '../src/queue/queue.ts'
import { silentLog } from './support/silent-log.ts'
import { createTestService } from './support/test-service.ts'

const { db, config } = await createTestService({ role: 'api' })
const context = createContext(db, createQueue(db), {} as Outbound, silentLog, config)
const trivial = statement<null>('test.trivial', 'select 1')

const median = async (work: () => Promise<unknown>): Promise<number> => {
  const times: number[] = []
  for (let n = 0; n < 31; n++) {
    const before = performance.now()
    await work()
    times.push(performance.now() - before)
  }
  return times.toSorted((one, two) => one - two)[15]!
}

/** With JIT compilation, which the PostgreSQL of Debian has, it took 242 ms, and workers run it every two seconds. */
test('the installation check is not JIT-compiled and takes little more than an empty transaction', async () => {
  await checkInstallation(context, null)
  const empty = await median(() => db.transaction((tx) => tx.all(trivial)))
  expect(await median(() => checkInstallation(context, null))).toBeLessThan(20 + 5 * empty)
})
