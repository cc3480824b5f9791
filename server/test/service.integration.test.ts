import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { startSimulator } from '@tidings/simulator'
import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { dropDatabase, prepareDatabase } from '../dev/databases.ts'
import { migrateAll, pendingSteps } from '../src/migrate-all.ts'
import { settings } from './harness/environment.ts'
import { program, startProcess } from './harness/process.ts'
import { createClient } from './support/client.ts'
import { createSimulatorClient, until } from './support/simulator-client.ts'
import { requestHead, sendRaw } from './support/socket.ts'
import { createDatabase } from './support/test-service.ts'

const run = promisify(execFile)

async function emptyDatabase(): Promise<string> {
  const url = new URL(await createDatabase())
  url.pathname += '_empty'
  await prepareDatabase(url.href, true)
  return url.href
}

describe('starting', () => {
  test('with invalid settings the service lists every problem and does not start', async () => {
    const failed = await run(process.execPath, [program, '--role', 'cook'], { env: { PORT: 'x' } }).catch(
      (error: { code: number; stderr: string }) => error,
    )
    expect(failed).toMatchObject({ code: 1 })
    for (const problem of [
      'DATABASE_URL is not set',
      'SECRET_KEYS is not set',
      'DIGEST_KEY is not set',
      'PORT is not valid',
      '--role must be one of',
    ])
      expect(failed.stderr).toContain(problem)
  })

  test('with pending migrations the service lists them and does not start; after npm run migrate it starts', async () => {
    const url = await emptyDatabase()
    const environment = { ...settings, DATABASE_URL: url }
    const failed = await run(process.execPath, [program], { env: environment }).catch(
      (error: { code: number; stderr: string }) => error,
    )
    expect(failed.stderr).toContain('the database lacks the migrations 0001_the-house')
    expect((await run(process.execPath, [program, 'migrate'], { env: environment })).stdout).toContain(
      'Applied 0001_the-house',
    )
    expect((await run(process.execPath, [program, 'migrate'], { env: environment })).stdout).toBe(
      'The database is up to date.\n',
    )
    const { terminate, url: address } = await startProcess({ environment: { DATABASE_URL: url } })
    expect((await fetch(`${address}/readyz`)).status).toBe(200)
    expect((await fetch(`${address}/operator/v1/clock/advance`, { method: 'POST' })).status).toBe(404)
    await terminate()
    await dropDatabase(url)
  })

  test('five concurrent migrations leave the database up to date and apply each migration once', async () => {
    const url = await emptyDatabase()
    const updates = await Promise.all(Array.from({ length: 5 }, () => migrateAll(url)))
    const applied = updates.map((update) => update.applied)
    expect(applied.filter(({ length }) => length > 0)).toEqual([applied.flat()])
    expect(await pendingSteps(url)).toEqual([])
    await dropDatabase(url)
  })

  test('a worker runs maintenance, serves only health and metrics, and stops', async () => {
    const { terminate, lines, url } = await startProcess({
      role: 'worker',
      environment: { DATABASE_URL: await createDatabase() },
    })
    const paths = ['/livez', '/readyz', '/metrics', '/api/v1/credits', '/docs']
    const statuses = await Promise.all(paths.map(async (path) => (await fetch(`${url}${path}`)).status))
    expect(statuses).toEqual([200, 200, 200, 404, 404])
    expect(lines.map(({ msg }) => msg)).toContain('maintenance')
    expect(await terminate()).toEqual([0, null])
  })

  // Without credentials, merchant and provider paths respond with 401 if they are served; an invalid recipient link gets a page.
  for (const { role, expected } of [
    { role: 'all', expected: ['200', '401', '401', '404 page', '404 page'] },
    { role: 'api', expected: ['200', '401', '401', '404', '404'] },
    { role: 'web', expected: ['200', '404', '404', '404 page', '404 page'] },
    { role: 'worker', expected: ['200', '404', '404', '404', '404'] },
  ] as const)
    test(`a process with the role ${role} serves only the paths of its role`, async () => {
      const environment = { EMAIL_PROVIDER: 'mailgun', EMAIL_WEBHOOK_SECRET: 'a-key-of-a-provider' }
      const { terminate, url } = await startProcess({
        role,
        environment: { DATABASE_URL: await createDatabase(), ...environment },
      })
      const responses = await Promise.all([
        fetch(`${url}/readyz`),
        fetch(`${url}/api/v1/credits`),
        fetch(`${url}/callbacks/email/mailgun`, { method: 'POST', body: '{}' }),
        fetch(`${url}/inbox`),
        fetch(`${url}/unsubscribe/invalid`),
      ])
      const isPage = ({ headers }: Response): boolean => headers.get('content-type')!.startsWith('text/html')
      expect(responses.map((response) => `${response.status}${isPage(response) ? ' page' : ''}`)).toEqual(expected)
      expect(await terminate()).toEqual([0, null])
    })
})

