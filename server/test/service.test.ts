import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { promisify } from 'node:util'
import { startSimulator } from '@tidings/simulator'
import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { dropDatabase, prepareDatabase } from '../dev/databases.ts'
import { bringUpToDate, pendingSteps } from '../src/migrate-all.ts'
import { createClient } from './support/client.ts'
import { program, settings, startProgram } from './support/program.ts'
import { createSimulatorClient, until } from './support/simulator-client.ts'
import { requestHead, speak } from './support/socket.ts'
import { createDatabase } from './support/test-service.ts'

const run = promisify(execFile)

async function emptyDatabase(): Promise<string> {
  const url = new URL(await createDatabase())
  url.pathname += '_empty'
  await prepareDatabase(url.href, true)
  return url.href
}

describe('starting', () => {
  test('without its settings it says all that is wrong and does not start', async () => {
    const failed = await run(process.execPath, [program, '--role', 'cook'], { env: { PORT: 'x' } }).catch(
      (error: { code: number; stderr: string }) => error,
    )
    expect(failed).toMatchObject({ code: 1 })
    for (const word of [
      'DATABASE_URL is not set',
      'SECRET_KEY is not set',
      'PORT is not valid',
      '--role must be one of',
    ])
      expect(failed.stderr).toContain(word)
  })

  test('with pending migrations it names them and does not start; after npm run migrate it does', async () => {
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
    const { child, url: address } = await startProgram({ DATABASE_URL: url })
    expect((await fetch(`${address}/readyz`)).status).toBe(200)
    expect((await fetch(`${address}/operator/v1/clock/advance`, { method: 'POST' })).status).toBe(404)
    child.kill('SIGTERM')
    await once(child, 'exit')
    await dropDatabase(url)
  })

  test('five migrators at once: each finds the database up to date, each migration ran once', async () => {
    const url = await emptyDatabase()
    const updates = await Promise.all(Array.from({ length: 5 }, () => bringUpToDate(url)))
    const applied = updates.map((update) => update.applied)
    expect(applied.filter(({ length }) => length > 0)).toEqual([applied.flat()])
    expect(await pendingSteps(url)).toEqual([])
    await dropDatabase(url)
  })

  test('a worker runs upkeep, tells its health and nothing else, and stops', async () => {
    const { child, lines, url } = await startProgram({ DATABASE_URL: await createDatabase() }, '--role', 'worker')
    const paths = ['/livez', '/readyz', '/metrics', '/api/v1/credits', '/docs']
    const statuses = await Promise.all(paths.map(async (path) => (await fetch(`${url}${path}`)).status))
    expect(statuses).toEqual([200, 200, 200, 404, 404])
    expect(lines.map(({ msg }) => msg)).toContain('upkeep')
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([0, null])
  })

  // A stranger is 401 where merchants or providers are served. Where recipients are, a link that leads nowhere is answered by a page.
  for (const { role, answers } of [
    { role: 'all', answers: ['200', '401', '401', '404 page', '404 page'] },
    { role: 'api', answers: ['200', '401', '401', '404', '404'] },
    { role: 'web', answers: ['200', '404', '404', '404 page', '404 page'] },
    { role: 'worker', answers: ['200', '404', '404', '404', '404'] },
  ])
    test(`a process with the role ${role} serves its own callers and no others`, async () => {
      const environment = { EMAIL_PROVIDER: 'mailgun', EMAIL_WEBHOOK_SECRET: 'a-key-of-a-provider' }
      const { child, url } = await startProgram(
        { DATABASE_URL: await createDatabase(), ...environment },
        '--role',
        role,
      )
      const asked = await Promise.all([
        fetch(`${url}/readyz`),
        fetch(`${url}/api/v1/credits`),
        fetch(`${url}/callbacks/email/mailgun`, { method: 'POST', body: '{}' }),
        fetch(`${url}/inbox`),
        fetch(`${url}/unsubscribe/nobody`),
      ])
      const isPage = ({ headers }: Response): boolean => headers.get('content-type')!.startsWith('text/html')
      expect(asked.map((answer) => `${answer.status}${isPage(answer) ? ' page' : ''}`)).toEqual(answers)
      child.kill('SIGTERM')
      expect(await once(child, 'exit')).toEqual([0, null])
    })
})

