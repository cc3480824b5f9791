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
import { readConfig } from '../../src/config.ts'
import { openDatabase } from '../../src/db/database.ts'
import { bringUpToDate } from '../../src/up-to-date.ts'
import { createClient } from '../support/client.ts'
import { askSimulator } from '../support/outside-world.ts'
import { program, settings } from '../support/program.ts'
import type { Service } from './target.ts'

const providerSecret = 'the-secret-of-all-simulated-providers'

export type Started = {
  url: string
  service: Service
  /** What it has logged as an error so far. */
  faults: string[]
  stop: () => Promise<void>
}

/** The service as production runs it, in a process of its own, with a PostgreSQL and an outside world of its own. */
export async function startFuzzed(): Promise<Started> {
  const home = mkdtempSync(join(tmpdir(), 'tidings-fuzz-'))
  chmodSync(home, 0o755)
  const postgres = await startPostgres(home, 'fuzz', { fsync: 'off' })
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
  }
  const reading = readConfig(environment)
  if ('problems' in reading) throw new Error(reading.problems.join('; '))
  const child = spawn(process.execPath, [program], { env: environment, stdio: ['ignore', 'pipe', 'inherit'] })
  const faults: string[] = []
  createInterface({ input: child.stdout }).on('line', (line) => faults.push(line))
  await untilReady(url, child)
  simulator.connect(callbacksOf(url, providerSecret))

  const db = openDatabase({ url: databaseUrl, poolSize: 4, onIdleError: () => undefined })
  const receiverUrl: string = (await askSimulator(simulator.url).receiver('ok')).url
  const operatorToken = settings.OPERATOR_TOKEN
  return {
    url,
    service: { client: createClient(url, operatorToken), db, config: reading.config, operatorToken, receiverUrl },
    faults,
    async stop() {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
      await db.close()
      await simulator.stop()
      await postgres.stop()
      rmSync(home, { recursive: true, force: true })
    },
  }
}

async function untilReady(url: string, child: ChildProcess): Promise<void> {
  while (!(await fetch(`${url}/readyz`).catch(() => null))?.ok) {
    if (child.exitCode !== null) throw new Error('the service ended before it was ready')
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
