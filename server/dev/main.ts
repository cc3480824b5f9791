import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { startSimulator } from '@tidings/simulator'
import { pino } from 'pino'
import { readConfig } from '../src/config.ts'
import { developmentOperations } from '../src/http/operations.ts'
import { migrateAll } from '../src/migrate-all.ts'
import { startService } from '../src/service.ts'
import { startProblems } from '../src/start-problems.ts'
import { createDashboardLink } from './dashboard-link.ts'
import { prepareClock, prepareDatabase } from './databases.ts'
import { ensureDemo } from './demo.ts'
import { freePort } from './free-port.ts'
import { type Home, loadState, openHome, readReady, saveState, writeKeyFiles, writeReady } from './home.ts'
import { type DevelopmentOptions, readOptions } from './options.ts'
import { portProblem } from './ports.ts'
import { startPostgres } from './postgres.ts'
import { describeProblem } from './problem.ts'
import { printRequests } from './request-lines.ts'
import { callbackTargets, simulatorChannelSettings } from './simulator-settings.ts'
import { welcome } from './welcome.ts'

const databaseName = 'tidings'

/** npm run dev: starts PostgreSQL, all roles of the service, the simulator and a demo business. */
async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2))
  if ('usage' in options) return void process.stdout.write(options.usage)
  const stops: Stops = []
  const stop = async (): Promise<void> => {
    for (const end of stops.splice(0).toReversed()) await end()
  }
  // The handler stays registered: a terminal or npm may send the signal twice, and the second must not interrupt the shutdown.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop())

  try {
    const problem = 'problem' in options ? options.problem : await portProblem(options, readReady(givenHome))
    if (problem !== null || 'problem' in options) throw new Error(problem ?? '')
    await start(options, stops)
  } catch (error) {
    process.stderr.write(`Tidings could not start: ${describeProblem(error)}\n`)
    process.exitCode = 1
    await stop()
  }
}

type Stops = (() => void | Promise<void>)[]
const givenHome = process.env['TIDINGS_HOME']

async function start({ json, fresh, port, simulatorPort }: DevelopmentOptions, stops: Stops): Promise<void> {
  const home = openHome(givenHome)
  stops.push(home.release)
  const state = loadState(home)
  const databaseUrl = process.env['DATABASE_URL'] ?? (await startOwnDatabase(home, state.databasePassword, stops))
  await prepareDatabase(databaseUrl, fresh).catch((error: unknown) => {
    throw new Error(`the database cannot be used: ${describeProblem(error)}`)
  })
  await migrateAll(databaseUrl, Buffer.from(state.secretKey, 'base64'))
  await prepareClock(databaseUrl)

  const simulator = await startSimulator({ port: simulatorPort })
  stops.push(simulator.stop)
  // Emails contain the inbox address, so the port must be known before the service listens.
  const ownPort = String(port === 0 ? await freePort() : port)
  const signingKey = randomBytes(24).toString('hex')
  const result = readConfig({
    DATABASE_URL: databaseUrl,
    SECRET_KEY: state.secretKey,
    OPERATOR_TOKEN: state.operatorToken,
    HOST: '127.0.0.1',
    PORT: ownPort,
    STOP_DELAY_SECONDS: '0',
    DRAIN_SECONDS: '5',
    PUBLIC_URL: `http://127.0.0.1:${ownPort}`,
    SMTP_URL: `smtp://127.0.0.1:${simulator.smtpPort}`,
    EMAIL_FROM: 'updates@tidings.example',
    EMAIL_PROVIDER: 'mailgun',
    EMAIL_WEBHOOK_SECRET: signingKey,
    ...simulatorChannelSettings(simulator, signingKey),
  })
  const problems = 'problems' in result ? result.problems : await startProblems(result.config)
  if (problems.length > 0 || 'problems' in result) throw new Error(problems.join('; '))
  const logFile = join(home.folder, 'tidings.log')
  const service = await startService(result.config, 'all', pino(createWriteStream(logFile)), {
    operations: developmentOperations,
    receivers: simulator.receivers,
  })
  stops.push(service.stop)
  simulator.connect(callbackTargets(service.url, signingKey))

  const url = service.url
  const demo = await ensureDemo(url, state.operatorToken, state.demo)
  saveState(home, { ...state, demo })
  writeKeyFiles(home, demo)
  simulator.showCredits({ url, operatorToken: state.operatorToken, businessId: demo.businessId, apiKey: demo.apiKey })
  const ready = {
    url,
    simulator_url: simulator.url,
    operator_token: state.operatorToken,
    business_id: demo.businessId,
    api_key: demo.apiKey,
    test_api_key: demo.testApiKey,
    database_url: databaseUrl,
    dashboard_url: await createDashboardLink({
      databaseUrl,
      secretKey: state.secretKey,
      publicUrl: url,
      businessId: demo.businessId,
    }),
  }
  writeReady(home, ready)
  process.stdout.write(json ? `${JSON.stringify({ event: 'ready', ...ready })}\n` : welcome(ready, logFile))
  if (!json) printRequests(Number(ownPort), (text) => process.stdout.write(text))
}

async function startOwnDatabase(home: Home, password: string, stops: Stops): Promise<string> {
  const postgres = await startPostgres(home.folder, password)
  stops.push(postgres.stop)
  return postgres.url(databaseName)
}

await main()
