import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { prepareDatabase } from '../../dev/databases.ts'
import { startPostgres } from '../../dev/postgres.ts'
import { migrateAll } from '../../src/migrate-all.ts'
import type { Process } from '../harness/process.ts'
import type { Shop } from '../support/client.ts'
import { seededRandom } from '../support/seeded-random.ts'
import { until } from '../support/simulator-client.ts'
import { tally } from '../support/tally.ts'
import { readHistory } from './history.ts'
import { type Acknowledged, addressesOf, push } from './pushes.ts'
import { createTestDeployment } from './test-deployment.ts'

const home = mkdtempSync(join(tmpdir(), 'tidings-chaos-'))
chmodSync(home, 0o755)
// With fsync, unlike the shared test server, because this test checks that committed data survives a crash.
const start = (settings: Record<string, string> = {}) => startPostgres(home, 'test', { fsync: 'on', ...settings })
let postgres = await start()
// Hooks run in reverse order, so the processes end before their database.
afterAll(async () => {
  await postgres.stop()
  rmSync(home, { recursive: true, force: true })
})
const databaseUrl = postgres.url('tidings')
await prepareDatabase(databaseUrl, true)
await migrateAll(databaseUrl)
const deployment = await createTestDeployment(databaseUrl)

test('after crashes of PostgreSQL under load every acknowledged message is stored and has an outcome, and no process restarts', async () => {
  const seed = 20261119
  const crashes = 3
  const shop = await deployment.business({ rate_limit_per_second: 10_000 })
  const workers = await Promise.all([deployment.startWorker(), deployment.startWorker()])
  let isAttacked = true
  const attack = crashPostgres(crashes, [deployment.api, ...workers], seededRandom(seed)).finally(
    () => (isAttacked = false),
  )
  const load = Array.from({ length: 4 }, (_, stream) =>
    pushWhile(() => isAttacked, shop, seededRandom(seed + 1 + stream)),
  )
  const [acknowledged] = await Promise.all([Promise.all(load), attack])

  const recoveredAt = performance.now()
  const pushed = acknowledged.flat().flatMap(({ pushed: messages }) => messages)
  const refusals = acknowledged.flat().reduce((sum, one) => sum + one.refusals, 0)
  const { finalStates, violations } = await readHistory(deployment, pushed)
  const counts = JSON.stringify(Object.fromEntries(tally(finalStates.values())))
  const seconds = ((performance.now() - recoveredAt) / 1000).toFixed(1)
  process.stdout.write(
    `chaos: seed ${seed}, ${crashes} crashes of PostgreSQL, ${pushed.length} pushes, ${refusals} times 503, all ended after ${seconds} s: ${counts}\n`,
  )
  expect(violations).toEqual([])
  expect(refusals).toBeGreaterThan(0)
  expect([deployment.api, ...workers].map((one) => one.isRunning())).toEqual([true, true, true])
}, 180_000)

/** Crashes PostgreSQL and restarts it on the same port and folder. Every process must reconnect without a restart. */
async function crashPostgres(crashes: number, processes: Process[], next: () => number): Promise<void> {
  for (let crash = 0; crash < crashes; crash++) {
    await sleep(1_000 + next() * 1_000)
    await postgres.crash()
    postgres = await start({ port: new URL(databaseUrl).port })
    for (const { url } of processes)
      await until('readiness', async () => (await fetch(`${url}/readyz`)).status === 200, 30_000)
  }
}

async function pushWhile(isActive: () => boolean, shop: Shop, next: () => number): Promise<Acknowledged[]> {
  const acknowledged: Acknowledged[] = []
  while (isActive()) {
    await sleep(next() * 20)
    acknowledged.push(await push(shop, addressesOf(next() < 0.1 ? 25 : 1)))
  }
  return acknowledged
}