describe('stopping', () => {
  test('a request under way is finished although the signal comes twice, a new one is not taken, the process ends with 0', async () => {
    const { child, url } = await startProgram({ DATABASE_URL: await createDatabase() })
    const body = JSON.stringify({ name: 'Shop' })
    const head = requestHead('POST', '/operator/v1/businesses', {
      Authorization: `Bearer ${settings.OPERATOR_TOKEN}`,
      'Content-Type': 'application/json',
      'Content-Length': body.length,
    })
    const answer = await speak(url, async (socket) => {
      socket.write(head + body.slice(0, 5))
      await new Promise((resolve) => setTimeout(resolve, 200))
      child.kill('SIGTERM')
      await new Promise((resolve) => setTimeout(resolve, 100))
      child.kill('SIGTERM')
      await new Promise((resolve) => setTimeout(resolve, 100))
      await expect(fetch(`${url}/livez`)).rejects.toThrow('fetch failed')
      socket.write(body.slice(5))
    })
    expect(answer.status).toBe(201)
    expect(answer.all).toMatch(/connection: close/i)
    expect(await once(child, 'exit')).toEqual([0, null])
  })

  test('a client that never finishes does not keep it: it ends after DRAIN_SECONDS', async () => {
    const { child, url } = await startProgram({ DATABASE_URL: await createDatabase(), DRAIN_SECONDS: '1' })
    const started = performance.now()
    const answer = speak(url, (socket) => {
      socket.write(
        requestHead('POST', '/operator/v1/businesses', {
          Authorization: `Bearer ${settings.OPERATOR_TOKEN}`,
          'Content-Length': 100,
        }),
      )
      setTimeout(() => child.kill('SIGTERM'), 100)
    })
    expect(await once(child, 'exit')).toEqual([0, null])
    expect(performance.now() - started).toBeLessThan(4_000)
    expect((await answer).closed).toBe(true)
  })

  // Nemesis, seed 2: in a rolling deploy workers lived on for half a minute after they had stopped.
  test('a provider that never answers does not keep it either', async () => {
    const simulator = await startSimulator({ port: 0 })
    onTestFinished(simulator.stop)
    const { script, attempts } = createSimulatorClient(simulator.url)
    const { child, url } = await startProgram({
      DATABASE_URL: await createDatabase(),
      DRAIN_SECONDS: '1',
      SMTP_URL: `smtp://127.0.0.1:${simulator.smtpPort}`,
    })
    const to = 'ada@simulator.example'
    await script(to, 'hang')
    const shop = await createClient(url, settings.OPERATOR_TOKEN).business()
    await shop.call('POST', '/api/v1/messages', {
      headers: { 'Idempotency-Key': 'k' },
      body: { recipient_email: to, subject: 'Your order', body: 'It is on its way.' },
    })
    await until('the mail', async () => (await attempts({ to })).length === 1)
    const started = performance.now()
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([0, null])
    expect(performance.now() - started).toBeLessThan(4_000)
  })
})

describe('health', () => {
  test('readyz tells the truth about the database, livez about the process; it recovers by itself', async () => {
    const database = await createDatabase()
    const { child, url } = await startProgram({ DATABASE_URL: database })
    const name = new URL(database).pathname.slice(1)
    const admin = new pg.Client({ connectionString: database.replace(name, 'postgres') })
    await admin.connect()
    await admin.query(`alter database ${name} with allow_connections false`)
    await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
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
    child.kill('SIGTERM')
    await once(child, 'exit')
  })

  test('metrics count by operation and status, and name no business', async () => {
    const { child, url } = await startProgram({ DATABASE_URL: await createDatabase() })
    await fetch(`${url}/api/v1/credits`)
    const text = await (await fetch(`${url}/metrics`)).text()
    expect(text).toContain('tidings_http_requests_total{operation="readCredits",status="401"} 1')
    expect(text).toContain('tidings_database_connections{state="open"}')
    expect(text).not.toMatch(/biz_|key_/)
    child.kill('SIGTERM')
    await once(child, 'exit')
  })
})
