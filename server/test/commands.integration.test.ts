import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { freePort } from '../dev/free-port.ts'
import { settings } from './harness/environment.ts'
import { until } from './support/simulator-client.ts'
import { createDatabase } from './support/test-service.ts'

const root = join(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'tidings-commands-'))
chmodSync(folder, 0o755)
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const home = (name: string): string => join(folder, name)
const freePorts = ['--port', '0', '--simulator-port', '0']

type Ended = { code: number; stdout: string; stderr: string }
/** Runs a command of package.json until it ends. */
const run = (script: string, args: string[] = [], environment: Record<string, string> = {}): Promise<Ended> =>
  new Promise((resolve) => {
    const env = { ...process.env, TIDINGS_HOME: home('unused'), ...environment }
    execFile('npm', ['run', '--silent', script, '--', ...args], { cwd: root, env }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
    )
  })
const failed = (line: string): Ended => ({ code: 1, stdout: '', stderr: `${line}\n` })
const databaseUrl = await createDatabase()

async function occupyPort(): Promise<number> {
  const port = await freePort()
  const server = createServer().listen(port, '127.0.0.1')
  await once(server, 'listening')
  afterAll(() => server.close())
  return port
}

describe('npm run dev', () => {
  const advice = 'npm run dev -- --help lists the options.'
  const refused = (reason: string): Ended => failed(`Tidings could not start: ${reason}`)

  test('--help prints the usage', async () => {
    const { code, stdout, stderr } = await run('dev', ['--help'])
    expect([code, stderr]).toEqual([0, ''])
    for (const name of ['--simulator-port', '--fresh', 'TIDINGS_HOME', 'DATABASE_URL']) expect(stdout).toContain(name)
  })
  test('an unknown option is one line', async () => {
    expect(await run('dev', ['--prot', '1'])).toEqual(refused(`Unknown option '--prot'. ${advice}`))
  })
  test('an invalid port is one line', async () => {
    expect(await run('dev', ['--port', 'web'])).toEqual(refused(`--port must be a number from 0 to 65535. ${advice}`))
  })
  for (const option of ['--port', '--simulator-port'])
    test(`a busy port of ${option} is one line, before anything is started`, async () => {
      const port = String(await occupyPort())
      const reason = `port ${port} is in use: select another with ${option}, or ${option} 0 for a free one`
      expect(await run('dev', [...freePorts, option, port])).toEqual(refused(reason))
    })
  test('a folder that cannot be written is one line', async () => {
    writeFileSync(home('file'), '')
    const given = join(home('file'), 'home')
    const reason = `${given} cannot be used (ENOTDIR): set TIDINGS_HOME to a folder that you may write`
    expect(await run('dev', freePorts, { TIDINGS_HOME: given })).toEqual(refused(reason))
  })
  test.skipIf(process.getuid?.() !== 0)('a folder that PostgreSQL of root cannot enter is one line', async () => {
    mkdirSync(home('private'), { mode: 0o700 })
    const given = join(home('private'), 'home')
    const reason = `PostgreSQL does not run as root, and the user nobody cannot enter ${given}: set TIDINGS_HOME to a folder that every user may enter, or set DATABASE_URL`
    expect(await run('dev', freePorts, { TIDINGS_HOME: given })).toEqual(refused(reason))
  })
  test('a database that is not reachable is one line', async () => {
    const environment = { DATABASE_URL: `postgres://postgres@127.0.0.1:${await freePort()}/tidings` }
    const { code, stderr } = await run('dev', freePorts, { TIDINGS_HOME: home('no-database'), ...environment })
    expect([code, stderr.trim().split('\n').length]).toEqual([1, 1])
    expect(stderr).toMatch(/^Tidings could not start: the database cannot be used: connect ECONNREFUSED/)
  })

  describe('while it runs', async () => {
    const [port, simulatorPort] = [String(await freePort()), String(await freePort())]
    const ports = ['--port', port, '--simulator-port', simulatorPort]
    const environment = { TIDINGS_HOME: home('running'), DATABASE_URL: databaseUrl }
    const service: ChildProcess = spawn('npm', ['run', '--silent', 'dev', '--', ...ports], {
      cwd: root,
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let output = ''
    service.stdout!.on('data', (chunk: Buffer) => (output += chunk.toString()))
    afterAll(async () => {
      const ended = once(service, 'exit')
      service.kill('SIGTERM')
      await ended
    })
    const url = `http://127.0.0.1:${port}`
    const lines = (): string[] => output.slice(output.indexOf('--fresh starts')).split('\n')

    test('it prints one line per request, and the help of an error on a second line', {
      timeout: 120_000,
    }, async () => {
      await until('the welcome', async () => output.includes('Tidings is running.'), 90_000)
      await fetch(`${url}/readyz`)
      await fetch(`${url}/docs`)
      const response = await fetch(`${url}/messages`, { method: 'POST' })
      await until('the lines', async () => lines().some((line) => line.includes('/docs/errors/')))
      const shown = lines().filter((line) => /^\d\d:|^ {15}/.test(line))
      expect(shown).toEqual([
        expect.stringMatching(/^\d\d:\d\d:\d\d {2}200 {2}GET {4}\/docs {2}\d+ ms$/),
        expect.stringMatching(/^\d\d:\d\d:\d\d {2}404 {2}POST {3}\/messages {2}\d+ ms {2}common.not_found$/),
        `${' '.repeat(15)}${response.headers.get('tidings-help')} ${url}/docs/errors/common.not_found`,
      ])
    })
    test('a second start with the same ports is one line with the address of the first', async () => {
      const reason = `npm run dev is already running at ${url}: use it, or start another with --port 0 --simulator-port 0`
      expect(await run('dev', ports, environment)).toEqual(refused(reason))
    })
  })
})

describe('other commands', () => {
  test('npm run seed refuses unknown options and needs a running service', async () => {
    const options = "Unknown option '--all'. npm run seed has no options except --help."
    expect(await run('seed', ['--all'])).toEqual(failed(options))
    expect(await run('seed')).toEqual(failed('Start the service first, in another terminal: npm run dev'))
    expect(await run('seed', ['--help'])).toMatchObject({ code: 0, stdout: expect.stringContaining('npm run seed') })
  })
  for (const script of ['start', 'migrate', 'reseal', 'recount', 'doctor'])
    test(`npm run ${script} refuses an unknown option in one line, and prints its usage`, async () => {
      const line = "Tidings cannot start: Unknown option '--rol'; npm start -- --help lists the options"
      expect(await run(script, ['--rol', 'api'])).toEqual(failed(line))
      expect(await run(script, ['--help'])).toMatchObject({ code: 0, stdout: expect.stringContaining('--role') })
    })
  test('npm start refuses an unknown command and a busy port in one line', async () => {
    const commands =
      'Tidings cannot start: the only commands are migrate, reseal, recount and doctor; npm start -- --help lists the options'
    expect(await run('start', ['migrat'])).toEqual(failed(commands))
    const port = String(await occupyPort())
    const environment = { ...settings, DATABASE_URL: await createDatabase(), PORT: port }
    expect(await run('start', [], environment)).toMatchObject({
      code: 1,
      stderr: `Tidings cannot start: PORT ${port} is in use\n`,
    })
  })
})
