import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { prepareDatabase } from '../../dev/databases.ts'
import { startPostgres } from '../../dev/postgres.ts'
import { bringUpToDate } from '../../src/migrate-all.ts'
import type { Shop } from '../support/client.ts'
import { seeded } from '../support/seeded.ts'
import { until } from '../support/simulator-client.ts'
import { tally } from '../support/tally.ts'
import { createFleet } from './fleet.ts'
import { readHistory } from './history.ts'
import type { Process } from './processes.ts'
import { type Acknowledged, addressesOf, push } from './pushes.ts'

const home = mkdtempSync(join(tmpdir(), 'tidings-chaos-'))
chmodSync(home, 0o755)
// What is committed must be on the disk, unlike in the tests that share a server: that is the promise.
const start = (settings: Record<string, string> = {}) => startPostgres(home, 'test', { fsync: 'on', ...settings })
let postgres = await start()
// Hooks run last to first, so the processes are gone before their database.
afterAll(async () => {
  await postgres.stop()
  rmSync(home, { recursive: true, force: true })
})
const databaseUrl = postgres.url('tidings')
await prepareDatabase(databaseUrl, true)
await bringUpToDate(databaseUrl)
const fleet = await createFleet(databaseUrl)

test('Postgres restarts under load: every 201 present afterwards, delivered or explained; no process restart needed', async () => {
  const seed = 20261119
  const crashes = 3
  const shop = await fleet.business({ rate_limit_per_second: 10_000 })
  const workers = await Promise.all([fleet.startWorker(), fleet.startWorker()])
  let attacked = true
  const attack = crashPostgres(crashes, [fleet.api, ...workers], seeded(seed)).finally(() => (attacked = false))
  const load = Array.from({ length: 4 }, (_, lane) => pushWhile(() => attacked, shop, seeded(seed + 1 + lane)))
  const [answers] = await Promise.all([Promise.all(load), attack])

  const recoveredAt = performance.now()
  const pushed = answers.flat().flatMap((answer) => answer.pushed)
  const refusals = answers.flat().reduce((sum, answer) => sum + answer.refusals, 0)
  const { ends, broken } = await readHistory(fleet, pushed)
  const counts = JSON.stringify(Object.fromEntries(tally(ends.values())))
  const seconds = ((performance.now() - recoveredAt) / 1000).toFixed(1)
  process.stdout.write(
    `chaos: seed ${seed}, ${crashes} crashes of PostgreSQL, ${pushed.length} pushes, ${refusals} times 503, all ended after ${seconds} s: ${counts}\n`,
  )
  expect(broken).toEqual([])
  expect(refusals).toBeGreaterThan(0)
  expect([fleet.api, ...workers].map((one) => one.isRunning())).toEqual([true, true, true])
}, 180_000)

/** Each time it is there again, on the same port and folder, and every process has to notice by itself. */
async function crashPostgres(crashes: number, processes: Process[], next: () => number): Promise<void> {
  for (let crash = 0; crash < crashes; crash++) {
    await sleep(1_000 + next() * 1_000)
    await postgres.crash()
    postgres = await start({ port: new URL(databaseUrl).port })
    for (const { url } of processes)
      await until('readiness', async () => (await fetch(`${url}/readyz`)).status === 200, 30_000)
  }
}

async function pushWhile(goesOn: () => boolean, shop: Shop, next: () => number): Promise<Acknowledged[]> {
  const answers: Acknowledged[] = []
  while (goesOn()) {
    await sleep(next() * 20)
    answers.push(await push(shop, addressesOf(next() < 0.1 ? 25 : 1)))
  }
  return answers
}
