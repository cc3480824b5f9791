import { onTestFinished } from 'vitest'
import type { Database, Given } from '../../src/db/database.ts'
import { type Statement, statement } from '../../src/db/statement.ts'

/** Keeps rows locked until it is told to let go or the test is over, so that whoever needs them stands at a known place. */
export async function hold<Params>(
  db: Database,
  lock: Statement<Params, never>,
  ...given: Given<NoInfer<Params>>
): Promise<{ letGo: () => Promise<void> }> {
  const locked = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  onTestFinished(() => released.resolve())
  const done = db.transaction(async (tx) => {
    // However long the test takes until then.
    await tx.command('set local idle_in_transaction_session_timeout = 0')
    await tx.all(lock, ...given)
    locked.resolve()
    await released.promise
  })
  await Promise.race([locked.promise, done])
  return {
    letGo() {
      released.resolve()
      return done
    },
  }
}

/** How many transactions wait for a lock, in a statement that reads so. */
export const countWaiting = async (db: Database, words = ''): Promise<number> =>
  (await db.one(waiting, { words }))!.count
const waiting = statement<{ words: string }, { count: number }>(
  'chaos.waiting',
  `select count(*)::integer as count
     from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and position($words in lower(query)) > 0`,
)
