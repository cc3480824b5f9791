import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { prepareDatabase } from '../../server/dev/databases.ts'
import { startPostgres } from '../../server/dev/postgres.ts'
import { readId } from '../../server/src/ids.ts'
import { bringUpToDate } from '../../server/src/up-to-date.ts'
import type { Orders, Report } from './load.ts'

const operatorToken = 'o'.repeat(32)
const businesses = 8
const program = join(import.meta.dirname, '../../server/src/main.ts')
const run = promisify(execFile)

type Shop = { apiKey: string; uuid: string }
export type World = {
  databaseUrl: string
  folder: string
  url: string
  shops: Shop[]
  load: (orders: Omit<Orders, 'port' | 'apiKeys' | 'path'>) => Promise<Report>
}

/** A PostgreSQL with fsync on and room to work in, the real service as a process of its own, and a few shops. */
export async function withWorld(work: (world: World) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tidings-bench-'))
  chmodSync(folder, 0o755)
  const postgres = await startPostgres(folder, 'bench', {
    shared_buffers: '2GB',
    max_wal_size: '8GB',
    max_connections: '200',
  })
  try {
    const databaseUrl = postgres.url('tidings')
    await prepareDatabase(databaseUrl, true)
    await bringUpToDate(databaseUrl)
    const service = await startService(databaseUrl)
    const shops = await Promise.all(Array.from({ length: businesses }, () => createShop(service.url)))
    const load: World['load'] = (orders) =>
      runLoad({
        ...orders,
        port: Number(new URL(service.url).port),
        path: orders.pushesPerRequest === 1 ? '/api/v1/messages' : '/api/v1/messages/batch',
        apiKeys: shops.map(({ apiKey }) => apiKey),
      })
    await work({ databaseUrl, folder, url: service.url, shops, load })
    const ended = once(service.child, 'exit')
    service.child.kill('SIGTERM')
    await ended
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
  }
  const child = spawn(process.execPath, [program, '--role', 'api'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const lines = createInterface({ input: child.stdout })
  for await (const line of lines) {
    const said = JSON.parse(line) as { msg: string; url: string }
    if (said.msg !== 'started') continue
    // The lines to come are read and dropped: a full pipe would stop the service.
    child.stdout.resume()
    return { child, url: said.url }
  }
  throw new Error('the service ended before it had started')
}

async function createShop(url: string): Promise<Shop> {
  const answer = await fetch(`${url}/operator/v1/businesses`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${operatorToken}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'Bench', rate_limit_per_second: 10_000 }),
  })
  const { api_key: apiKey, id } = (await answer.json()) as { api_key: string; id: string }
  return { apiKey, uuid: readId('biz', id)! }
}

async function runLoad(orders: Orders): Promise<Report> {
  const { stdout } = await run(process.execPath, [join(import.meta.dirname, 'load.ts'), JSON.stringify(orders)])
  const report = JSON.parse(stdout) as Report
  if (report.errors > 0) throw new Error(`${report.errors} of ${report.requests} requests failed`)
  return report
}

export const median = (values: number[]): number =>
  values.toSorted((one, two) => one - two)[Math.floor(values.length / 2)]!

/** The figures as they are kept, beside the table that is printed. */
export function keepResults(name: string, results: object): void {
  const folder = join(import.meta.dirname, '../results')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(results, null, 2)}\n`)
}
