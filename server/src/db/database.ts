import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Statement } from './statement.ts'

type Queries = {
  all<Row>(statement: Statement<Row>, values?: readonly unknown[]): Promise<Row[]>
  /** The only row, or null when there is none. More than one is a bug. */
  one<Row>(statement: Statement<Row>, values?: readonly unknown[]): Promise<Row | null>
  /** For what cannot be prepared, such as making a partition. Takes no values. */
  command(text: string): Promise<void>
}
/** `now` is the database's clock at the start of the transaction: what decisions are told and rows are stamped with. */
export type Transaction = Queries & { readonly now: Date }
export type Database = Queries & {
  /** Runs again from the start when PostgreSQL sacrificed it to another transaction, so `work` must only touch the database. */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  connections(): { open: number; idle: number; waiting: number }
  close(): Promise<void>
}
export type DatabaseSettings = { url: string; poolSize: number; onIdleError: (error: unknown) => void }

const acquireTimeoutMilliseconds = 5_000
const statementTimeoutMilliseconds = 30_000
const sacrificed = new Set(['40001', '40P01'])
const sacrificedAttempts = 5

export function openDatabase({ url, poolSize, onIdleError }: DatabaseSettings): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: acquireTimeoutMilliseconds,
    options: `-c statement_timeout=${statementTimeoutMilliseconds} -c timezone=UTC`,
    application_name: 'tidings',
  })
  // A connection that breaks while idle is replaced by the next use; without a listener it would end the process.
  pool.on('error', onIdleError)

  return {
    ...queries(pool),
    async transaction(work) {
      for (let attempt = 1; ; attempt++) {
        try {
          return await inTransaction(pool, work)
        } catch (error) {
          if (attempt === sacrificedAttempts || !sacrificed.has(sqlState(error))) throw error
          await sleep(Math.random() * 10 * attempt)
        }
      }
    },
    connections: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => pool.end(),
  }
}

async function inTransaction<T>(pool: pg.Pool, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  const onError = (error: Error): void => {
    broken = error
  }
  client.on('error', onError)
  try {
    // One round trip for both; the simple protocol answers with a result per command.
    const [, clock] = (await client.query('begin; select clock_now() as now')) as unknown as pg.QueryResult<{
      now: Date
    }>[]
    const result = await work({ ...queries(client), now: clock!.rows[0]!.now })
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => {
      broken = failure
    })
    throw error
  } finally {
    client.off('error', onError)
    client.release(broken)
  }
}

function queries(client: pg.Pool | pg.PoolClient): Queries {
  const all = async <Row>({ name, text }: Statement<Row>, values: readonly unknown[] = []): Promise<Row[]> =>
    (await client.query({ name, text, values: [...values] })).rows as Row[]
  return {
    all,
    async one(statement, values) {
      const rows = await all(statement, values)
      if (rows.length > 1) throw new Error(`${statement.name} answered ${rows.length} rows, not one`)
      return rows[0] ?? null
    },
    async command(text) {
      await client.query(text)
    },
  }
}

export function sqlState(error: unknown): string {
  return error instanceof pg.DatabaseError ? (error.code ?? '') : ''
}
