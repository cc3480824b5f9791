import type { Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { createBulkheads, patienceMilliseconds, type Slots, tooBusy } from './bulkhead.ts'
import type { Statement } from './statement.ts'

/** Left out where a statement has no parameters. */
export type Given<Params> = Params extends null ? [] : [params: Params]

type Queries = {
  all<Params, Row>(statement: Statement<Params, Row>, ...given: Given<NoInfer<Params>>): Promise<Row[]>
  /** The only row, or null when there is none. More than one is a bug. */
  one<Params, Row>(statement: Statement<Params, Row>, ...given: Given<NoInfer<Params>>): Promise<Row | null>
  /** For what cannot be prepared, such as making a partition. Takes no values. */
  command(text: string): Promise<void>
}
export type Transaction = Queries & {
  /** The database's clock at the start of the transaction: what decisions are told and rows are stamped with. */
  readonly now: Promise<Date>
  /** Sent and not waited for: the commit is what waits, and does not happen if this failed. */
  write<Params>(statement: Statement<Params, never>, ...given: Given<NoInfer<Params>>): void
}
/** `deadline` is a moment of `performance.now()`: until then it waits for a connection and for locks. */
type Waits = { deadline?: number; lockMilliseconds?: number; isShort?: boolean }
export type Database = Queries & {
  /** Runs again from the start when PostgreSQL sacrificed it to another transaction, so `work` must only touch the database. */
  transaction<T>(work: (tx: Transaction) => Promise<T>, waits?: Waits): Promise<T>
  /**
   * The same database for a request: it waits until its party holds less than its share of the connections, and no longer than its
   * patience. `party` is null for a set of calls of several parties, whose `slots` are held already.
   */
  as(party: string | null, long?: boolean): Database
  /** A slot of the party's, for a set whose transaction is run `as(null)`. */
  slots: Slots
  connections(): { open: number; idle: number; waiting: number }
  close(): Promise<void>
}
export type DatabaseSettings = { url: string; poolSize: number; onIdleError: (error: unknown) => void }

const acquireTimeoutMilliseconds = 5_000
const statementTimeoutMilliseconds = 30_000
/** For the work itself, when nearly all of the patience went into waiting. */
const leastStatementMilliseconds = 500
/** A process that was stopped in the middle must not keep its locks: as long as its jobs are kept for it, and no longer. */
const idleTransactionMilliseconds = 10_000
const sacrificed = new Set(['40001', '40P01'])
const sacrificedAttempts = 5

const sessionSettings = [
  ['statement_timeout', statementTimeoutMilliseconds],
  ['idle_in_transaction_session_timeout', idleTransactionMilliseconds],
  ['lock_timeout', patienceMilliseconds],
  ['timezone', 'UTC'],
  // Every statement is a look-up by index. A plan made while a table was empty would scan it until the table is analyzed: with
  // this off, 33 of 196 statements still scanned tables of 300,000 rows; with it on, two that read the whole queue on purpose.
  ['enable_seqscan', 'off'],
  // With scans off, one that cannot be avoided has so high a cost that PostgreSQL would compile it at every call, which takes
  // hundreds of milliseconds (`test/installation-check.test.ts`).
  ['jit', 'off'],
] as const

export function openDatabase({ url, poolSize, onIdleError }: DatabaseSettings): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: acquireTimeoutMilliseconds,
    options: sessionSettings.map(([name, value]) => `-c ${name}=${value}`).join(' '),
    application_name: 'tidings',
    // What is asked for without waiting in between is sent without waiting in between, and answered in order.
    pipeline: true,
  })
  // A connection that breaks while idle is replaced by the next use; without a listener it would end the process.
  pool.on('error', onIdleError)

  const bulkheads = createBulkheads(poolSize)
  const unlimited = queries((query) => pool.query(query))
  const rest = {
    slots: bulkheads.slots,
    connections: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => pool.end(),
  }

  async function transaction<T>(work: (tx: Transaction) => Promise<T>, waits: Waits = {}): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await inTransaction(pool, work, waits)
      } catch (error) {
        if (attempt === sacrificedAttempts || !sacrificed.has(sqlState(error))) throw error
        await sleep(Math.random() * 10 * attempt)
      }
    }
  }

  function as(party: string | null, long = false): Database {
    const within = async <T>(work: (deadline: number) => Promise<T>, given?: number): Promise<T> => {
      const deadline = given ?? performance.now() + patienceMilliseconds
      const leave = await bulkheads.enter(party, long, deadline)
      try {
        return await work(deadline)
      } finally {
        leave()
      }
    }
    return {
      ...rest,
      as,
      all: (statement, ...given) => within(() => unlimited.all(statement, ...given)),
      one: (statement, ...given) => within(() => unlimited.one(statement, ...given)),
      command: (text) => within(() => unlimited.command(text)),
      transaction: (work, waits = {}) =>
        within(
          (deadline) => transaction(work, { ...waits, deadline, isShort: party !== null && !long }),
          waits.deadline,
        ),
    }
  }
  return { ...rest, ...unlimited, transaction, as }
}

