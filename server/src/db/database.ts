import type { Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { createBulkheads, type Slots, tooBusy, waitTimeoutMilliseconds } from './bulkhead.ts'
import type { Statement } from './statement.ts'

/** Empty when a statement has no parameters. */
export type Given<Params> = Params extends null ? [] : [params: Params]

type Queries = {
  all<Params, Row>(statement: Statement<Params, Row>, ...given: Given<NoInfer<Params>>): Promise<Row[]>
  /** The only row, or null when there is none. Throws when there are several. */
  one<Params, Row>(statement: Statement<Params, Row>, ...given: Given<NoInfer<Params>>): Promise<Row | null>
  /** For commands that cannot be prepared, such as creating a partition. Takes no values. */
  command(text: string): Promise<void>
}
export type Transaction = Queries & {
  /** The database's clock at the start of the transaction. Decisions and timestamps use it. */
  readonly now: Promise<Date>
  /** Sends the statement without waiting for it. The commit waits, and does not happen if the statement failed. */
  write<Params>(statement: Statement<Params, never>, ...given: Given<NoInfer<Params>>): void
  /** Calls `effect`, which never throws, once the transaction is committed: the work may run several times, or be rolled back. */
  afterCommit(effect: () => void): void
  /** The same for the increment of a metric. Not called on the clock of a test side, whose work does not count. */
  count(increment: () => void): void
}
/**
 * `deadline` is a time of `performance.now()`: until then the transaction waits for a connection and for locks. `isDryRun`: it ends
 * with a rollback, so that nothing is stored.
 */
type TransactionOptions = { deadline?: number; lockMilliseconds?: number; isShort?: boolean; isDryRun?: boolean }
/**
 * Undefined `party`: without a share of the connections. `isTest`: within the share of test sides. Null `clockOf`: the clock of the
 * service.
 */
type Scope = { party?: string | null; long: boolean; isTest: boolean; clockOf: string | null }
type Work<T> = (tx: Transaction) => Promise<T>
export type Database = Queries & {
  /** Retried from the start after a serialization failure or a deadlock, so `work` must have no effect outside the database. */
  transaction<T>(work: (tx: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>
  /**
   * The same database for a request: it waits until its party uses less than its share of the connections, and no longer than
   * the wait timeout. `party` is null for a batch of several parties, whose `slots` are already acquired.
   */
  as(party: string | null, long?: boolean): Database
  /**
   * The same database on the clock of a test side: `clock_now()` and `tx.now` include its shift. The clock does not move during a
   * transaction. Null: the clock of the service, still within the share of test sides.
   */
  onClockOf(businessId: string | null): Database
  /** The slots of each party, for a batch whose transaction runs `as(null)`. */
  slots: Slots
  connections(): { open: number; idle: number; waiting: number }
  close(): Promise<void>
}
export type DatabaseSettings = { url: string; poolSize: number; onIdleError: (error: unknown) => void }

const acquireTimeoutMilliseconds = 5_000
const statementTimeoutMilliseconds = 30_000
/** Leaves time for the work itself when nearly all of the timeout was spent waiting. */
const minStatementMilliseconds = 500
/** Releases the locks of a frozen process. The same time as a job lease, after which another worker takes over its jobs. */
const idleTransactionMilliseconds = 10_000
/** Serialization failure and deadlock. */
const retriedSqlStates = new Set(['40001', '40P01'])
const maxAttempts = 5

const sessionSettings = [
  ['statement_timeout', statementTimeoutMilliseconds],
  ['idle_in_transaction_session_timeout', idleTransactionMilliseconds],
  ['lock_timeout', waitTimeoutMilliseconds],
  ['timezone', 'UTC'],
  // Every statement uses an index. A plan made while a table was empty would scan the table until it is analyzed: without this
  // setting 33 of 196 statements still scanned tables of 300,000 rows; with it, only two that read the whole queue on purpose.
  ['enable_seqscan', 'off'],
  // With sequential scans off, an unavoidable one has so high a cost that PostgreSQL would JIT-compile it at every call, which
  // takes hundreds of milliseconds (`test/installation-check.integration.test.ts`).
  ['jit', 'off'],
] as const

export function openDatabase({ url, poolSize, onIdleError }: DatabaseSettings): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: acquireTimeoutMilliseconds,
    options: sessionSettings.map(([name, value]) => `-c ${name}=${value}`).join(' '),
    application_name: 'tidings',
    // Queries are sent without waiting for the results of earlier ones; results arrive in order.
    pipeline: true,
  })
  // The pool replaces a connection that breaks while idle. Without a listener the error would end the process.
  pool.on('error', onIdleError)

  const bulkheads = createBulkheads(poolSize)
  const unlimited = queries((query) => pool.query(query))
  const common = {
    slots: bulkheads.slots,
    connections: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => pool.end(),
  }

  async function transaction<T>(work: Work<T>, clockOf: string | null, options: TransactionOptions): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await inTransaction(pool, work, clockOf, options)
      } catch (error) {
        if (attempt === maxAttempts || !retriedSqlStates.has(sqlState(error))) throw error
        await sleep(Math.random() * 10 * attempt)
      }
    }
  }

  function scoped(scope: Scope): Database {
    const { party, long, isTest, clockOf } = scope
    const within = async <T>(run: (deadline?: number) => Promise<T>, given?: number): Promise<T> => {
      if (party === undefined) return run(given)
      const deadline = given ?? performance.now() + waitTimeoutMilliseconds
      const leave = await bulkheads.enter({ party, long, isTest }, deadline)
      try {
        return await run(deadline)
      } finally {
        leave()
      }
    }
    const usuallyShort = typeof party === 'string' && !long
    const inScope = <T>(work: Work<T>, options: TransactionOptions = {}): Promise<T> =>
      within(
        (deadline) =>
          transaction(work, clockOf, {
            isShort: usuallyShort,
            ...options,
            ...(deadline !== undefined && { deadline }),
          }),
        options.deadline,
      )
    // The shift of a clock is set for a transaction, so a single statement on such a clock needs one too.
    const query = <T>(run: (to: Queries) => Promise<T>): Promise<T> =>
      clockOf === null ? within(() => run(unlimited)) : inScope(run)
    return {
      ...common,
      as: (newParty, isLong = false) => scoped({ ...scope, party: newParty, long: isLong }),
      onClockOf: (businessId) => scoped({ ...scope, isTest: isTest || businessId !== null, clockOf: businessId }),
      all: (statement, ...given) => query((to) => to.all(statement, ...given)),
      one: (statement, ...given) => query((to) => to.one(statement, ...given)),
      command: (text) => query((to) => to.command(text)),
      transaction: inScope,
    }
  }
  return scoped({ long: false, isTest: false, clockOf: null })
}

