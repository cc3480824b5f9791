import { onTestFinished } from 'vitest'
import type { Database, Given } from '../../src/db/database.ts'
import { type Statement, statement } from '../../src/db/statement.ts'

/** Holds a lock until `release` or the end of the test, so that other transactions wait at a known statement. */
export async function acquireLock<Params>(
  db: Database,
  lock: Statement<Params, never>,
  ...given: Given<NoInfer<Params>>
): Promise<{ release: () => Promise<void> }> {
  const locked = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  onTestFinished(() => released.resolve())
  const done = db.transaction(async (tx) => {
    // Otherwise PostgreSQL ends the transaction while a long test still needs the lock.
    await tx.command('set local idle_in_transaction_session_timeout = 0')
    await tx.all(lock, ...given)
    locked.resolve()
    await released.promise
  })
  await Promise.race([locked.promise, done])
  return {
    release() {
      released.resolve()
      return done
    },
  }
}

/** Locks a name as the service does (`recipients/lock.ts`). */
export const nameLock = statement<{ name: string }>(
  'test.lock_name',
  `select pg_advisory_xact_lock(('x' || left(encode(sha256(convert_to($name, 'UTF8')), 'hex'), 16))::bit(64)::bigint)`,
)

/** The number of transactions that wait for a lock in a statement whose text contains `sql`. */
export const countLockWaiters = async (db: Database, sql = ''): Promise<number> =>
  (await db.one(lockWaiters, { sql }))!.count
const lockWaiters = statement<{ sql: string }, { count: number }>(
  'test.lock_waiters',
  `select count(*)::integer as count
     from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and position($sql in lower(query)) > 0`,
)
