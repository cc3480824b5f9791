import { parseArgs } from 'node:util'
import { startMeasuredService } from '../harness/measured-service.ts'
import { fuzz } from './fuzz.ts'

/** npm run fuzz -- --requests 1000000 --seed 1. Starts its own service. */
const { values } = parseArgs({
  options: { requests: { type: 'string', default: '1000000' }, seed: { type: 'string', default: '1' } },
})

const { url, service, errorLines, stop } = await startMeasuredService()
const started = performance.now()
const seconds = (): number => Math.round((performance.now() - started) / 1000)
let reported = 0
try {
  const report = await fuzz({
    url,
    service,
    requests: Number(values.requests),
    seed: Number(values.seed),
    onProgress({ requests, violations }) {
      if (requests - reported < 50_000) return
      reported = requests
      process.stderr.write(`${requests} requests after ${seconds()} s, ${violations.length} violations\n`)
    },
  })
  process.stdout.write(`${JSON.stringify({ seed: Number(values.seed), seconds: seconds(), ...report }, null, 2)}\n`)
  process.exitCode = report.violations.length + errorLines.length === 0 ? 0 : 1
} finally {
  await stop()
  // Errors in a worker are visible only in the log.
  for (const line of errorLines) process.stdout.write(`${line}\n`)
}
