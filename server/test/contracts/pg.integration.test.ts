import { Socket } from 'node:net'
import type { Writable } from 'node:stream'
import pg from 'pg'
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { openDatabase } from '../../src/db/database.ts'
import { isUnavailable } from '../../src/db/errors.ts'
import { statement } from '../../src/db/statement.ts'
import { startTcpProxy } from '../harness/tcp-proxy.ts'
import { until } from '../support/simulator-client.ts'
import { createDatabase } from '../support/test-service.ts'

/**
 * Undocumented behaviour of `pg` that `db/database.ts` and `db/errors.ts` rely on. Run these first after an update.
 */
const url = await createDatabase()
const client = new pg.Client({ connectionString: url, pipeline: true })
await client.connect()
const observer = new pg.Client({ connectionString: url })
await observer.connect()
afterAll(() => Promise.all([client.end(), observer.end()]))

const streamOf = (one: pg.Client): Writable =>
  (one as unknown as { connection: { stream: Writable } }).connection.stream

describe('the stream of a connection', () => {
  test('is the socket that statements are written to, and buffers them while it is corked', async () => {
    const stream = streamOf(client)
    expect(stream).toBeInstanceOf(Socket)
    stream.cork()
    let isDone = false
    const results = Promise.all([client.query('select 1 as n'), client.query({ name: 'two', text: 'select 2 as n' })])
    void results.then(() => (isDone = true))
    // After a round trip on another connection their results would have arrived, too.
    await observer.query('select 3 as n')
    expect([isDone, stream.writableLength > 0]).toEqual([false, true])
    stream.uncork()
    expect((await results).map(({ rows }) => rows)).toEqual([[{ n: 1 }], [{ n: 2 }]])
  })

  test('receives a transaction in two writes: all statements of the first turn, and the commit', async () => {
    const db = openDatabase({ url, poolSize: 1, onIdleError: () => undefined })
    onTestFinished(() => db.close())
    const one = statement<null, { n: number }>('contracts.one', 'select 1 as n')
    const two = statement<null, { n: number }>('contracts.two', 'select 2 as n')
    await db.one(one)

    const single = vi.spyOn(Socket.prototype, '_write')
    const several = vi.spyOn(Socket.prototype as Required<Socket>, '_writev')
    onTestFinished(() => void vi.restoreAllMocks())
    expect(await db.transaction((tx) => Promise.all([tx.one(one), tx.one(two)]))).toEqual([{ n: 1 }, { n: 2 }])
    const toDatabase = (sockets: unknown[]): number =>
      sockets.filter((socket) => (socket as Socket).remotePort === Number(new URL(url).port)).length
    expect([several, single].map(({ mock }) => toDatabase(mock.contexts))).toEqual([1, 1])
  })
})

describe('pipelined statements', () => {
  test('return their results in order, and one that fails outside a transaction does not affect the others', async () => {
    const results = await Promise.allSettled([
      client.query('select 1 as n'),
      client.query({ name: 'contracts.fails', text: 'select 1 / $1::integer', values: [0] }),
      client.query({ name: 'contracts.passes', text: 'select $1::integer as n', values: [3] }),
    ])
    expect(results).toMatchObject([
      { value: { rows: [{ n: 1 }] } },
      { reason: { code: '22012' } },
      { value: { rows: [{ n: 3 }] } },
    ])
  })

  test('after one that failed in a transaction are refused with 25P02, and the commit is a rollback', async () => {
    const results = await Promise.allSettled([
      client.query('begin; select 1 as n'),
      client.query({ name: 'contracts.fails', text: 'select 1 / $1::integer', values: [0] }),
      client.query({ name: 'contracts.passes', text: 'select $1::integer as n', values: [3] }),
      client.query('commit'),
      client.query('select 4 as n'),
    ])
    expect(results).toMatchObject([
      { status: 'fulfilled' },
      { reason: { code: '22012' } },
      { reason: { code: '25P02' } },
      { value: { command: 'ROLLBACK' } },
      { value: { rows: [{ n: 4 }] } },
    ])
  })

  test('a text of several commands returns a result for each', async () => {
    const results: unknown = await client.query("select 1 as n; set local timezone = 'UTC'; select 2 as n")
    expect(results).toMatchObject([{ rows: [{ n: 1 }] }, { rows: [] }, { rows: [{ n: 2 }] }])
  })

  test('with a name are prepared once for a connection', async () => {
    const named = (value: number) => ({ name: 'contracts.named', text: 'select $1::integer as n', values: [value] })
    await Promise.all([client.query(named(1)), client.query(named(2)), client.query(named(3))])
    const { rows } = await client.query(
      `select (generic_plans + custom_plans)::integer as uses from pg_prepared_statements where name = 'contracts.named'`,
    )
    expect(rows).toEqual([{ uses: 3 }])
  })
})

describe('a connection error without SQLSTATE is recognized by its message', () => {
  async function cutConnection() {
    const target = new URL(url)
    const proxy = await startTcpProxy({ host: target.hostname, port: Number(target.port) })
    onTestFinished(() => proxy.stop())
    target.host = `127.0.0.1:${proxy.port}`
    const broken = new pg.Client({ connectionString: target.href, pipeline: true })
    broken.on('error', () => undefined)
    await broken.connect()
    const pid = (await broken.query('select pg_backend_pid() as pid')).rows[0].pid
    const running = failureOf(broken.query('select pg_sleep(10)'))
    await until('the statement to run', async () => {
      const { rows } = await observer.query('select wait_event from pg_stat_activity where pid = $1', [pid])
      return rows[0]?.wait_event === 'PgSleep'
    })
    proxy.cut()
    return { broken, failure: await running }
  }
  const failureOf = (work: Promise<unknown>): Promise<Error> =>
    work.then(
      () => new Error('did not fail'),
      (error: Error) => error,
    )

  const failures: Record<string, () => Promise<Error>> = {
    'Connection terminated unexpectedly': async () => (await cutConnection()).failure,
    'Client has encountered a connection error and is not queryable': async () =>
      failureOf((await cutConnection()).broken.query('select 1')),
    'Client was closed and is not queryable': async () => {
      const closed = new pg.Client({ connectionString: url, pipeline: true })
      await closed.connect()
      await closed.end()
      return failureOf(closed.query('select 1'))
    },
    'timeout exceeded when trying to connect': async () => {
      const pool = new pg.Pool({ connectionString: url, max: 1, connectionTimeoutMillis: 100 })
      const connection = await pool.connect()
      onTestFinished(async () => {
        connection.release()
        await pool.end()
      })
      return failureOf(pool.connect())
    },
  }
  for (const [message, fail] of Object.entries(failures))
    test(message, async () => {
      const error = await fail()
      expect([error.message, isUnavailable(error)]).toEqual([message, true])
    })
})
