import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { merchantOperations } from '../../src/http/operations.ts'
import { operatorOperations } from '../../src/http/operator-operations.ts'
import { fuzz } from './fuzz.ts'

/** npm run fuzz -- --requests 1000000 --seed 1: against a development service of its own. */
const { values } = parseArgs({
  options: { requests: { type: 'string', default: '1000000' }, seed: { type: 'string', default: '1' } },
})

const service = spawn(
  process.execPath,
  [join(import.meta.dirname, '../../dev/main.ts'), '--json', '--fresh', '--port', '0', '--simulator-port', '0'],
  { stdio: ['ignore', 'pipe', 'inherit'] },
)
const [line] = (await once(createInterface({ input: service.stdout }), 'line')) as [string]
const { url, operator_token: operatorToken } = JSON.parse(line) as { url: string; operator_token: string }

const started = performance.now()
let told = 0
const report = await fuzz({
  url,
  operatorToken,
  operations: [...merchantOperations, ...operatorOperations],
  requests: Number(values.requests),
  seed: Number(values.seed),
  onProgress: (done) => {
    if (done - told < 50_000) return
    told = done
    process.stderr.write(`${done} requests\n`)
  },
})
const seconds = (performance.now() - started) / 1000
process.stdout.write(
  `${JSON.stringify({ seed: Number(values.seed), seconds: Math.round(seconds), ...report }, null, 2)}\n`,
)
service.kill('SIGTERM')
await once(service, 'exit')
process.exitCode = report.violations.length === 0 ? 0 : 1
