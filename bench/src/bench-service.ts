import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { prepareDatabase } from '../../server/dev/databases.ts'
import { freePort } from '../../server/dev/free-port.ts'
import { startPostgres } from '../../server/dev/postgres.ts'
import { parseId } from '../../server/src/ids.ts'
import { migrateAll } from '../../server/src/migrate-all.ts'
import { requestJson } from './http-client.ts'
import type { Options as LoadOptions, Report } from './load.ts'
import { type Process, runProgram, startProcess } from './processes.ts'
import type { SimulatorInfo, Options as SimulatorOptions } from './simulators.ts'

type LoadSettings = Omit<LoadOptions, 'port' | 'apiKeys' | 'path'>
export type Shop = { apiKey: string; testApiKey: string; uuid: string }
type OtherApi = Process & { load: (options: LoadSettings) => Promise<Report> }
export type BenchService = {
  databaseUrl: string
  /** The process id of PostgreSQL's parent process. */
  postmaster: number
  folder: string
  simulatorProcess: Process
  simulators: SimulatorInfo[]
  api: Process
  url: string
  shops: Shop[]
  /** Sends pushes with the keys of these shops, by default of all. */
  load: (options: LoadSettings, shops?: Shop[]) => Promise<Report>
  startWorker: (more?: Record<string, string>) => Promise<Process>
  /** Another API process with these settings, and the load on it. */
  startOtherApi: (more: Record<string, string>) => Promise<OtherApi>
  /** The same, counting no figures. */
  startUncountedApi: () => Promise<OtherApi>
  startWeb: () => Promise<Process & { url: string }>
}

const operatorToken = 'o'.repeat(32)
const signingKey = 's'.repeat(32)
const maxEmailsPerDay = 1_000_000_000
const program = join(import.meta.dirname, '../../server/src/main.ts')
const siblingFile = (file: string): string => join(import.meta.dirname, file)

/**
 * Runs `work` with a PostgreSQL that has fsync on and enough memory, with the simulators and the service in separate processes,
 * and with a few shops. With BENCH_FOLDER the database is that of the folder and remains there.
 */
export async function withService(
  work: (service: BenchService) => Promise<void>,
  { businesses = 8, simulatorCount = 1 } = {},
): Promise<void> {
  const given = process.env['BENCH_FOLDER']
  const folder = given ?? mkdtempSync(join(tmpdir(), 'tidings-bench-'))
  chmodSync(folder, 0o755)
  const stops: (() => Promise<void>)[] =
    given === undefined ? [async () => rmSync(folder, { recursive: true, force: true })] : []
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
  // An interrupted run stops everything it started. Its pending work then fails, and `stop` still runs to its end.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop())

  try {
    const postgres = await startPostgres(folder, 'bench', {
      shared_buffers: '2GB',
      max_wal_size: '8GB',
      max_connections: '200',
    })
    stops.push(postgres.stop)
    const databaseUrl = postgres.url('tidings')
    await prepareDatabase(databaseUrl, given === undefined)
    await migrateAll(databaseUrl)

    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const simulatorOptions: SimulatorOptions = {
      count: simulatorCount,
      callbacks: { url: `${url}/callbacks/email/mailgun`, secret: signingKey },
    }
    const simulatorProcess = await begin(siblingFile('simulators.ts'), [JSON.stringify(simulatorOptions)], {})
    const simulators = simulatorProcess.started['simulators'] as SimulatorInfo[]
    const environment = settings(folder, databaseUrl, url, simulators)
    const api = await begin(program, ['--role', 'api'], { ...environment, PORT: String(port) })
    const shops = await Promise.all(Array.from({ length: businesses }, () => createShop(url)))
    const startOtherApi = async (file: string, more: Record<string, string>): Promise<OtherApi> => {
      const otherPort = await freePort()
      const other = await begin(file, ['--role', 'api'], { ...environment, ...more, PORT: String(otherPort) })
      return { ...other, load: (options) => runLoad(otherPort, shops, options) }
    }
    await work({
      databaseUrl,
      postmaster: Number(readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]),
      folder,
      simulatorProcess,
      simulators,
      api,
      url,
      shops,
      load: (options, loadedShops = shops) => runLoad(port, loadedShops, options),
      startWeb: async () => {
        const webPort = await freePort()
        const web = await begin(program, ['--role', 'web'], { ...environment, PORT: String(webPort) })
        return { ...web, url: `http://127.0.0.1:${webPort}` }
      },
      startOtherApi: (more) => startOtherApi(program, more),
      startUncountedApi: () => startOtherApi(siblingFile('uncounted-service.ts'), {}),
      startWorker: (more = {}) => begin(program, ['--role', 'worker'], { ...environment, ...more, PORT: '0' }),
    })
  } finally {
    await stop()
  }
}

/**
 * As in production, except that receivers may be on loopback. Their authorities are trusted through NODE_EXTRA_CA_CERTS, as an
 * operator would do it, because the development settings for receivers use another code path.
 */
function settings(
  folder: string,
  databaseUrl: string,
  url: string,
  simulators: SimulatorInfo[],
): Record<string, string> {
  const authorities = join(folder, 'authorities.pem')
  writeFileSync(authorities, simulators.map(({ receivers }) => receivers.certificateAuthority).join('\n'))
  return {
    DATABASE_URL: databaseUrl,
    SECRET_KEY: Buffer.alloc(32, 1).toString('base64'),
    OPERATOR_TOKEN: operatorToken,
    HOST: '127.0.0.1',
    STOP_DELAY_SECONDS: '0',
    PUBLIC_URL: url,
    SMTP_URL: `smtp://127.0.0.1:${simulators[0]!.smtpPort}`,
    EMAIL_FROM: 'updates@tidings.example',
    EMAIL_PROVIDER: 'mailgun',
    EMAIL_WEBHOOK_SECRET: signingKey,
    WEBHOOK_ALLOW_CIDRS: '127.0.0.1/32',
    NODE_EXTRA_CA_CERTS: authorities,
  }
}

async function createShop(url: string): Promise<Shop> {
  type NewBusiness = { id: string; api_key: string; test_api_key: string }
  const created = await requestJson<NewBusiness>('POST', `${url}/operator/v1/businesses`, {
    token: operatorToken,
    body: { name: 'Bench', country: 'GB', rate_limit_per_second: 10_000, email_daily_cap: maxEmailsPerDay },
  })
  return { apiKey: created.api_key, testApiKey: created.test_api_key, uuid: parseId('biz', created.id)! }
}

async function runLoad(port: number, shops: Shop[], options: LoadSettings): Promise<Report> {
  const path = options.pushesPerRequest === 1 ? '/api/v1/messages' : '/api/v1/messages/batch'
  const report = await runProgram<Report>(siblingFile('load.ts'), {
    ...options,
    port,
    path,
    apiKeys: shops.map(({ apiKey }) => apiKey),
  } satisfies LoadOptions)
  if (report.errors > 0) throw new Error(`${report.errors} of ${report.requests} requests failed`)
  return report
}
