import { mkdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { prepareClock, prepareDatabase } from '../../dev/databases.ts'
import { bringUpToDate } from '../../src/migrate-all.ts'
import { seeded } from '../support/seeded.ts'
import { attack, recover } from './attack.ts'
import { check } from './checker/check.ts'
import type { Violation } from './checker/violation.ts'
import { type OwnPostgres, startOwnPostgres } from './database.ts'
import { startWorld } from './deployment.ts'
import { drain } from './drain.ts'
import { gather } from './evidence.ts'
import { openHistory } from './history.ts'
import { allFates } from './load/fates.ts'
import { startLoad } from './load/load.ts'
import { summarise } from './summary.ts'
import { watch } from './watch.ts'

const crew = { api: 2, worker: 3, web: 1 }
/** Between two acts of a client, on average. */
const pauseMilliseconds = 450
const mostShown = 40

/** npm run nemesis -- --minutes 10 --seed 1: the promises under load, faults and bad input. Ends with 1 if one was broken. */
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
    const lines = violations.slice(0, mostShown).map(({ promise, found }) => `  ${promise}\n    ${found}\n`)
    process.stdout.write(`${violations.length} violations\n${lines.join('')}The history and the logs: ${folder}\n`)
  } finally {
    await postgres.stop()
  }
}

async function run(postgres: OwnPostgres, seed: number, minutes: number, folder: string): Promise<Violation[]> {
  await prepareDatabase(postgres.url, true)
  await bringUpToDate(postgres.url)
  await prepareClock(postgres.url)
  const history = openHistory(folder)
  const deployment = await startWorld(postgres.url, history, folder, crew)
  try {
    const load = await startLoad(deployment, history, { seed, pauseMilliseconds, fates: allFates })
    const watching = watch(deployment.places, history)
    const stage = { deployment, postgres, load, history, next: seeded(seed + 1) }
    await attack(stage, seed, overAfter(minutes))
    await load.stop()
    await recover(stage)
    await drain(deployment, history, load.shops, seed)
    await watching.stop()
    const evidence = await gather(deployment, history, load.receivers)
    process.stdout.write(summarise(seed, minutes, evidence))
    if (postgres.fillDisk === null)
      process.stdout.write('The disk of the database was not filled: no disk of its own could be mounted.\n')
    return check(evidence)
  } finally {
    await deployment.stop()
    history.close()
  }
}

/** Ctrl-C ends the attack early; what has happened until then is checked all the same. */
function overAfter(minutes: number): () => boolean {
  let endsAt = Date.now() + minutes * 60_000
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => (endsAt = 0))
  return () => Date.now() >= endsAt
}

await main()
