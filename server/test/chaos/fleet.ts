import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSimulator } from '@tidings/simulator'
import { afterAll } from 'vitest'
import { type Database, openDatabase } from '../../src/db/database.ts'
import { type Client, createClient } from '../support/client.ts'
import { settings } from '../support/program.ts'
import { createSimulatorClient, type SimulatorClient } from '../support/simulator-client.ts'
import { killAll, type Process, startProcess } from './processes.ts'

export type Fleet = Client & {
  /** The process merchants and providers talk to. Only workers are killed. */
  api: Process
  db: Database
  simulator: SimulatorClient
  startWorker: (environment?: Record<string, string>) => Promise<Process>
}

const signingKey = 'the-signing-key-of-a-provider'

/** The service as production runs it, in processes of their own around one database, with the outside world beside it. */
export async function createFleet(databaseUrl: string): Promise<Fleet> {
  const simulator = await startSimulator({ port: 0 })
  const db = openDatabase({ url: databaseUrl, poolSize: 4, onIdleError: () => undefined })
  afterAll(async () => {
    await killAll()
    await db.close()
    await simulator.stop()
  })
  const environment = {
    DATABASE_URL: databaseUrl,
    SMTP_URL: `smtp://127.0.0.1:${simulator.smtpPort}`,
    EMAIL_PROVIDER: 'mailgun',
    EMAIL_WEBHOOK_SECRET: signingKey,
    // As an operator would who has receivers in a network of their own, with certificates of their own.
    WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
    NODE_EXTRA_CA_CERTS: authorityFile(simulator.receivers.certificateAuthority),
  }
  const api = await startProcess('api', environment)
  simulator.connect({ email: { url: `${api.url}/callbacks/email/mailgun`, secret: signingKey } })
  return {
    ...createClient(api.url, settings.OPERATOR_TOKEN),
    api,
    db,
    simulator: createSimulatorClient(simulator.url),
    startWorker: (more = {}) => startProcess('worker', { ...environment, ...more }),
  }
}

function authorityFile(certificateAuthority: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'tidings-chaos-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'authority.pem')
  writeFileSync(file, certificateAuthority)
  return file
}
