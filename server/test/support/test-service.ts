import { randomBytes } from 'node:crypto'
import { startSimulator } from '@tidings/simulator'
import { pino } from 'pino'
import { afterAll, inject } from 'vitest'
import { copyDatabase, dropDatabase } from '../../dev/databases.ts'
import { freePort } from '../../dev/free-port.ts'
import { callbacksOf, paidChannels } from '../../dev/outside.ts'
import { type Config, readConfig } from '../../src/config.ts'
import { type Database, openDatabase } from '../../src/db/database.ts'
import { developmentOperations } from '../../src/http/operations.ts'
import type { Operation } from '../../src/operation.ts'
import { type Role, startService } from '../../src/service.ts'
import { type Client, createClient } from './client.ts'
import { createSimulatorClient, type SimulatorClient } from './simulator-client.ts'

const signingKey = 'a signing key of the simulated provider'.replaceAll(' ', '-')

export type TestService = Client & {
  url: string
  db: Database
  databaseUrl: string
  config: Config
  operatorToken: string
  /** Everything the service has logged so far. */
  logged: () => string
  /** The outside world, and how to ask it. */
  simulator: SimulatorClient
  /** Another process's worth of the service on the same database. */
  another: () => Promise<Client & { url: string; stop: () => Promise<void> }>
}

/** A copy of the template for one test file; it goes when the file has run. */
export async function createDatabase(): Promise<string> {
  const template = inject('databaseUrl')
  const url = new URL(template)
  url.pathname = `/tidings_${process.pid}_${randomBytes(4).toString('hex')}`
  await copyDatabase(url.href, new URL(template).pathname.slice(1))
  afterAll(() => dropDatabase(url.href))
  return url.href
}

const names: Record<string, string[]> = {
  'hooks.example.com': ['93.184.216.34', '2606:2800:220:1:248:1893:25c8:1946'],
  'inside.example.com': ['10.0.0.7'],
  'mixed.example.com': ['93.184.216.34', '127.0.0.1'],
}

/**
 * Tests may add rows to the table of operations, leave the worker out, so that nothing is sent, say how many connections there are, and
 * change the database before the service starts.
 */
type WorldOptions = {
  operations?: Operation[]
  role?: Role
  poolSize?: number
  prepare?: (db: Database, databaseUrl: string) => Promise<void>
}

/** The real service on a real database, with the outside world beside it, spoken to over real sockets. */
export async function createTestService({
  operations = [],
  role = 'all',
  poolSize = 16,
  prepare = async () => undefined,
}: WorldOptions = {}): Promise<TestService> {
  const databaseUrl = await createDatabase()
  const operatorToken = randomBytes(20).toString('hex')
  const simulator = await startSimulator({ port: 0 })
  const port = await freePort()
  const reading = readConfig({
    DATABASE_URL: databaseUrl,
    SECRET_KEY: Buffer.alloc(32, 5).toString('base64'),
    OPERATOR_TOKEN: operatorToken,
    HOST: '127.0.0.1',
    PORT: String(port),
    DRAIN_SECONDS: '2',
    DATABASE_POOL_SIZE: String(poolSize),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    SMTP_URL: `smtp://127.0.0.1:${simulator.smtpPort}`,
    EMAIL_FROM: 'updates@tidings.example',
    EMAIL_PROVIDER: 'mailgun',
    EMAIL_WEBHOOK_SECRET: signingKey,
    ...paidChannels(simulator, signingKey),
  })
  if ('problems' in reading) throw new Error(reading.problems.join('; '))
  const { config } = reading
  const lines: string[] = []
  const log = pino({ level: 'debug' }, { write: (line) => void lines.push(line) })
  const db = openDatabase({ url: databaseUrl, poolSize: 4, onIdleError: () => undefined })
  await prepare(db, databaseUrl)

  const stops: (() => Promise<void>)[] = [() => db.close(), simulator.stop]
  afterAll(async () => {
    for (const stop of stops.toReversed()) await stop()
  })
  const another = async (itsPort = 0) => {
    const service = await startService({ ...config, port: itsPort }, role, log, {
      operations: [...developmentOperations, ...operations],
      receivers: simulator.receivers,
      // No test asks a name server. Names are looked up in here.
      resolve: async (host) => names[host] ?? [],
    })
    let stopped: Promise<void> | undefined
    const stop = (): Promise<void> => (stopped ??= service.stop())
    stops.push(stop)
    return { ...createClient(service.url, operatorToken), url: service.url, stop }
  }
  const { stop: _, ...first } = await another(port)
  simulator.connect(callbacksOf(first.url, signingKey))
  return {
    ...first,
    db,
    databaseUrl,
    config,
    operatorToken,
    simulator: createSimulatorClient(simulator.url),
    logged: () => lines.join(''),
    another: () => another(),
  }
}