describe('stopping', () => {
  test('on SIGTERM, also a repeated one, a request in progress is finished, new ones are refused, and the exit code is 0', async () => {
    const { exited, terminate, url } = await startProcess({ environment: { DATABASE_URL: await createDatabase() } })
    const body = JSON.stringify({ name: 'Shop' })
    const head = requestHead('POST', '/operator/v1/businesses', {
      Authorization: `Bearer ${settings.OPERATOR_TOKEN}`,
      'Content-Type': 'application/json',
      'Content-Length': body.length,
    })
    const response = await sendRaw(url, async (socket) => {
      socket.write(head + body.slice(0, 5))
      await new Promise((resolve) => setTimeout(resolve, 200))
      void terminate()
      await new Promise((resolve) => setTimeout(resolve, 100))
      void terminate()
      await new Promise((resolve) => setTimeout(resolve, 100))
      await expect(fetch(`${url}/livez`)).rejects.toThrow('fetch failed')
      socket.write(body.slice(5))
    })
    expect(response.status).toBe(201)
    expect(response.all).toMatch(/connection: close/i)
    expect(await exited).toEqual([0, null])
  })

  test('an unfinished request does not delay the exit beyond DRAIN_SECONDS', async () => {
    const { exited, terminate, url } = await startProcess({
      environment: { DATABASE_URL: await createDatabase(), DRAIN_SECONDS: '1' },
    })
    const started = performance.now()
    const response = sendRaw(url, (socket) => {
      socket.write(
        requestHead('POST', '/operator/v1/businesses', {
          Authorization: `Bearer ${settings.OPERATOR_TOKEN}`,
          'Content-Length': 100,
        }),
      )
      setTimeout(() => void terminate(), 100)
    })
    expect(await exited).toEqual([0, null])
    expect(performance.now() - started).toBeLessThan(4_000)
    expect((await response).closed).toBe(true)
  })

  // A regression found by the nemesis: in a rolling deploy workers exited half a minute after they had stopped.
  test('a hanging provider does not delay the exit beyond DRAIN_SECONDS', async () => {
    const simulator = await startSimulator({ port: 0 })
    onTestFinished(simulator.stop)
    const { script, attempts } = createSimulatorClient(simulator.url)
    const { terminate, url } = await startProcess({
      environment: {
        DATABASE_URL: await createDatabase(),
        DRAIN_SECONDS: '1',
        SMTP_URL: `smtp://127.0.0.1:${simulator.smtpPort}`,
      },
    })
    const to = 'ada@simulator.example'
    await script(to, 'hang')
    const shop = await createClient(url, settings.OPERATOR_TOKEN).business()
    await shop.call('POST', '/api/v1/messages', {
      headers: { 'Idempotency-Key': 'k' },
      body: { recipient_email: to, subject: 'Your order', body: 'It is on its way.' },
    })
    await until('the submission', async () => (await attempts({ to })).length === 1)
    const started = performance.now()
    expect(await terminate()).toEqual([0, null])
    expect(performance.now() - started).toBeLessThan(4_000)
  })
})

describe('health', () => {
  test('readyz depends on the database and livez only on the process; readiness recovers without a restart', async () => {
    const database = await createDatabase()
    const { terminate, url } = await startProcess({ environment: { DATABASE_URL: database } })
    const name = new URL(database).pathname.slice(1)
    const admin = new pg.Client({ connectionString: database.replace(name, 'postgres') })
    await admin.connect()
    await admin.query(`alter database ${name} with allow_connections false`)
    // A connection that is being opened is listed only when it is ready.
    const terminateConnections = async (): Promise<number | null> =>
      (await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)).rowCount
    await expect.poll(terminateConnections).toBe(0)
    const [ready, live, call] = await Promise.all(
      ['/readyz', '/livez', '/api/v1/credits'].map((path) =>
        fetch(`${url}${path}`, { headers: { Authorization: `Bearer td_live_00${'0'.repeat(43)}` } }),
      ),
    )
    expect([ready!.status, live!.status]).toEqual([503, 200])
    expect(await ready!.json()).toEqual({ error_code: 'common.unavailable' })
    expect(call!.status).toBe(401)
    await admin.query(`alter database ${name} with allow_connections true`)
    await expect.poll(async () => (await fetch(`${url}/readyz`)).status).toBe(200)
    await admin.end()
    await terminate()
  })

  test('metrics count by operation and status, and contain no business id', async () => {
    const { terminate, url } = await startProcess({ environment: { DATABASE_URL: await createDatabase() } })
    await fetch(`${url}/api/v1/credits`)
    const text = await (await fetch(`${url}/metrics`)).text()
    expect(text).toContain('tidings_http_requests_total{operation="readCredits",status="401"} 1')
    expect(text).toContain('tidings_database_connections{state="open"}')
    expect(text).not.toMatch(/biz_|key_/)
    await terminate()
  })
})
