import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { promisify } from 'node:util'
import { describe, expect, onTestFinished, test } from 'vitest'
import { freePort } from '../dev/free-port.ts'
import { maxConnections } from '../src/http/limits.ts'
import type { Role } from '../src/service.ts'
import { settings } from './harness/environment.ts'
import { type Process, program, startProcess } from './harness/process.ts'
import { requestHead } from './support/socket.ts'
import { createDatabase } from './support/test-service.ts'

const run = promisify(execFile)
const databaseUrl = await createDatabase()

async function start(role: Role, environment: Record<string, string> = {}): Promise<Process & { adminUrl: string }> {
  const provider = { EMAIL_PROVIDER: 'mailgun', EMAIL_WEBHOOK_SECRET: 'a-key-of-a-provider' }
  const started = await startProcess({
    role,
    environment: { DATABASE_URL: databaseUrl, ADMIN_PORT: '0', ...provider, ...environment },
  })
  onTestFinished(started.kill)
  return { ...started, adminUrl: String(started.lines.find(({ msg }) => msg === 'started')!['admin_url']) }
}

const moved = [
  'GET /livez',
  'GET /readyz',
  'GET /metrics',
  'GET /operator/v1/openapi.json',
  'GET /operator/v1/businesses',
  'POST /operator/v1/businesses',
]
const others = [
  'GET /api/v1/credits',
  'GET /api/v1/openapi.json',
  'GET /docs',
  'GET /callbacks/installation',
  'POST /callbacks/email/mailgun',
  'GET /dashboard',
  'GET /inbox',
  'GET /unsubscribe/invalid',
]

async function send(url: string, line: string) {
  const [method, path] = line.split(' ') as [string, string]
  const response = await fetch(`${url}${path}`, { method, redirect: 'manual' })
  const { 'x-request-id': _, date: __, ...headers } = Object.fromEntries(response.headers)
  return { status: response.status, headers, body: await response.text() }
}
const statuses = (url: string, lines: string[]): Promise<number[]> =>
  Promise.all(lines.map(async (line) => (await send(url, line)).status))
const missingOf = (lines: string[]): number[] => lines.map(() => 404)

describe('with ADMIN_PORT', () => {
  test('health, metrics and the operator interface are on the admin port, and everything else on the public one', async () => {
    const { url, adminUrl } = await start('all')
    expect(await statuses(adminUrl, moved)).toEqual([200, 200, 200, 200, 401, 401])
    expect(await statuses(url, others)).toEqual([401, 200, 200, 422, 401, 303, 404, 404])
    expect(await statuses(adminUrl, others)).toEqual(missingOf(others))
  })

  test('a path of the admin port looks on the public one as if it did not exist', async () => {
    const { url } = await start('all')
    for (const line of [...moved, 'POST /readyz', 'DELETE /metrics', 'PUT /operator/v1/businesses'])
      expect([line, await send(url, line)]).toEqual([line, await send(url, `${line.split(' ')[0]} /no-such-path`)])
  })

  for (const role of ['api', 'web'] as const)
    test(`a process with the role ${role} serves health on its admin port and not on its public one`, async () => {
      const { url, adminUrl } = await start(role)
      expect(await statuses(adminUrl, moved.slice(0, 3))).toEqual([200, 200, 200])
      expect(await statuses(url, moved)).toEqual(missingOf(moved))
    })

  test('a worker listens only on its admin port', async () => {
    const port = String(await freePort())
    const { url, adminUrl } = await start('worker', { PORT: port })
    expect(url).toBe(adminUrl)
    expect(await statuses(adminUrl, moved)).toEqual([200, 200, 200, 404, 404, 404])
    await expect(fetch(`http://127.0.0.1:${port}/livez`)).rejects.toThrow('fetch failed')
  })

  test('the admin port listens on ADMIN_HOST', async () => {
    const { url, adminUrl } = await start('api', { ADMIN_HOST: '127.0.0.2' })
    expect(new URL(adminUrl).hostname).toBe('127.0.0.2')
    await expect(fetch(`http://127.0.0.1:${new URL(adminUrl).port}/livez`)).rejects.toThrow('fetch failed')
    expect(await statuses(url, ['GET /docs'])).toEqual([200])
  })

  test('the admin port serves while the public one has its maximum of connections', async () => {
    const { url, adminUrl } = await start('all')
    const sockets: Socket[] = []
    onTestFinished(() => sockets.forEach((socket) => socket.destroy()))
    // A connection that has sent no request is closed after ten seconds, one that had a response after 65.
    const open = async (): Promise<void> => {
      const socket = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => undefined)
      sockets.push(socket)
      socket.write(requestHead('GET', '/no-such-path', {}))
      await once(socket, 'data')
    }
    for (let count = 0; count < maxConnections; count += 500) await Promise.all(Array.from({ length: 500 }, open))

    expect(await statuses(adminUrl, moved)).toEqual([200, 200, 200, 200, 401, 401])
    expect((await send(url, 'GET /docs')).status).toBe(503)
    expect((await send(adminUrl, 'GET /metrics')).body).toContain('tidings_http_limited_total{limit="connections"} 1')
  })
})

describe('without ADMIN_PORT', () => {
  test('the public port serves everything', async () => {
    const { url, lines } = await start('all', { ADMIN_PORT: '' })
    expect(await statuses(url, [...moved, ...others])).toEqual([
      200, 200, 200, 200, 401, 401, 401, 200, 200, 422, 401, 303, 404, 404,
    ])
    expect(lines.find(({ msg }) => msg === 'started')).toMatchObject({ admin_url: null })
  })
})

describe('a process does not start', () => {
  const failure = async (environment: Record<string, string>): Promise<string> => {
    const env = { ...settings, DATABASE_URL: databaseUrl, ...environment }
    const ended = await run(process.execPath, [program], { env }).catch((error: { stderr: string }) => error)
    return ended.stderr
  }
  test('with one number for both ports', async () => {
    expect(await failure({ PORT: '4100', ADMIN_PORT: '4100' })).toBe(
      'Tidings cannot start: ADMIN_PORT is the same as PORT: a port number other than PORT, 0 for any\n',
    )
  })
  test('on an admin port that is in use, and names the setting', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    const port = String((server.address() as AddressInfo).port)
    expect(await failure({ ADMIN_PORT: port })).toBe(`Tidings cannot start: ADMIN_PORT ${port} is in use\n`)
    expect(await failure({ PORT: port, ADMIN_PORT: '0' })).toBe(`Tidings cannot start: PORT ${port} is in use\n`)
  })
})
