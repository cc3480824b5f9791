import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { followSteps, pastedSteps } from '../server/test/documents/pasted-steps.ts'

/** Pastes every block of the quick start after the first, which is running already, and checks what each of them prints. */
const root = join(import.meta.dirname, '..')
const readyFile = process.argv[2] ?? 'ready.json'
const ready = JSON.parse(readFileSync(readyFile, 'utf8')) as { url: string; simulator_url: string }

// The only difference to what a reader pastes: the ports, because 3000 and 3001 may be in use on this machine.
const markdown = readFileSync(join(root, 'docs/quick-start.md'), 'utf8')
  .replace('http://127.0.0.1:3000\n', `${ready.url}\n`)
  .replace('http://127.0.0.1:3001\n', `${ready.simulator_url}\n`)
const [, ...steps] = pastedSteps(markdown)
const began = performance.now()
const problems = await followSteps(steps, { folder: root })
const seconds = ((performance.now() - began) / 1_000).toFixed(1)
for (const problem of problems) process.stderr.write(`docs/quick-start.md ${problem}\n`)
if (problems.length > 0) process.exitCode = 1
else process.stdout.write(`${steps.length} blocks of the quick start did what it promises in ${seconds} s\n`)
