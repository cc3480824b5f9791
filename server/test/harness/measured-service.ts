import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { prepareDatabase } from '../../dev/databases.ts'
import { startPostgres } from '../../dev/postgres.ts'
import { type Config, readConfig } from '../../src/config.ts'
import { type Database, openDatabase } from '../../src/db/database.ts'
import { migrateAll } from '../../src/migrate-all.ts'
import { type Client, createClient } from '../support/client.ts'
import { settings } from './environment.ts'
import type { Cost } from './probe.ts'
import { type SpawnedProcess, spawnProcess } from './process.ts'
import { isReady } from './readiness.ts'
import { startSite } from './site.ts'

const probe = join(import.meta.dirname, 'probe.ts')

export type Service = { client: Client; db: Database; config: Config; operatorToken: string; receiverUrl: string }

export type MeasuredService = {
  url: string
  service: Service
  /** The current process; `restart` replaces it. */
  readonly child: ChildProcess
  /** The log lines of level error. */
  errorLines: string[]
  /** The resources used since the previous call. Rejects if the process has ended. */
  measure: () => Promise<Cost>
  /** Kills the process and starts it again on the same database. */
  restart: () => Promise<void>
  stop: () => Promise<void>
}

/**
 * Starts the service in its own process, measured by a probe, with its own PostgreSQL and simulator. `overrides` are
 * environment variables; `modules` are loaded into the process before the program.
 */
export async function startMeasuredService(
  overrides: Record<string, string> = {},
  program?: string,
  modules: string[] = [],
): Promise<MeasuredService> {
  const home = mkdtempSync(join(tmpdir(), 'tidings-service-'))
  chmodSync(home, 0o755)
  const postgres = await startPostgres(home, 'test', { fsync: 'off' })
  const databaseUrl = postgres.url('tidings')
  await prepareDatabase(databaseUrl, true)
  await migrateAll(databaseUrl)

  const { publicPort, publicUrl: url, simulator, stop: stopSite, ...site } = await startSite()
  const environment = {
    ...site.environment,
    DATABASE_URL: databaseUrl,
    PORT: String(publicPort),
    // Load tests would otherwise log millions of lines.
    LOG_LEVEL: 'error',
    ...overrides,
  }
  const reading = readConfig({ ...settings, ...environment })
  if ('problems' in reading) throw new Error(reading.problems.join('; '))
  const errorLines: string[] = []
  const nodeFlags = [probe, ...modules].flatMap((module) => ['--import', module])
  const launch = async (): Promise<SpawnedProcess> => {
    const launched = spawnProcess({ environment, nodeFlags, ...(program !== undefined && { program }) }, (line) =>
      errorLines.push(line),
    )
    await untilReady(url, launched)
    return launched
  }
  let current = await launch()

  const db = openDatabase({ url: withApplicationName(databaseUrl), poolSize: 4, onIdleError: () => undefined })
  const receiverUrl: string = (await simulator.receiver('ok')).url
  const operatorToken = settings.OPERATOR_TOKEN
  return {
    url,
    service: { client: createClient(url, operatorToken), db, config: reading.config, operatorToken, receiverUrl },
    get child() {
      return current.child
    },
    errorLines,
    measure: () => measure(current),
    async restart() {
      await current.kill()
      current = await launch()
    },
    async stop() {
      await current.terminate()
      await db.close()
      await stopSite()
      await postgres.stop()
      rmSync(home, { recursive: true, force: true })
    },
  }
}

async function measure({ child, isRunning }: SpawnedProcess): Promise<Cost> {
  if (!isRunning()) throw new Error('the service has ended')
  const over = new AbortController()
  child.send('measure')
  try {
    const [cost] = (await Promise.race([
      once(child, 'message', { signal: over.signal }),
      once(child, 'exit', { signal: over.signal }).then(() => Promise.reject(new Error('the service has ended'))),
    ])) as [Cost]
    return cost
  } finally {
    over.abort()
  }
}

/** Marks the connections of the test in `pg_stat_activity`, where the connections of the service are counted. */
function withApplicationName(databaseUrl: string): string {
  const url = new URL(databaseUrl)
  url.searchParams.set('application_name', 'test')
  return url.href
}

async function untilReady(url: string, { isRunning }: SpawnedProcess): Promise<void> {
  while (!(await isReady(url))) {
    if (!isRunning()) throw new Error('the service ended before it was ready')
    await sleep(100)
  }
}
