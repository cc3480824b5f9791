import { mkdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { prepareClock, prepareDatabase } from '../../dev/databases.ts'
import { migrateAll } from '../../src/migrate-all.ts'
import { createTurns } from '../../src/worker/turns.ts'
import { seededRandom } from '../support/seeded-random.ts'
import { attack, recover } from './attack.ts'
import { check } from './checker/check.ts'
import type { Violation } from './checker/violation.ts'
import { type OwnPostgres, startOwnPostgres } from './database.ts'
import { startSupervisedDeployment } from './deployment.ts'
import { drain } from './drain.ts'
import { collectEvidence } from './evidence.ts'
import { openHistory } from './history.ts'
import { startLoad } from './load/load.ts'
import { allBehaviours } from './load/submission-behaviours.ts'
import { createRotation, rotateRepeatedly } from './rotation.ts'
import { summarise } from './summary.ts'
import { watch } from './watch.ts'

const processCounts = { api: 2, worker: 3, web: 1 }
/** The average pause between two actions of a client. */
const pauseMilliseconds = 450
const maxShown = 40

/** npm run nemesis -- --minutes 10 --seed 1: checks the guarantees under load, faults and bad input. Violations: exit code 1. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { minutes: { type: 'string', default: '10' }, seed: { type: 'string', default: '1' } },
  })
  const seed = Number(values.seed)
  const folder = join(tmpdir(), 'tidings-nemesis', `seed-${seed}`)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const postgres = await startOwnPostgres()
  try {
    const violations = await run(postgres, seed, Number(values.minutes), folder)
    process.exitCode = violations.length === 0 ? 0 : 1
    const lines = violations.slice(0, maxShown).map(({ guarantee, found }) => `  ${guarantee}\n    ${found}\n`)
    process.stdout.write(`${violations.length} violations\n${lines.join('')}History and logs: ${folder}\n`)
  } finally {
    await postgres.stop()
  }
}

async function run(postgres: OwnPostgres, seed: number, minutes: number, folder: string): Promise<Violation[]> {
  await prepareDatabase(postgres.url, true)
  await migrateAll(postgres.url)
  await prepareClock(postgres.url)
  const history = openHistory(folder)
  const deployment = await startSupervisedDeployment(postgres.url, history, folder, processCounts)
  try {
    const load = await startLoad(deployment, history, { seed, pauseMilliseconds, behaviours: allBehaviours })
    const inTurn = createTurns()
    const watching = watch(deployment.processes, history)
    const context = { deployment, postgres, load, inTurn, history, next: seededRandom(seed + 1) }
    const isOver = timeLimit(minutes)
    await Promise.all([
      attack(context, seed, isOver),
      rotateRepeatedly(createRotation(deployment, history, inTurn), isOver),
    ])
    await load.stop()
    await recover(context)
    await drain(deployment, history, load, seed)
    await watching.stop()
    const evidence = await collectEvidence(deployment, history, load.receivers)
    process.stdout.write(summarise(seed, minutes, evidence))
    if (postgres.fillDisk === null)
      process.stdout.write('The disk of the database was not filled: no separate disk could be mounted.\n')
    return check(evidence)
  } finally {
    await deployment.stop()
    history.close()
  }
}

/** Ctrl-C ends the attack early; the history up to then is still checked. */
function timeLimit(minutes: number): () => boolean {
  let endsAt = Date.now() + minutes * 60_000
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => (endsAt = 0))
  return () => Date.now() >= endsAt
}

await main()
