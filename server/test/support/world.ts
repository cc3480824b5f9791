import { randomBytes } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, inject } from 'vitest'
import { copyDatabase, dropDatabase } from '../../dev/databases.ts'
import { type Config, readConfig } from '../../src/config.ts'
import { type Database, openDatabase } from '../../src/db/database.ts'
import type { Operation } from '../../src/http/operation.ts'
import { developmentOperations } from '../../src/http/operator-operations.ts'
import { startService } from '../../src/service.ts'
import { type Client, createClient } from './client.ts'

export type World = Client & {
  url: string
  db: Database
  databaseUrl: string
  config: Config
  operatorToken: string
  /** Everything the service has logged so far. */
  logged: () => string
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

/** The real service on a real database, spoken to over real sockets. Tests may add rows to its table. */
export async function createWorld(extraOperations: Operation[] = []): Promise<World> {
  const databaseUrl = await createDatabase()
  const operatorToken = randomBytes(20).toString('hex')
  const reading = readConfig({
    DATABASE_URL: databaseUrl,
    SECRET_KEY: Buffer.alloc(32, 5).toString('base64'),
    OPERATOR_TOKEN: operatorToken,
    HOST: '127.0.0.1',
    PORT: '0',
    DRAIN_SECONDS: '2',
  })
  if ('problems' in reading) throw new Error(reading.problems.join('; '))
  const { config } = reading
  const lines: string[] = []
  const log = pino({ level: 'debug' }, { write: (line) => void lines.push(line) })
  const db = openDatabase({ url: databaseUrl, poolSize: 4, onIdleError: () => undefined })

  const stops: (() => Promise<void>)[] = [() => db.close()]
  afterAll(async () => {
    for (const stop of stops.toReversed()) await stop()
  })
  const another = async () => {
    const service = await startService(config, 'all', log, [...developmentOperations, ...extraOperations])
    let stopped: Promise<void> | undefined
    const stop = (): Promise<void> => (stopped ??= service.stop())
    stops.push(stop)
    return { ...createClient(service.url, operatorToken), url: service.url, stop }
  }
  const { stop: _, ...first } = await another()
  return { ...first, db, databaseUrl, config, operatorToken, logged: () => lines.join(''), another }
}
