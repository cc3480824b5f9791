import { benchDashboard } from './dashboard.ts'
import { benchErasure } from './erasure.ts'
import { benchErasureBatches } from './erasure-batches.ts'
import { benchFigures } from './figures-cost.ts'
import { benchNudges } from './nudges.ts'
import { benchPush } from './push.ts'
import { benchPushLarge } from './push-large.ts'
import { benchScheduled } from './scheduled.ts'
import { benchTestSides } from './test-sides.ts'
import { benchTraces } from './traces.ts'
import { benchWebhooks } from './webhooks.ts'
import { benchWebhooksHanging } from './webhooks-hanging.ts'

/** npm run bench -- push: compares the service with the bare database, in one run on one machine. */
type Bench = { run: (rounds: number, size: number) => Promise<void>; rounds: number; size: number; unit: string }
const benches: Record<string, Bench> = {
  push: { run: benchPush, rounds: 5, size: 4, unit: 'seconds' },
  'push-large': { run: benchPushLarge, rounds: 5, size: 4, unit: 'seconds' },
  nudges: { run: benchNudges, rounds: 5, size: 10_000, unit: 'emails' },
  webhooks: { run: benchWebhooks, rounds: 5, size: 10_000, unit: 'deliveries' },
  'webhooks-hanging': { run: benchWebhooksHanging, rounds: 1, size: 20, unit: 'seconds' },
  dashboard: { run: benchDashboard, rounds: 3, size: 10_000_000, unit: 'messages' },
  figures: { run: benchFigures, rounds: 5, size: 6, unit: 'seconds' },
  erasure: { run: benchErasure, rounds: 3, size: 100_000, unit: 'messages' },
  'erasure-batches': { run: benchErasureBatches, rounds: 1, size: 100_000, unit: 'messages' },
  'test-sides': { run: benchTestSides, rounds: 5, size: 15, unit: 'seconds' },
  traces: { run: benchTraces, rounds: 5, size: 6, unit: 'seconds' },
  scheduled: { run: benchScheduled, rounds: 2, size: 4, unit: 'seconds' },
}
const [name = '', rounds, size] = process.argv.slice(2)
const bench = benches[name]
if (bench === undefined) {
  const lines = Object.entries(benches).map(
    ([known, { rounds: defaultRounds, size: defaultSize, unit }]) =>
      `npm run bench -- ${known} [rounds, ${defaultRounds}] [${unit}, ${defaultSize}]\n`,
  )
  process.stderr.write(lines.join(''))
  process.exitCode = 2
} else await bench.run(Number(rounds ?? bench.rounds), Number(size ?? bench.size))