/**
 * Round trips are the largest cost of a transaction, so it avoids waiting: the work starts before the result of `begin`
 * arrives, and the commit is sent directly after the writes, because PostgreSQL turns a commit after a failure into a
 * rollback.
 */
async function inTransaction<T>(
  pool: pg.Pool,
  work: Work<T>,
  clockOf: string | null,
  {
    deadline = Number.POSITIVE_INFINITY,
    lockMilliseconds = waitTimeoutMilliseconds,
    isShort = false,
    isDryRun = false,
  }: TransactionOptions,
): Promise<T> {
  const client = await pool.connect()
  const lockTimeout = Math.floor(Math.min(lockMilliseconds, deadline - performance.now()))
  if (lockTimeout < 1) {
    client.release()
    throw tooBusy()
  }
  let broken: Error | undefined
  const onError = (error: Error): void => {
    broken = error
  }
  client.on('error', onError)
  let firstError: unknown
  const send: Send = (query) => {
    sendTogether(client)
    return client.query(query).catch((error: unknown) => {
      firstError ??= error
      throw error
    })
  }
  const sent = queries(send)
  const writes: Promise<unknown>[] = []
  const effects: (() => void)[] = []
  try {
    const begin = `begin; ${limits(lockTimeout, isShort)} ${clockOf === null ? '' : readClock(clockOf)}`
    const now = send(`${begin} select clock_now() as now`).then(timeOf)
    const awaitAtCommit = (written: Promise<unknown>): void => {
      writes.push(written)
      // It may fail before the commit awaits it; without a handler that would be an unhandled rejection, which ends the
      // process.
      written.catch(() => undefined)
    }
    awaitAtCommit(now)
    const tx: Transaction = {
      ...sent,
      now,
      write: (statement, ...given) => awaitAtCommit(sent.all(statement, ...given)),
      afterCommit: (effect) => void effects.push(effect),
      count(increment) {
        if (clockOf === null) effects.push(increment)
      },
    }
    const result = await work(tx)
    await Promise.all([...writes, send(isDryRun ? 'rollback' : 'commit')])
    if (!isDryRun) for (const effect of effects) effect()
    return result
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => {
      broken = failure
    })
    throw isAftermath(error) ? firstError : error
  } finally {
    client.off('error', onError)
    client.release(broken)
  }
}

