import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { run } from 'node:test'

/**
 * Runs the black-box suite against a development service. The failing tests must be exactly those in
 * `conformance-expected.txt`: an unlisted failure is a regression, and a listed test that passes must be removed from the list.
 */
const suite = resolve(process.argv[2] ?? '../shared/conformance')
const expected = readExpected(join(import.meta.dirname, 'conformance-expected.txt'))
const files = readdirSync(suite)
  .filter((name) => name.endsWith('.test.ts') && !expected.files.has(name))
  .map((name) => join(suite, name))

const service = spawn(
  'npm',
  ['run', '--silent', 'dev', '--', '--json', '--fresh', '--port', '0', '--simulator-port', '0'],
  {
    cwd: join(import.meta.dirname, '..'),
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  },
)
const state = mkdtempSync(join(tmpdir(), 'tidings-conformance-'))
try {
  const [line] = (await once(createInterface({ input: service.stdout }), 'line')) as [string]
  const ready = JSON.parse(line) as Record<'url' | 'simulator_url' | 'operator_token', string>
  Object.assign(process.env, {
    TIDINGS_URL: ready.url,
    TIDINGS_SIMULATOR_URL: ready.simulator_url,
    TIDINGS_OPERATOR_TOKEN: ready.operator_token,
    TIDINGS_STATE: state,
    TIDINGS_PATIENCE_MS: process.env['TIDINGS_PATIENCE_MS'] ?? '10000',
  })
  process.exitCode = report(await runSuite())
} finally {
  process.kill(-service.pid!, 'SIGTERM')
  await once(service, 'exit')
  rmSync(state, { recursive: true, force: true })
}

type Results = { passed: Set<string>; failed: Map<string, string> }

async function runSuite(): Promise<Results> {
  const results: Results = { passed: new Set(), failed: new Map() }
  const stream = run({ files, concurrency: 4 })
  const isTest = (name: string): boolean => !name.endsWith('.test.ts')
  stream.on('test:pass', ({ name }) => isTest(name) && results.passed.add(name))
  stream.on('test:fail', ({ name, details }) => results.failed.set(name, String(details.error.cause ?? details.error)))
  for await (const _ of stream);
  return results
}

function report({ passed, failed }: Results): number {
  const regressions = [...failed].filter(([name]) => !expected.tests.has(name))
  const fixed = [...passed].filter((name) => expected.tests.has(name))
  const missing = [...expected.tests].filter((name) => !passed.has(name) && !failed.has(name))
  for (const [name, error] of regressions) process.stdout.write(`FAILED ${name}\n${error}\n\n`)
  for (const name of fixed) process.stdout.write(`PASSES NOW, remove it from the list: ${name}\n`)
  for (const name of missing) process.stdout.write(`NOT IN THE SUITE, remove it from the list: ${name}\n`)
  const expectedFailures = [...failed.keys()].filter((name) => expected.tests.has(name)).length
  process.stdout.write(
    `conformance: ${passed.size} passed, ${regressions.length} failed; ${expectedFailures} tests and ${expected.files.size} files are not expected to pass yet\n`,
  )
  return regressions.length + fixed.length + missing.length === 0 ? 0 : 1
}

function readExpected(file: string): { tests: Set<string>; files: Set<string> } {
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('# '))
  const [names, tests] = [
    lines.filter((line) => line.endsWith('.test.ts')),
    lines.filter((line) => !line.endsWith('.test.ts')),
  ]
  return { tests: new Set(tests), files: new Set(names) }
}
