import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '../../dev/free-port.ts'
import type { Role } from '../../src/service.ts'
import { type Deployment, startDeployment } from '../harness/deployment.ts'
import { settings } from '../harness/environment.ts'
import { copyProgram, type Release } from '../harness/program-copy.ts'
import { isReady } from '../harness/readiness.ts'
import { startReverseProxy } from '../harness/reverse-proxy.ts'
import { type ProviderProxies, proxyProviders, startSite } from '../harness/site.ts'
import { type SupervisedProcess, superviseProcess } from '../harness/supervised-process.ts'
import { startDatabaseProxy } from '../harness/tcp-proxy.ts'
import { type SimulatorClient, until } from '../support/simulator-client.ts'
import { type Clock, openClock } from './clock.ts'
import type { History } from './history.ts'

/** A deployment of supervised processes behind one address, with proxies to the database and to the providers. */
export type SupervisedDeployment = Pick<Deployment, 'db' | 'databaseUrl'> & {
  processes: SupervisedProcess[]
  apis: SupervisedProcess[]
  workers: SupervisedProcess[]
  simulator: SimulatorClient
  providers: ProviderProxies
  logFiles: string[]
  clock: Clock
  /** Runs a command of the program, such as `reseal`, on the database itself. */
  runCommand: (command: string, environment: Record<string, string>) => Promise<{ code: number; output: string }>
  /** Makes a release with one more migration; `sqlOf` gets a unique object name. Returns the program file to run. */
  upgrade: (sqlOf: (name: string) => string) => string
  stop: () => Promise<void>
}

export type ProcessCounts = { api: number; worker: number; web: number }

const startTimeoutMilliseconds = 60_000
const run = promisify(execFile)

/** The processes log to `logFolder`, which `stop` leaves; every other file is removed by `stop`. */
export async function startSupervisedDeployment(
  databaseUrl: string,
  history: History,
  logFolder: string,
  processCounts: ProcessCounts,
  release: Release = {},
): Promise<SupervisedDeployment> {
  const folder = mkdtempSync(join(tmpdir(), 'tidings-nemesis-'))
  const first = copyProgram(null, join(folder, 'release-0'), release)
  const migrations: Record<string, string> = {}
  const { site, providers } = await proxyProviders(await startSite())
  const deployment = startDeployment(databaseUrl, site)
  const names = (Object.keys(processCounts) as (keyof ProcessCounts)[]).flatMap((role) =>
    Array.from({ length: processCounts[role] }, (_, index) => ({ role, name: `${role}-${index + 1}` })),
  )
  const processes: SupervisedProcess[] = []
  for (const { role, name } of names) processes.push(await supervise(role, name))
  const ofRole = (role: Role): SupervisedProcess[] => processes.filter((one) => one.role === role)
  const reverseProxy = await startReverseProxy(site.publicPort, {
    api: ofRole('api').map(({ url }) => url),
    web: ofRole('web').map(({ url }) => url),
  })
  await Promise.all(
    processes.map(({ name, url }) => until(`${name} ready`, () => isReady(url), startTimeoutMilliseconds)),
  )

  async function supervise(role: Role, name: string): Promise<SupervisedProcess> {
    const database = await startDatabaseProxy(databaseUrl)
    return superviseProcess({
      name,
      role,
      port: await freePort(),
      program: first.program,
      environment: {
        ...deployment.environment,
        DATABASE_URL: database.url,
        SMTP_CONNECTIONS: '20',
        DRAIN_SECONDS: '5',
      },
      database,
      logFile: join(logFolder, `${name}.log`),
      onCrash: () => history.record({ kind: 'crash', processName: name, at: Date.now() }),
    })
  }

  return {
    db: deployment.db,
    databaseUrl,
    processes,
    apis: ofRole('api'),
    workers: ofRole('worker'),
    simulator: site.simulator,
    providers,
    logFiles: names.map(({ name }) => join(logFolder, `${name}.log`)),
    clock: openClock(deployment.db, history),
    runCommand: (command, environment) =>
      run(process.execPath, [first.program, command], {
        env: { ...settings, ...deployment.environment, ...environment },
      }).then(
        ({ stdout }) => ({ code: 0, output: stdout }),
        ({ code, stderr }: { code: number; stderr: string }) => ({ code, output: stderr }),
      ),
    upgrade(sqlOf) {
      const number = Object.keys(migrations).length + 1
      migrations[`${9_000 + number}_nemesis`] = sqlOf(`nemesis_${number}`)
      return copyProgram(first.folder, join(folder, `release-${number}`), { migrations }).program
    },
    async stop() {
      reverseProxy.stop()
      await Promise.all(processes.map((one) => one.stop()))
      await deployment.stop()
      await site.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
