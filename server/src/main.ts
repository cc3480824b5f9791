import { randomBytes } from 'node:crypto'
import { type Logger, pino } from 'pino'
import { parseCommandLine } from './command-line.ts'
import { type Config, readConfig, readConfigLeniently, readDigestKey } from './config.ts'
import { countOf, formatLines } from './doctor/format-lines.ts'
import { runDoctor } from './doctor/run-doctor.ts'
import { recount } from './figures/recount.ts'
import { formatId } from './ids.ts'
import { createKeyring } from './keyring.ts'
import { migrateAll, withDatabase } from './migrate-all.ts'
import { type Role, type Service, startService } from './service.ts'
import { firstShard } from './shards.ts'
import { startProblems } from './start-problems.ts'
import { flushTraces, onLostSpans } from './tracing.ts'
import { resealSecrets } from './webhooks/reseal.ts'

const roles: Role[] = ['all', 'api', 'web', 'worker']
const commands = ['start', 'migrate', 'reseal', 'recount', 'doctor'] as const
const advice = 'npm start -- --help lists the options'
const usage = `npm start -- [--role all|api|web|worker]   starts one process with this role (all)
npm run migrate                           migrates the database
npm run reseal                            seals stored webhook secrets with the first of SECRET_KEYS
npm run recount                           counts the figures of the dashboard again from the rows
npm run doctor -- [--json] [--dns host:port]
                                          checks this installation and prints what to change; --dns uses this name server

The settings are in the environment: docs/configuration.md lists them.
`

/** npm start and the commands. Only this file reads the environment and ends the process. */
async function main(): Promise<void> {
  const read = readCommand()
  if ('problem' in read) return refuseToStart([read.problem])
  const { command, values } = read
  if (values.help) return void process.stdout.write(usage)
  if (command === 'migrate') return runMigrations()
  if (command === 'recount') return runRecount()
  if (command === 'doctor') return diagnose(values)

  const reading = readConfig(process.env)
  const isReseal = command === 'reseal'
  const role = roles.find((name) => name === values.role)
  const problems = 'problems' in reading ? reading.problems : await startProblems(reading.config, isReseal)
  if (role === undefined) problems.push(`--role must be one of ${roles.join(', ')}`)
  if (problems.length > 0 || role === undefined || 'problems' in reading) return refuseToStart(problems)
  if (isReseal) return runReseal(reading.config)

  // Log lines are buffered, because a write per line costs as much as a request. The buffer is flushed five times a second
  // and on exit.
  const output = pino.destination({ sync: false, minLength: 8192, periodicFlush: 200 })
  process.once('exit', () => output.flushSync())
  const log = pino({ level: reading.config.logLevel }, output)
  onLostSpans((lost) => log.warn(lost, 'failed to export spans'))
  const service = await startService(reading.config, role, log).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error
    refuseToStart([describeUsedPort(reading.config, error)])
    // Connections to the database are open.
    process.exit()
  })
  log.info({ role, ...describeService(reading.config, service) }, 'started')
  stopOnSignal(service, log)
}

/** Where the process listens, and which channels are on with their providers. No accounts and no addresses of persons. */
const describeService = ({ displayed, emailProvider }: Config, { url, adminUrl }: Service) => ({
  url,
  admin_url: adminUrl,
  channels: Object.fromEntries(
    displayed.channels.map(({ channel, isOn, providers }) => [channel, isOn ? providers : null]),
  ),
  email_reports: emailProvider?.name ?? null,
})

/** npm, and a supervisor that signals the whole process group, send the first signal several times within a moment. */
const repeatedSignalMilliseconds = 500

/** A second signal ends the delay in which the process is not ready and still serves requests. */
function stopOnSignal(service: Service, log: Logger): void {
  let stoppingSince: number | null = null
  const urgent = new AbortController()
  // `on`, not `once`: a second signal must not end the process while it drains.
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      if (stoppingSince !== null) {
        if (performance.now() - stoppingSince > repeatedSignalMilliseconds) urgent.abort()
        return
      }
      stoppingSince = performance.now()
      log.info({ signal }, 'stopping')
      void service.stop(urgent.signal).then(async () => {
        await flushTraces()
        log.info('stopped')
        // A submission may still wait for its provider, but its result could not be stored any more: another worker takes the
        // job.
        process.exit()
      })
    })
}

function describeUsedPort({ port, admin }: Config, error: object): string {
  const isAdmin = admin !== null && 'port' in error && error.port === admin.port
  return isAdmin ? `ADMIN_PORT ${admin.port} is in use` : `PORT ${port} is in use`
}

function readCommand() {
  const read = parseCommandLine({
    allowPositionals: true,
    options: {
      role: { type: 'string', default: 'all' },
      help: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      dns: { type: 'string' },
    },
  })
  if ('problem' in read) return { problem: `${read.problem}; ${advice}` }
  const [name = 'start', ...others] = read.positionals
  const command = commands.find((one) => one === name)
  if (command === undefined || others.length > 0)
    return { problem: `the only commands are migrate, reseal, recount and doctor; ${advice}` }
  return { command, values: read.values }
}

function readDatabaseUrl(): string | null {
  const url = process.env['DATABASE_URL']
  if (url) return url
  refuseToStart(['DATABASE_URL is not set: the address of the PostgreSQL database, postgres://…'])
  return null
}

async function runMigrations(): Promise<void> {
  const url = readDatabaseUrl()
  if (url === null) return
  const { applied, problems } = await migrateAll(url, readDigestKey(process.env))
  if (applied.length > 0) process.stdout.write(`Applied ${applied.join(', ')}.\n`)
  if (problems.length > 0) return refuseToStart(problems)
  if (applied.length === 0) process.stdout.write('The database is up to date.\n')
}

async function runRecount(): Promise<void> {
  const url = readDatabaseUrl()
  if (url === null) return
  const corrected = await withDatabase(url, recount)
  process.stdout.write(`Counted the figures. ${corrected} of them were wrong.\n`)
}

async function diagnose({ json, dns = null }: { json: boolean; dns?: string | null }): Promise<void> {
  const { settings, problems } = readConfigLeniently(process.env)
  const lines = await runDoctor({
    settings,
    problems,
    shard: settings.shards == null ? '00' : firstShard(settings.shards),
    dnsServer: dns,
  })
  const [problemCount, warningCount] = [countOf(lines, 'problem'), countOf(lines, 'warning')]
  const report = { problems: problemCount, warnings: warningCount, checks: lines }
  process.stdout.write(json ? `${JSON.stringify(report)}\n` : formatLines(lines))
  process.exitCode = problemCount === 0 ? 0 : 1
}

async function runReseal({ databaseUrl, secretKeys }: Config): Promise<void> {
  const keyring = createKeyring(secretKeys)
  const { endpoints, unreadable } = await withDatabase(databaseUrl, (db) => resealSecrets({ db, keyring, randomBytes }))
  process.stdout.write(`Sealed the secrets of ${endpoints} webhook endpoints with key ${secretKeys[0].id}.\n`)
  if (unreadable.length === 0) return
  const ids = unreadable.map((id) => formatId('whe', id))
  process.stderr.write(`The secrets of these endpoints cannot be decrypted and were not changed: ${ids.join(', ')}\n`)
  process.exitCode = 1
}

function refuseToStart(problems: string[]): void {
  const [only] = problems
  const list = problems.length === 1 ? ` ${only}\n` : `\n${problems.map((problem) => `  - ${problem}\n`).join('')}`
  process.stderr.write(`Tidings cannot start:${list}`)
  process.exitCode = 1
}

await main()
