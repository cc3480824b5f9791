import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startSimulator } from '@tidings/simulator'
import { pino } from 'pino'
import { readConfig } from '../src/config.ts'
import { developmentOperations } from '../src/http/operations.ts'
import { bringUpToDate } from '../src/migrate-all.ts'
import { startService } from '../src/service.ts'
import { prepareClock, prepareDatabase } from './databases.ts'
import { ensureDemo } from './demo.ts'
import { freePort } from './free-port.ts'
import { enterHome, type Home, layOutKey, recall, remember } from './home.ts'
import { callbacksOf, paidChannels } from './outside.ts'
import { startPostgres } from './postgres.ts'
import { welcome } from './welcome.ts'

const databaseName = 'tidings'

/** npm run dev: the whole product on one command, with a real PostgreSQL, the simulated outside world and a demo business. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      json: { type: 'boolean', default: false },
      fresh: { type: 'boolean', default: false },
      port: { type: 'string', default: '3000' },
      'simulator-port': { type: 'string', default: '3001' },
    },
  })
  const home = enterHome(process.env['TIDINGS_HOME'])
  const stops: (() => void | Promise<void>)[] = [home.leave]
  const stop = async (): Promise<void> => {
    for (const end of stops.splice(0).toReversed()) await end()
  }
  // Always listened for: a terminal or npm may send the signal twice, and the second must not cut the stopping short.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop())

  try {
    await start(home, values.port, values['simulator-port'], values.fresh, values.json, stops)
  } catch (error) {
    process.stderr.write(`Tidings could not start: ${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
    await stop()
  }
}

async function start(
  home: Home,
  port: string,
  simulatorPort: string,
  fresh: boolean,
  json: boolean,
  stops: (() => void | Promise<void>)[],
) {
  const memory = recall(home)
  const databaseUrl = process.env['DATABASE_URL'] ?? (await ownDatabase(home, memory.databasePassword, stops))
  await prepareDatabase(databaseUrl, fresh)
  await bringUpToDate(databaseUrl, Buffer.from(memory.secretKey, 'base64'))
  await prepareClock(databaseUrl)

  const simulator = await startSimulator({ port: Number(simulatorPort) })
  stops.push(simulator.stop)
  // Mails hold the address of the inbox, so it has to be known before anything listens there.
  const ownPort = port === '0' ? String(await freePort()) : port
  const signingKey = randomBytes(24).toString('hex')
  const reading = readConfig({
    DATABASE_URL: databaseUrl,
    SECRET_KEY: memory.secretKey,
    OPERATOR_TOKEN: memory.operatorToken,
    HOST: '127.0.0.1',
    PORT: ownPort,
    DRAIN_SECONDS: '5',
    PUBLIC_URL: `http://127.0.0.1:${ownPort}`,
    SMTP_URL: `smtp://127.0.0.1:${simulator.smtpPort}`,
    EMAIL_FROM: 'updates@tidings.example',
    EMAIL_PROVIDER: 'mailgun',
    EMAIL_WEBHOOK_SECRET: signingKey,
    ...paidChannels(simulator, signingKey),
  })
  if ('problems' in reading) throw new Error(reading.problems.join('; '))
  const logFile = join(home.folder, 'tidings.log')
  const service = await startService(reading.config, 'all', pino(createWriteStream(logFile)), {
    operations: developmentOperations,
    receivers: simulator.receivers,
  })
  stops.push(service.stop)
  simulator.connect(callbacksOf(service.url, signingKey))

  const url = service.url
  const demo = await ensureDemo(url, memory.operatorToken, memory.demo)
  remember(home, { ...memory, demo })
  layOutKey(home, demo)
  simulator.showCredits({ url, operatorToken: memory.operatorToken, ...demo })
  const ready = {
    event: 'ready',
    url,
    simulator_url: simulator.url,
    operator_token: memory.operatorToken,
    business_id: demo.businessId,
    api_key: demo.apiKey,
    database_url: databaseUrl,
  }
  process.stdout.write(json ? `${JSON.stringify(ready)}\n` : welcome(ready, logFile))
}

async function ownDatabase(home: Home, password: string, stops: (() => void | Promise<void>)[]): Promise<string> {
  const postgres = await startPostgres(home.folder, password)
  stops.push(postgres.stop)
  return postgres.url(databaseName)
}

await main()
