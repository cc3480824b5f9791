import { parseArgs } from 'node:util'
import { attacks } from './attacks.ts'
import { type Result, startBench, type Timing } from './bench.ts'
import { tableOf, violationsText } from './report.ts'

/**
 * npm run bounds -- --seconds 30 --only form-2-mib,wrong-keys --proxies 0: measures what one caller can cost the others. Prints
 * JSON and then a table, and exits with 1 if a bound is violated.
 */
const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '30' }, only: { type: 'string' }, proxies: { type: 'string' } },
})
const chosen =
  values.only === undefined ? attacks : attacks.filter(({ name }) => values.only!.split(',').includes(name))
if (chosen.length === 0)
  throw new Error(`unknown attack; known attacks are ${attacks.map(({ name }) => name).join(', ')}`)
const timing: Timing = {
  baselineSeconds: 8,
  attackSeconds: Number(values.seconds),
  scale: 1,
  maxMeasurements: 1,
  maxDisturbed: 0,
}

const bench = await startBench(values.proxies === undefined ? {} : { PROXIES: values.proxies })
const results: Result[] = []
// Ctrl-C ends the run after the current attack.
let interrupted = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => (interrupted = true))
try {
  for (const attack of chosen) {
    if (interrupted) break
    const result = await bench.run(attack, timing)
    results.push(result)
    process.stderr.write(`${attack.name}: ${result.violations.join('; ') || 'holds'}\n`)
  }
} finally {
  await bench.stop()
}
const json = results.map(({ attack, ...result }) => ({ attack: attack.name, ...result }))
process.stdout.write(`${JSON.stringify(json, null, 2)}\n\n${tableOf(results)}\n${violationsText(results)}`)
process.exitCode = results.every(({ violations }) => violations.length === 0) ? 0 : 1
