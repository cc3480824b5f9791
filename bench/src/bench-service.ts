import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { prepareDatabase } from '../../server/dev/databases.ts'
import { freePort } from '../../server/dev/free-port.ts'
import { startPostgres } from '../../server/dev/postgres.ts'
import { parseId } from '../../server/src/ids.ts'
import { bringUpToDate } from '../../server/src/migrate-all.ts'
import { ask } from './http-client.ts'
import type { Orders, Report } from './load.ts'
import type { Orders as OutsideOrders, Simulated } from './outside.ts'
import { type Process, report, startProcess } from './processes.ts'

export type Shop = { apiKey: string; uuid: string }
export type BenchService = {
  databaseUrl: string
  /** The process all others of PostgreSQL are children of. */
  postmaster: number
  folder: string
  outside: Process
  simulated: Simulated[]
  api: Process
  url: string
  shops: Shop[]
  /** By these shops, all unless some are named. */
  load: (orders: Omit<Orders, 'port' | 'apiKeys' | 'path'>, by?: Shop[]) => Promise<Report>
  startWorker: () => Promise<Process>
}

const operatorToken = 'o'.repeat(32)
const signingKey = 's'.repeat(32)
const mostEmailsPerDay = 1_000_000_000
const program = join(import.meta.dirname, '../../server/src/main.ts')
const beside = (file: string): string => join(import.meta.dirname, file)

/** A PostgreSQL with fsync on and room to work in, the outside service and the real service as processes of their own, and a few shops. */
export async function withService(
  work: (service: BenchService) => Promise<void>,
  { businesses = 8, simulators = 1 } = {},
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tidings-bench-'))
  chmodSync(folder, 0o755)
  const stops = [async () => rmSync(folder, { recursive: true, force: true })]
  const stopAll = async (): Promise<void> => {
    for (const stop of stops.toReversed()) await stop()
  }
  let stopping: Promise<void> | null = null
  const stop = (): Promise<void> => (stopping ??= stopAll())
  const begin = async (file: string, flags: string[], environment: Record<string, string>): Promise<Process> => {
    const process = await startProcess(file, flags, environment)
    stops.push(process.stop)
    return process
  }
  // A run that is interrupted leaves nothing behind. What it was waiting for fails then, and must not end it before that.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop())

  try {
    const postgres = await startPostgres(folder, 'bench', {
      shared_buffers: '2GB',
      max_wal_size: '8GB',
      max_connections: '200',
    })
    stops.push(postgres.stop)
    const databaseUrl = postgres.url('tidings')
    await prepareDatabase(databaseUrl, true)
    await bringUpToDate(databaseUrl)

    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const orders: OutsideOrders = {
      count: simulators,
      callbacks: { url: `${url}/callbacks/email/mailgun`, secret: signingKey },
    }
    const outside = await begin(beside('outside.ts'), [JSON.stringify(orders)], {})
    const simulated = outside.started['simulated'] as Simulated[]
    const environment = settings(folder, databaseUrl, url, simulated)
    const api = await begin(program, ['--role', 'api'], { ...environment, PORT: String(port) })
    const shops = await Promise.all(Array.from({ length: businesses }, () => createShop(url)))
    await work({
      databaseUrl,
      postmaster: Number(readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]),
      folder,
      outside,
      simulated,
      api,
      url,
      shops,
      load: (load, by = shops) => runLoad(port, by, load),
      startWorker: () => begin(program, ['--role', 'worker'], { ...environment, PORT: '0' }),
    })
  } finally {
    await stop()
  }
}

/**
 * As in production, except that receivers may be on this machine. Their authorities are trusted as an operator would have it
 * done, by the runtime: what development adds to the service would take another way through it.
 */
function settings(folder: string, databaseUrl: string, url: string, simulated: Simulated[]): Record<string, string> {
  const authorities = join(folder, 'authorities.pem')
  writeFileSync(authorities, simulated.map(({ receivers }) => receivers.certificateAuthority).join('\n'))
  return {
    DATABASE_URL: databaseUrl,
    SECRET_KEY: Buffer.alloc(32, 1).toString('base64'),
    OPERATOR_TOKEN: operatorToken,
    HOST: '127.0.0.1',
    PUBLIC_URL: url,
    SMTP_URL: `smtp://127.0.0.1:${simulated[0]!.smtpPort}`,
    EMAIL_FROM: 'updates@tidings.example',
    EMAIL_PROVIDER: 'mailgun',
    EMAIL_WEBHOOK_SECRET: signingKey,
    WEBHOOK_ALLOW_CIDRS: '127.0.0.1/32',
    NODE_EXTRA_CA_CERTS: authorities,
  }
}

async function createShop(url: string): Promise<Shop> {
  const { api_key: apiKey, id } = await ask<{ api_key: string; id: string }>('POST', `${url}/operator/v1/businesses`, {
    token: operatorToken,
    body: { name: 'Bench', rate_limit_per_second: 10_000, email_daily_cap: mostEmailsPerDay },
  })
  return { apiKey, uuid: parseId('biz', id)! }
}

async function runLoad(port: number, shops: Shop[], orders: Parameters<BenchService['load']>[0]): Promise<Report> {
  const path = orders.pushesPerRequest === 1 ? '/api/v1/messages' : '/api/v1/messages/batch'
  const done = await report<Report>(beside('load.ts'), {
    ...orders,
    port,
    path,
    apiKeys: shops.map(({ apiKey }) => apiKey),
  } satisfies Orders)
  if (done.errors > 0) throw new Error(`${done.errors} of ${done.requests} requests failed`)
  return done
}
