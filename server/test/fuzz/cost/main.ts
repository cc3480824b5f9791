import { parseArgs } from 'node:util'
import { emailProviders } from '../../../src/channels/email/callbacks/providers.ts'
import { costFuzz } from './cost-fuzz.ts'

/** npm run fuzz:cost -- --inputs 200000 --seed 1. Starts its own services. Other load on the machine distorts the result. */
const { values } = parseArgs({
  options: { inputs: { type: 'string', default: '200000' }, seed: { type: 'string', default: '1' } },
})

const started = performance.now()
const seconds = (): number => Math.round((performance.now() - started) / 1000)
let reported = 0
const report = await costFuzz({
  inputs: Number(values.inputs),
  seed: Number(values.seed),
  providers: Object.keys(emailProviders),
  onProgress({ inputs, suspiciousGroups, violations }) {
    if (inputs - reported < 5_000) return
    reported = inputs
    process.stderr.write(
      `${inputs} inputs after ${seconds()} s, ${suspiciousGroups} groups measured again, ${violations.length} violations\n`,
    )
  },
})
process.stdout.write(`${JSON.stringify({ seconds: seconds(), ...report }, null, 2)}\n`)
process.exitCode = report.violations.length === 0 ? 0 : 1
