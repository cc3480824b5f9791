import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { startSimulator } from '@tidings/simulator'
import { freePort } from '../../server/dev/free-port.ts'
import { startCluster } from '../../server/test/harness/postgres-cluster.ts'
import { createSimulatorClient, type SimulatorClient } from '../../server/test/support/simulator-client.ts'
import type { Environment } from './container.ts'

/** What a container needs around it: PostgreSQL, a mail server, and the settings. */
export type Surroundings = {
  simulator: SimulatorClient
  /** The settings of every process. */
  environment: Environment
  stop: () => Promise<void>
}

export async function startSurroundings(): Promise<Surroundings> {
  const cluster = await startCluster({ max_connections: '200' })
  await cluster.create('tidings')
  const simulator = await startSimulator({ port: 0 })
  return {
    simulator: createSimulatorClient(simulator.url),
    environment: {
      DATABASE_URL: cluster.url('tidings'),
      SECRET_KEYS: `1:${randomBytes(32).toString('base64')}`,
      DIGEST_KEY: randomBytes(32).toString('base64'),
      OPERATOR_TOKEN: randomBytes(32).toString('hex'),
      PUBLIC_URL: 'http://127.0.0.1:3000',
      SMTP_URL: `smtp://127.0.0.1:${simulator.smtpPort}`,
      EMAIL_FROM: 'updates@example.com',
      HOST: '127.0.0.1',
    },
    async stop() {
      await simulator.stop()
      await cluster.stop()
    },
  }
}

/** Settings with a port of their own, and the address behind it. */
export async function onFreePort(environment: Environment): Promise<{ environment: Environment; url: string }> {
  const port = await freePort()
  return { environment: { ...environment, PORT: String(port) }, url: `http://127.0.0.1:${port}` }
}

async function requestJson<Body>(url: string, token: string, body: object): Promise<Body> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
      'Idempotency-Key': randomUUID(),
    },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${url} responded with ${response.status}: ${text}`)
  return JSON.parse(text) as Body
}

/** Creates a business that may push without limits. Returns its key. */
export async function createBusiness(url: string, operatorToken: string): Promise<string> {
  const unlimited = { rate_limit_per_second: 10_000, email_daily_cap: 1_000_000 }
  const business = { name: 'Shop', country: 'GB', ...unlimited }
  return (await requestJson<{ api_key: string }>(`${url}/operator/v1/businesses`, operatorToken, business)).api_key
}

export const push = (url: string, key: string, recipient: string): Promise<{ id: string }> =>
  requestJson(`${url}/api/v1/messages`, key, {
    recipient_email: recipient,
    subject: 'Your order has shipped',
    body: 'It arrives on Friday.',
    channels: ['email'],
  })

const hangSeconds = 60

/** Polls until there is a value. The limit only ends a run that hangs. */
export async function until<T>(what: string, read: () => Promise<T | null>): Promise<T> {
  const deadline = performance.now() + hangSeconds * 1_000
  for (;;) {
    const value = await read()
    if (value !== null) return value
    if (performance.now() > deadline) throw new Error(`not reached in ${hangSeconds} s: ${what}`)
    await sleep(20)
  }
}
