import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { prepareDatabase } from '../../server/dev/databases.ts'
import { startPostgres } from '../../server/dev/postgres.ts'
import { bringUpToDate } from '../../server/src/up-to-date.ts'
import { runBare } from './bare.ts'
import type { Orders, Report } from './load.ts'

const operatorToken = 'o'.repeat(32)
const businesses = 8
const program = join(import.meta.dirname, '../../server/src/main.ts')
const run = promisify(execFile)

type Row = { name: string; pushesPerSecond: number; p50: number | null; p99: number | null; runs: number[] }

/** (a) bare, a transaction a push; (b) bare, 100 pushes a transaction; (c) HTTP single pushes; (d) HTTP batches of 100. Taken in turns, median of the rounds. */
export async function benchPush(rounds: number, seconds: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tidings-bench-'))
  chmodSync(folder, 0o755)
  const postgres = await startPostgres(folder, 'bench', {
    shared_buffers: '2GB',
    max_wal_size: '8GB',
    max_connections: '200',
  })
  try {
    const url = postgres.url('tidings')
    await prepareDatabase(url, true)
    await bringUpToDate(url)
    const service = await startService(url)
    const shops = await Promise.all(Array.from({ length: businesses }, () => createShop(service.url)))
    const port = Number(new URL(service.url).port)
    const load = (connections: number, pushesPerRequest: number) => (): Promise<Report> =>
      runLoad({
        port,
        connections,
        seconds,
        path: pushesPerRequest === 1 ? '/api/v1/messages' : '/api/v1/messages/batch',
        apiKeys: shops.map(({ apiKey }) => apiKey),
        pushesPerRequest,
      })
    const bare = (pushes: number, clients: number) => (): Promise<number> =>
      runBare(url, folder, shops[0]!.uuid, pushes, clients, seconds)

    const contenders: [name: string, measure: () => Promise<number | Report>][] = [
      ['(a) bare PostgreSQL, a transaction a push, 16 clients', bare(1, 16)],
      ['(b) bare PostgreSQL, 100 pushes a transaction, 8 clients', bare(100, 8)],
      ['(c) HTTP single push, 16 connections', load(16, 1)],
      ['(c) HTTP single push, 64 connections', load(64, 1)],
      ['(c) HTTP single push, 256 connections', load(256, 1)],
      ['(d) HTTP batch of 100, 8 connections', load(8, 100)],
    ]
    const measured = new Map<string, (number | Report)[]>(contenders.map(([name]) => [name, []]))
    await load(64, 1)()
    for (let round = 0; round < rounds; round++)
      for (const [name, measure] of contenders) {
        measured.get(name)!.push(await measure())
        process.stderr.write('.')
      }
    process.stderr.write('\n')
    service.child.kill('SIGTERM')
    await once(service.child, 'exit')
    tell(
      [...measured].map(([name, results]) => summarise(name, results)),
      rounds,
      seconds,
    )
  } finally {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function startService(databaseUrl: string) {
  const env = {
    DATABASE_URL: databaseUrl,
    SECRET_KEY: Buffer.alloc(32, 1).toString('base64'),
    OPERATOR_TOKEN: operatorToken,
    HOST: '127.0.0.1',
    PORT: '0',
    LOG_LEVEL: 'warn',
    PATH: process.env['PATH'] ?? '',
  }
  const child = spawn(process.execPath, [program, '--role', 'api'], {
    env: { ...env, LOG_LEVEL: 'info' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(
    createInterface({ input: child.stdout }).on('line', () => undefined),
    'line',
  )) as [string]
  let ready = JSON.parse(line) as { msg: string; url: string }
  if (ready.msg !== 'started') ready = await untilStarted(child.stdout)
  return { child, url: ready.url }
}

async function untilStarted(output: NodeJS.ReadableStream): Promise<{ msg: string; url: string }> {
  for await (const line of createInterface({ input: output })) {
    const said = JSON.parse(line) as { msg: string; url: string }
    if (said.msg === 'started') return said
  }
  throw new Error('the service ended before it had started')
}

async function createShop(url: string): Promise<{ apiKey: string; uuid: string }> {
  const answer = await fetch(`${url}/operator/v1/businesses`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${operatorToken}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'Bench', rate_limit_per_second: 10_000 }),
  })
  const { api_key: apiKey, id } = (await answer.json()) as { api_key: string; id: string }
  const { readId } = await import('../../server/src/ids.ts')
  return { apiKey, uuid: readId('biz', id)! }
}

async function runLoad(orders: Orders): Promise<Report> {
  const { stdout } = await run(process.execPath, [join(import.meta.dirname, 'load.ts'), JSON.stringify(orders)])
  const report = JSON.parse(stdout) as Report
  if (report.errors > 0) throw new Error(`${report.errors} of ${report.requests} requests failed`)
  return report
}

function summarise(name: string, results: (number | Report)[]): Row {
  const median = (values: number[]): number => values.toSorted((one, two) => one - two)[Math.floor(values.length / 2)]!
  const reports = results.filter((result) => typeof result === 'object')
  const runs = results.map((result) => Math.round(typeof result === 'number' ? result : result.pushes / result.seconds))
  return {
    name,
    pushesPerSecond: median(runs),
    p50: reports.length === 0 ? null : median(reports.map(({ p50 }) => p50)),
    p99: reports.length === 0 ? null : median(reports.map(({ p99 }) => p99)),
    runs,
  }
}

function tell(rows: Row[], rounds: number, seconds: number): void {
  const [oneByOne, byHundred] = [rows[0]!.pushesPerSecond, rows[1]!.pushesPerSecond]
  const lines = rows.map(({ name, pushesPerSecond, p50, p99 }) =>
    [
      `| ${name}`,
      pushesPerSecond,
      p50 ?? '',
      p99 ?? '',
      (pushesPerSecond / oneByOne).toFixed(2),
      `${(pushesPerSecond / byHundred).toFixed(2)} |`,
    ].join(' | '),
  )
  process.stdout.write(
    `| median of ${rounds} rounds of ${seconds} s | pushes/s | p50 ms | p99 ms | of (a) | of (b) |\n|---|---|---|---|---|---|\n${lines.join('\n')}\n`,
  )
  const results = join(import.meta.dirname, '../results')
  mkdirSync(results, { recursive: true })
  writeFileSync(join(results, 'push.json'), `${JSON.stringify({ rounds, seconds, rows }, null, 2)}\n`)
}
