import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { followSteps, pastedSteps } from '../server/test/documents/pasted-steps.ts'

/**
 * Pastes every block of a document into one shell and checks what each prints. A `ts` block is saved and run with node:
 * node .ci/follow-guide.ts <document> <folder with .tidings of a running npm run dev> <ready.json of it>
 */
const [document = '', folder = '', readyFile = ''] = process.argv.slice(2)
const ready = JSON.parse(readFileSync(readyFile, 'utf8')) as { url: string; simulator_url: string }

// The only difference to what a reader pastes: the ports, because 3000 and 3001 may be in use on this machine.
const markdown = readFileSync(join(import.meta.dirname, '..', document), 'utf8')
  .replaceAll('http://127.0.0.1:3000', ready.url)
  .replaceAll('http://127.0.0.1:3001', ready.simulator_url)
const steps = pastedSteps(markdown, { programs: true }).filter(({ command }) => !command.includes('npm run dev'))
const began = performance.now()
const problems = await followSteps(steps, { folder })
for (const { line, command, promised } of steps)
  if (promised === null && command.includes('program.mjs')) problems.push(`line ${line}: the program states no output`)
const seconds = ((performance.now() - began) / 1_000).toFixed(1)
for (const problem of problems) process.stderr.write(`${document} ${problem}\n`)
if (problems.length > 0) process.exitCode = 1
else process.stdout.write(`${steps.length} blocks of ${document} did what it promises in ${seconds} s\n`)
