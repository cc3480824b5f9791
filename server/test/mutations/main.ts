import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { applyPatch } from '../harness/program-copy.ts'
import { type Mutation, mutations } from './mutations.ts'

const root = join(import.meta.dirname, '../../..')
/** Where vitest writes its results, in the copy. */
const reportFile = 'report.json'

const vitest = (...flags: string[]): string[] => {
  const program = join(root, 'node_modules/vitest/vitest.mjs')
  return [program, 'run', '--bail', '1', '--reporter', 'json', '--outputFile', reportFile, ...flags]
}
/** Each suite that a mutation is shown to, with the program and arguments that run it. */
const suites: Record<string, string[]> = {
  unit: vitest('--project', 'unit', 'server/src'),
  spec: vitest('--project', 'integration', 'server/test/spec'),
  model: vitest('--project', 'integration', 'server/test/model'),
  fuzz: vitest('--project', 'integration', 'server/test/fuzz'),
  chaos: vitest('--project', 'integration', '--project', 'exclusive', 'server/test/chaos'),
  browser: vitest('--project', 'browser'),
  nemesis: ['server/test/nemesis/main.ts', '--minutes', '2', '--seed', '1'],
}

/** npm run mutations: plants each mutation in a copy and prints which suites notice it. Vitest ends at the first failure. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      suites: { type: 'string', default: 'unit,spec,model' },
      only: { type: 'string', default: '' },
    },
  })
  const chosen = values.suites.split(',')
  const unknown = chosen.filter((suite) => !(suite in suites))
  if (unknown.length > 0)
    throw new Error(`unknown suite ${unknown.join(', ')}; known suites are ${Object.keys(suites).join(', ')}`)
  const folder = mkdtempSync(join(tmpdir(), 'tidings-mutations-'))
  copyCheckout(folder)
  process.stdout.write(`| mutation | ${chosen.join(' | ')} |\n|---|${'---|'.repeat(chosen.length)}\n`)
  try {
    // The first row shows that a suite passes without a mutation.
    for (const mutation of [null, ...mutations.filter(({ name }) => name.includes(values.only))]) {
      const results: string[] = []
      for (const suite of chosen)
        results.push(await withMutation(folder, mutation, () => notices(folder, suites[suite]!)))
      process.stdout.write(`| ${mutation?.name ?? 'none'} | ${results.join(' | ')} |\n`)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function copyCheckout(folder: string): void {
  for (const part of [
    'package.json',
    'tsconfig.json',
    'vitest.config.ts',
    'server',
    'simulator',
    'docs',
    'README.md',
    '.ci',
  ])
    cpSync(join(root, part), join(folder, part), { recursive: true, filter: (path) => !path.includes('node_modules') })
  for (const part of ['', 'server', 'simulator'])
    symlinkSync(join(root, part, 'node_modules'), join(folder, part, 'node_modules'))
}

async function withMutation<T>(folder: string, mutation: Mutation | null, run: () => Promise<T>): Promise<T> {
  if (mutation === null) return run()
  const file = join(folder, 'server', mutation.file)
  const source = readFileSync(file, 'utf8')
  writeFileSync(file, applyPatch(source, mutation))
  try {
    return await run()
  } finally {
    writeFileSync(file, source)
  }
}

/** Whether a test of the suite fails, after how many seconds, and which one. */
async function notices(folder: string, args: string[]): Promise<string> {
  const began = Date.now()
  rmSync(join(folder, reportFile), { force: true })
  const child = spawn(process.execPath, args, {
    cwd: folder,
    stdio: 'ignore',
    // The path to the smallest failing sequence is not needed.
    env: { ...process.env, MODEL_SHRINK: 'false' },
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  const seconds = Math.round((Date.now() - began) / 1_000)
  return code === 0 ? `no (${seconds} s)` : `yes (${seconds} s): ${firstFailure(join(folder, reportFile))}`
}

type Report = { testResults: { assertionResults: { status: string; fullName: string }[] }[] }
function firstFailure(file: string): string {
  if (!existsSync(file)) return 'no report'
  const { testResults } = JSON.parse(readFileSync(file, 'utf8')) as Report
  const failed = testResults.flatMap((tests) => tests.assertionResults).find(({ status }) => status === 'failed')
  return failed?.fullName ?? 'a file did not load'
}

await main()
