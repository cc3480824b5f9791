import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { run } from 'node:test'

/** Runs the black-box suite against development services. Every test must pass. */
const suite = resolve(process.argv[2] ?? '../shared/conformance')

/** A test that moves the clock runs alone on its service, so several services take much less time than one. */
const serviceCount = 4
/** Started first, because the run takes at least as long as this file. */
const longestFile = '3-states.test.ts'
const results: Results = { passed: new Set(), failed: new Map() }
const folder = mkdtempSync(join(tmpdir(), 'tidings-conformance-'))
chmodSync(folder, 0o755)
const services: Service[] = []
try {
  for (let number = 1; number <= serviceCount; number++) services.push(startService(join(folder, String(number))))
  const files = readFiles()
  await Promise.all(services.map((service) => runFiles(service, files)))
  process.exitCode = report(results)
} finally {
  await Promise.all(services.map(({ stop }) => stop()))
  rmSync(folder, { recursive: true, force: true })
}

type Service = { environment: Promise<Record<string, string>>; stop: () => Promise<void> }
type Results = { passed: Set<string>; failed: Map<string, string> }

function startService(home: string): Service {
  const service = spawn(
    'npm',
    ['run', '--silent', 'dev', '--', '--json', '--fresh', '--port', '0', '--simulator-port', '0'],
    {
      cwd: join(import.meta.dirname, '..'),
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
      env: { ...process.env, TIDINGS_HOME: home },
    },
  )
  return {
    environment: readEnvironment(service, home),
    async stop() {
      if (service.exitCode !== null) return
      process.kill(-service.pid!, 'SIGTERM')
      await once(service, 'exit')
    },
  }
}

/** The variables by which the suite finds the service, and the folder in which its files agree on who runs alone. */
async function readEnvironment(service: ChildProcess, home: string): Promise<Record<string, string>> {
  const exited = once(service, 'exit').then(() => Promise.reject(new Error('a service did not start')))
  const [line] = (await Promise.race([once(createInterface({ input: service.stdout! }), 'line'), exited])) as [string]
  const ready = JSON.parse(line) as Record<'url' | 'simulator_url' | 'operator_token', string>
  return {
    TIDINGS_URL: ready.url,
    TIDINGS_SIMULATOR_URL: ready.simulator_url,
    TIDINGS_OPERATOR_TOKEN: ready.operator_token,
    TIDINGS_STATE: join(home, 'suite'),
    TIDINGS_PATIENCE_MS: process.env['TIDINGS_PATIENCE_MS'] ?? '10000',
  }
}

/** The largest files first, because most of them take longest. */
function readFiles(): string[] {
  const rank = (name: string): number => (name === longestFile ? Infinity : statSync(join(suite, name)).size)
  return readdirSync(suite)
    .filter((name) => name.endsWith('.test.ts'))
    .toSorted((one, other) => rank(other) - rank(one))
    .map((name) => join(suite, name))
}

/** Takes files from the list, which the services share, until it is empty. */
async function runFiles(service: Service, files: string[]): Promise<void> {
  const env = { ...process.env, ...(await service.environment) }
  const isTest = (name: string): boolean => !name.endsWith('.test.ts')
  for (let file = files.shift(); file !== undefined; file = files.shift()) {
    const stream = run({ files: [file], env })
    stream.on('test:pass', ({ name }) => isTest(name) && results.passed.add(name))
    stream.on('test:fail', ({ name, details }) =>
      results.failed.set(name, String(details.error.cause ?? details.error)),
    )
    for await (const _ of stream);
  }
}

function report({ passed, failed }: Results): number {
  for (const [name, error] of failed) process.stdout.write(`FAILED ${name}\n${error}\n\n`)
  process.stdout.write(`conformance: ${passed.size} passed, ${failed.size} failed\n`)
  return failed.size === 0 && passed.size > 0 ? 0 : 1
}
