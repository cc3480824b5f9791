import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { startSimulator } from '@tidings/simulator'
import { prepareDatabase } from '../../dev/databases.ts'
import { freePort } from '../../dev/free-port.ts'
import { callbacksOf, paidChannels } from '../../dev/outside.ts'
import { startPostgres } from '../../dev/postgres.ts'
import { type Config, readConfig } from '../../src/config.ts'
import { type Database, openDatabase } from '../../src/db/database.ts'
import { bringUpToDate } from '../../src/migrate-all.ts'
import { type Client, createClient } from './client.ts'
import type { Cost } from './probe.ts'
import { program, settings } from './program.ts'
import { createSimulatorClient } from './simulator-client.ts'

const probe = join(import.meta.dirname, 'probe.ts')
/** What the simulated providers sign with. */
export const providerSecret = 'the-secret-of-all-simulated-providers'

/** A running service, and what its operator knows of it. */
export type Service = { client: Client; db: Database; config: Config; operatorToken: string; receiverUrl: string }

export type ServiceProcess = {
  url: string
  service: Service
  /** The process that runs now. */
  readonly child: ChildProcess
  /** The lines it has logged as errors so far. */
  faults: string[]
  /** What the process has cost since the previous call. Rejects when it has ended. */
  measure: () => Promise<Cost>
  /** Kills the process and starts it again on the same database. */
  restart: () => Promise<void>
  stop: () => Promise<void>
}

/**
 * The service as production runs it, in a process of its own that a probe measures, with a PostgreSQL and an outside world of its
 * own. `overrides` are settings of the environment, `modules` are loaded into the process before the program.
 */
export async function startServiceProcess(
  overrides: Record<string, string> = {},
  main: string = program,
  modules: string[] = [],
): Promise<ServiceProcess> {
  const home = mkdtempSync(join(tmpdir(), 'tidings-service-'))
  chmodSync(home, 0o755)
  const postgres = await startPostgres(home, 'test', { fsync: 'off' })
  const databaseUrl = postgres.url('tidings')
  await prepareDatabase(databaseUrl, true)
  await bringUpToDate(databaseUrl)

  const simulator = await startSimulator({ port: 0 })
  const authority = join(home, 'authority.pem')
  writeFileSync(authority, simulator.receivers.certificateAuthority)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const environment = {
    ...settings,
    DATABASE_URL: databaseUrl,
    PORT: String(port),
    PUBLIC_URL: url,
    // A million lines would say little.
    LOG_LEVEL: 'error',
    SMTP_URL: `smtp://127.0.0.1:${simulator.smtpPort}`,
    EMAIL_PROVIDER: 'mailgun',
    EMAIL_WEBHOOK_SECRET: providerSecret,
    WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
    NODE_EXTRA_CA_CERTS: authority,
    ...paidChannels(simulator, providerSecret),
    ...overrides,
  }
  const reading = readConfig(environment)
  if ('problems' in reading) throw new Error(reading.problems.join('; '))
  const faults: string[] = []
  const launch = async (): Promise<ChildProcess> => {
    const imports = [probe, ...modules].flatMap((module) => ['--import', module])
    const started = spawn(process.execPath, [...imports, main], {
      env: environment,
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    })
    createInterface({ input: started.stdout! }).on('line', (line) => faults.push(line))
    await untilReady(url, started)
    return started
  }
  let child = await launch()
  simulator.connect(callbacksOf(url, providerSecret))

  const db = openDatabase({ url: withName(databaseUrl), poolSize: 4, onIdleError: () => undefined })
  const receiverUrl: string = (await createSimulatorClient(simulator.url).receiver('ok')).url
  const operatorToken = settings.OPERATOR_TOKEN
  return {
    url,
    service: { client: createClient(url, operatorToken), db, config: reading.config, operatorToken, receiverUrl },
    get child() {
      return child
    },
    faults,
    async measure() {
      if (hasEnded(child)) throw new Error('the service has ended')
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
    },
    async restart() {
      await end(child, 'SIGKILL')
      child = await launch()
    },
    async stop() {
      await end(child, 'SIGTERM')
      await db.close()
      await simulator.stop()
      await postgres.stop()
      rmSync(home, { recursive: true, force: true })
    },
  }
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null

async function end(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (hasEnded(child)) return
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}

/** So that the connections of the service can be told from those of its tests in `pg_stat_activity`. */
function withName(databaseUrl: string): string {
  const url = new URL(databaseUrl)
  url.searchParams.set('application_name', 'test')
  return url.href
}

async function untilReady(url: string, child: ChildProcess): Promise<void> {
  while (!(await fetch(`${url}/readyz`).catch(() => null))?.ok) {
    if (hasEnded(child)) throw new Error('the service ended before it was ready')
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
