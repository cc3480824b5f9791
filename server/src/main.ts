import { parseArgs } from 'node:util'
import { pino } from 'pino'
import { readConfig, readSecretKey } from './config.ts'
import { migrateAll, pendingSteps } from './migrate-all.ts'
import { type Role, startService } from './service.ts'

const roles: Role[] = ['all', 'api', 'web', 'worker']

/** npm start -- --role all|api|web|worker, and npm run migrate. Only this file reads the environment and ends the process. */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { role: { type: 'string', default: 'all' } },
  })
  if (positionals[0] === 'migrate') return runMigrations()

  const reading = readConfig(process.env)
  const role = roles.find((name) => name === values.role)
  const problems = 'problems' in reading ? reading.problems : await migrationProblems(reading.config.databaseUrl)
  if (role === undefined) problems.push(`--role must be one of ${roles.join(', ')}`)
  if (problems.length > 0 || role === undefined || 'problems' in reading) return refuseToStart(problems)

  // Log lines are buffered, because a write per line costs as much as a request. The buffer is flushed five times a second
  // and on exit.
  const output = pino.destination({ sync: false, minLength: 8192, periodicFlush: 200 })
  process.once('exit', () => output.flushSync())
  const log = pino({ level: reading.config.logLevel }, output)
  const service = await startService(reading.config, role, log)
  log.info({ role, url: service.url }, 'started')
  let stopping = false
  // `on`, not `once`: a second signal, such as one that npm forwards, must not end the process while it drains.
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      if (stopping) return
      stopping = true
      log.info({ signal }, 'stopping')
      void service.stop().then(() => {
        log.info('stopped')
        // A submission may still wait for its provider, but its result could not be stored any more: another worker takes the
        // job.
        process.exit()
      })
    })
}

async function runMigrations(): Promise<void> {
  const url = process.env['DATABASE_URL']
  if (!url) return refuseToStart(['DATABASE_URL is not set: the address of the PostgreSQL database, postgres://…'])
  const { applied, problems } = await migrateAll(url, readSecretKey(process.env))
  if (applied.length > 0) process.stdout.write(`Applied ${applied.join(', ')}.\n`)
  if (problems.length > 0) return refuseToStart(problems)
  if (applied.length === 0) process.stdout.write('The database is up to date.\n')
}

async function migrationProblems(url: string): Promise<string[]> {
  try {
    const pending = await pendingSteps(url)
    return pending.length === 0 ? [] : [`the database lacks the migrations ${pending.join(', ')}: npm run migrate`]
  } catch (error) {
    return [
      `the database at DATABASE_URL is not reachable: ${error instanceof Error ? error.message : 'unknown error'}`,
    ]
  }
}

function refuseToStart(problems: string[]): void {
  process.stderr.write(`Tidings cannot start:\n${problems.map((problem) => `  - ${problem}\n`).join('')}`)
  process.exitCode = 1
}

await main()
