import { parseArgs } from 'node:util'
import { startServiceProcess } from '../support/service-process.ts'
import { fuzz } from './fuzz.ts'

/** npm run fuzz -- --requests 1000000 --seed 1: against a service of its own. */
const { values } = parseArgs({
  options: { requests: { type: 'string', default: '1000000' }, seed: { type: 'string', default: '1' } },
})

const { url, service, faults, stop } = await startServiceProcess()
const started = performance.now()
const seconds = (): number => Math.round((performance.now() - started) / 1000)
let told = 0
try {
  const report = await fuzz({
    url,
    service,
    requests: Number(values.requests),
    seed: Number(values.seed),
    onProgress({ requests, violations }) {
      if (requests - told < 50_000) return
      told = requests
      process.stderr.write(`${requests} requests after ${seconds()} s, ${violations.length} violations\n`)
    },
  })
  process.stdout.write(`${JSON.stringify({ seed: Number(values.seed), seconds: seconds(), ...report }, null, 2)}\n`)
  process.exitCode = report.violations.length + faults.length === 0 ? 0 : 1
} finally {
  await stop()
  // What a worker stumbled over is written in the log and nowhere else.
  for (const line of faults) process.stdout.write(`${line}\n`)
}