/**
 * `lock_timeout` applies to each lock, and a row with several waiters takes two locks, so the statements of a short
 * transaction are limited too. The custom setting is the time that the transaction may wait in total (`recipients/sql.ts`).
 */
function limits(lockTimeout: number, isShort: boolean): string {
  if (lockTimeout === waitTimeoutMilliseconds && !isShort) return ''
  const waits = `set local lock_timeout = ${lockTimeout}; set local tidings.wait_timeout = ${lockTimeout};`
  return isShort ? `${waits} set local statement_timeout = ${Math.max(lockTimeout, minStatementMilliseconds)};` : waits
}

/**
 * Sets the shift of a test side's clock for this transaction. The shared lock prevents that the clock is advanced meanwhile: the
 * advance would miss the rows that this transaction schedules.
 */
function readClock(businessId: string): string {
  if (!/^[0-9a-f-]{36}$/.test(businessId)) throw new Error('not the id of a business')
  return `select pg_advisory_xact_lock_shared(${testClockLock(`'${businessId}'`)});
    select set_config('tidings.clock_shift', coalesce((select shift::text from test_clocks where business_id = '${businessId}'), ''), true);`
}

/** The key of the lock on the clock of a test side; `businessId` is an SQL expression. */
export const testClockLock = (businessId: string): string => `hashtextextended('test clock ' || ${businessId}, 0)`

/**
 * After a statement has failed, later ones fail with 25P02, which does not name the cause. The awaited promise may be that of
 * a later statement, so the first error is recorded where results arrive, in the order of the statements.
 */
const isAftermath = (error: unknown): boolean => sqlState(error) === '25P02'

/** The simple protocol returns one result per command. */
const timeOf = (results: unknown): Date => (results as pg.QueryResult<{ now: Date }>[]).at(-1)!.rows[0]!.now

/** Sends the queries of one turn of the event loop in one write. */
function sendTogether(client: pg.PoolClient): void {
  const { stream } = (client as unknown as { connection: { stream: Writable } }).connection
  if (stream.writableCorked > 0) return
  stream.cork()
  setImmediate(() => stream.uncork())
}

type Send = (query: string | pg.QueryConfig) => Promise<pg.QueryResult>
function queries(send: Send): Queries {
  const all = async <Params, Row>(
    { name, text, bind }: Statement<Params, Row>,
    ...[params]: Given<NoInfer<Params>>
  ): Promise<Row[]> => {
    return (await send({ name, text, values: bind(params as Params) })).rows as Row[]
  }
  return {
    all,
    async one(statement, ...given) {
      const rows = await all(statement, ...given)
      if (rows.length > 1) throw new Error(`${statement.name} returned ${rows.length} rows, not one`)
      return rows[0] ?? null
    },
    async command(text) {
      await send(text)
    },
  }
}

/**
 * Runs steps in this order without waiting for results in between. A step sends its first statements when it starts, and a
 * connection runs statements in the order they are sent. Statements that a step sends after a result run after the first
 * statements of all steps.
 */
export const pipeline = <Results extends unknown[]>(
  ...steps: { [Step in keyof Results]: () => Promise<Results[Step]> }
): Promise<Results> => Promise.all(steps.map((step) => step())) as Promise<Results>

export function sqlState(error: unknown): string {
  return error instanceof pg.DatabaseError ? (error.code ?? '') : ''
}
