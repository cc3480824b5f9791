import { randomBytes } from 'node:crypto'
import { startSimulator } from '@tidings/simulator'
import { pino } from 'pino'
import { afterAll, inject } from 'vitest'
import { copyDatabase, dropDatabase } from '../../dev/databases.ts'
import { freePort } from '../../dev/free-port.ts'
import { callbackTargets, simulatorChannelSettings } from '../../dev/simulator-settings.ts'
import { type Config, readConfig } from '../../src/config.ts'
import { type Database, openDatabase } from '../../src/db/database.ts'
import { developmentOperations } from '../../src/http/operations.ts'
import type { Operation } from '../../src/operation.ts'
import { type Role, startService } from '../../src/service.ts'
import { type Client, createClient } from './client.ts'
import { checkStoredEvents } from './event-schemas.ts'
import { checkFigures } from './figures.ts'
import { createSimulatorClient, type SimulatorClient } from './simulator-client.ts'

const signingKey = 'a signing key of the simulated provider'.replaceAll(' ', '-')

export type TestService = Client & {
  url: string
  db: Database
  databaseUrl: string
  config: Config
  operatorToken: string
  /** The log output so far. */
  logged: () => string
  simulator: SimulatorClient
  /** Starts another instance of the service on the same database. */
  startAnother: () => Promise<Client & { url: string; stop: () => Promise<void> }>
  /** Waits for the jobs in progress, and starts the service again at the same address, with these settings changed. */
  restart: (changes?: Partial<Config>) => Promise<void>
}

/** Copies the template database for one test file. The copy is dropped after the file has run. */
export async function createDatabase(): Promise<string> {
  const template = inject('databaseUrl')
  const url = new URL(template)
  url.pathname = `/tidings_${process.pid}_${randomBytes(4).toString('hex')}`
  await copyDatabase(url.href, new URL(template).pathname.slice(1))
  afterAll(() => dropDatabase(url.href))
  return url.href
}

const dnsRecords: Record<string, string[]> = {
  'hooks.example.com': ['93.184.216.34', '2606:2800:220:1:248:1893:25c8:1946'],
  'inside.example.com': ['10.0.0.7'],
  'mixed.example.com': ['93.184.216.34', '127.0.0.1'],
}

type Environment = Record<string, string | undefined>
/** With the role `api` no worker runs, so nothing is sent. `prepare` changes the database before the service starts. */
type TestServiceOptions = {
  operations?: Operation[]
  role?: Role
  poolSize?: number
  /** One of several cells behind a router. */
  cell?: { publicUrl: string; shards: string }
  /** Changes the settings that the service reads. Undefined removes one. */
  change?: (settings: Environment) => Environment
  prepare?: (db: Database, databaseUrl: string) => Promise<void>
}

/**
 * Starts the service with its own database and a simulator of all providers; tests call it over HTTP. At the end of the file
 * every published event is compared with the schema of its type, and the figures with the rows.
 */
export async function createTestService({
  operations = [],
  role = 'all',
  poolSize = 16,
  cell,
  change = (settings) => settings,
  prepare = async () => undefined,
}: TestServiceOptions = {}): Promise<TestService> {
  const databaseUrl = await createDatabase()
  const operatorToken = randomBytes(20).toString('hex')
  const simulator = await startSimulator({ port: 0 })
  const port = await freePort()
  const settings: Environment = {
    DATABASE_URL: databaseUrl,
    SECRET_KEY: Buffer.alloc(32, 5).toString('base64'),
    OPERATOR_TOKEN: operatorToken,
    HOST: '127.0.0.1',
    PORT: String(port),
    STOP_DELAY_SECONDS: '0',
    DRAIN_SECONDS: '2',
    DATABASE_POOL_SIZE: String(poolSize),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    SMTP_URL: `smtp://127.0.0.1:${simulator.smtpPort}`,
    EMAIL_FROM: 'updates@tidings.example',
    EMAIL_PROVIDER: 'mailgun',
    EMAIL_WEBHOOK_SECRET: signingKey,
    ...simulatorChannelSettings(simulator, signingKey),
    ...(cell && { PUBLIC_URL: cell.publicUrl, SHARDS: cell.shards }),
  }
  const reading = readConfig(change(settings))
  if ('problems' in reading) throw new Error(reading.problems.join('; '))
  const { config } = reading
  const lines: string[] = []
  const log = pino({ level: 'debug' }, { write: (line) => void lines.push(line) })
  const db = openDatabase({ url: databaseUrl, poolSize: 4, onIdleError: () => undefined })
  await prepare(db, databaseUrl)

  const closeDatabase = async (): Promise<void> => {
    try {
      await checkStoredEvents(db)
      await checkFigures(db)
    } finally {
      await db.close()
    }
  }
  const stops: (() => Promise<void>)[] = [closeDatabase, simulator.stop]
  afterAll(async () => {
    for (const stop of stops.toReversed()) await stop()
  })
  const startAnother = async (servicePort = 0, changes: Partial<Config> = {}) => {
    const service = await startService({ ...config, ...changes, port: servicePort }, role, log, {
      operations: [...developmentOperations, ...operations],
      receivers: simulator.receivers,
      // Tests must not depend on a name server.
      resolve: async (host) => dnsRecords[host] ?? [],
    })
    let stopped: Promise<void> | undefined
    const stop = (): Promise<void> => (stopped ??= service.stop())
    stops.push(stop)
    return { ...createClient(service.url, operatorToken), url: service.url, stop }
  }
  let running = await startAnother(port)
  const { stop: _, ...first } = running
  const query = cell === undefined ? '' : `?shard=${cell.shards.slice(0, 2)}`
  simulator.connect(callbackTargets(config.publicUrl, signingKey, query))
  return {
    ...first,
    db,
    databaseUrl,
    config,
    operatorToken,
    simulator: createSimulatorClient(simulator.url),
    logged: () => lines.join(''),
    startAnother: () => startAnother(),
    async restart(changes) {
      await running.stop()
      running = await startAnother(port, changes)
    },
  }
}
