import { type Database, openDatabase } from '../../src/db/database.ts'
import { type Client, createClient } from '../support/client.ts'
import { settings } from './environment.ts'
import { type Process, startProcess } from './process.ts'
import type { Site } from './site.ts'

/** The service as production runs it: separate processes on one database. It starts without a process. */
export type Deployment = {
  databaseUrl: string
  /** Direct connections for the test: only faults of the database itself affect them, not those of proxies. */
  db: Database
  site: Site
  /** The settings of each process. */
  environment: Record<string, string>
  /** Starts the process that merchants and providers call, with a client of it. */
  startApi: () => Promise<Process & Client>
  startWorker: (more?: Record<string, string>) => Promise<Process>
  /** Kills the processes that are still running. The site stays. */
  stop: () => Promise<void>
}

export function startDeployment(databaseUrl: string, site: Site): Deployment {
  const db = openDatabase({ url: databaseUrl, poolSize: 4, onIdleError: () => undefined })
  const environment = { ...site.environment, DATABASE_URL: databaseUrl }
  const started: Promise<Process>[] = []
  const start = (role: 'api' | 'worker', more: Record<string, string>): Promise<Process> => {
    const starting = startProcess({ role, environment: { ...environment, ...more } })
    started.push(starting)
    return starting
  }
  return {
    databaseUrl,
    db,
    site,
    environment,
    async startApi() {
      const api = await start('api', { PORT: String(site.publicPort) })
      return { ...api, ...createClient(api.url, settings.OPERATOR_TOKEN) }
    },
    startWorker: (more = {}) => start('worker', more),
    async stop() {
      // A process that failed to start has ended.
      const kill = (starting: Promise<Process>): Promise<void> =>
        starting.then(
          (running) => running.kill(),
          () => undefined,
        )
      await Promise.all(started.map(kill))
      await db.close()
    },
  }
}