/**
 * Round trips are what a transaction costs most. So nothing waits that need not: work begins before `begin` is answered, and
 * the commit follows the writes at once, because PostgreSQL turns a commit after a failure into a rollback.
 */
async function inTransaction<T>(
  pool: pg.Pool,
  work: (tx: Transaction) => Promise<T>,
  { deadline = Number.POSITIVE_INFINITY, lockMilliseconds = patienceMilliseconds, isShort = false }: Waits,
): Promise<T> {
  const client = await pool.connect()
  const patience = Math.floor(Math.min(lockMilliseconds, deadline - performance.now()))
  if (patience < 1) {
    client.release()
    throw tooBusy()
  }
  let broken: Error | undefined
  const onError = (error: Error): void => {
    broken = error
  }
  client.on('error', onError)
  let cause: unknown
  const ask: Ask = (query) => {
    sendTogether(client)
    return client.query(query).catch((error: unknown) => {
      cause ??= error
      throw error
    })
  }
  const asked = queries(ask)
  const writes: Promise<unknown>[] = []
  try {
    const now = ask(`begin; ${limits(patience, isShort)} select clock_now() as now`).then(clockOf)
    const leave = (written: Promise<unknown>): void => {
      writes.push(written)
      // It may fail while the work waits for something else. The commit is told; until then nobody listens, which would end the process.
      written.catch(() => undefined)
    }
    leave(now)
    const tx: Transaction = {
      ...asked,
      now,
      write: (statement, ...given) => leave(asked.all(statement, ...given)),
    }
    const result = await work(tx)
    await Promise.all([...writes, ask('commit')])
    return result
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => {
      broken = failure
    })
    throw isAftermath(error) ? cause : error
  } finally {
    client.off('error', onError)
    client.release(broken)
  }
}

/**
 * `lock_timeout` is for each lock, and a row that several wait for is two locks, so a short transaction's statements are limited too.
 * The setting of our own is what the transaction may wait in all (`recipients/sql.ts`).
 */
function limits(patience: number, isShort: boolean): string {
  if (patience === patienceMilliseconds && !isShort) return ''
  const waits = `set local lock_timeout = ${patience}; set local tidings.patience = ${patience};`
  return isShort ? `${waits} set local statement_timeout = ${Math.max(patience, leastStatementMilliseconds)};` : waits
}

/**
 * Once a statement has failed, those after it are answered that one has, and not why. Who asked for the first may hear of it after
 * who asked for another, so the first failure is kept where answers come in, in the order of the statements.
 */
const isAftermath = (error: unknown): boolean => sqlState(error) === '25P02'

/** The simple protocol answers with a result per command. */
const clockOf = (answer: unknown): Date => (answer as pg.QueryResult<{ now: Date }>[]).at(-1)!.rows[0]!.now

/** What is asked for in one turn of the event loop goes out in one write. */
function sendTogether(client: pg.PoolClient): void {
  const { stream } = (client as unknown as { connection: { stream: Writable } }).connection
  if (stream.writableCorked > 0) return
  stream.cork()
  setImmediate(() => stream.uncork())
}

type Ask = (query: string | pg.QueryConfig) => Promise<pg.QueryResult>
function queries(ask: Ask): Queries {
  const all = async <Params, Row>(
    { name, text, bind }: Statement<Params, Row>,
    ...[params]: Given<NoInfer<Params>>
  ): Promise<Row[]> => {
    return (await ask({ name, text, values: bind(params as Params) })).rows as Row[]
  }
  return {
    all,
    async one(statement, ...given) {
      const rows = await all(statement, ...given)
      if (rows.length > 1) throw new Error(`${statement.name} answered ${rows.length} rows, not one`)
      return rows[0] ?? null
    },
    async command(text) {
      await ask(text)
    },
  }
}

/**
 * Runs steps in this order without waiting for results in between. A step sends its first statements when it begins, and a connection
 * runs statements in the order they are sent. What a step sends after a result comes after the first statements of all steps.
 */
export const pipeline = <Results extends unknown[]>(
  ...steps: { [Step in keyof Results]: () => Promise<Results[Step]> }
): Promise<Results> => Promise.all(steps.map((step) => step())) as Promise<Results>

export function sqlState(error: unknown): string {
  return error instanceof pg.DatabaseError ? (error.code ?? '') : ''
}
