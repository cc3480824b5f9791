import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { createDatabase } from '../support/world.ts'
import { check } from './checker/check.ts'
import type { Promised } from './checker/violation.ts'
import { drain } from './drain.ts'
import { gather } from './evidence.ts'
import { openHistory } from './history.ts'
import { allFates } from './load/fates.ts'
import { startLoad } from './load/load.ts'
import { planted } from './planted.ts'
import type { Patch } from './program-copy.ts'
import { startWorld } from './world.ts'

const seed = 20261122
const loadMilliseconds = 8_000
/** Who hangs is waited for, for a minute. */
const fates = allFates.filter(({ behaviour }) => !behaviour.endsWith('hang'))

test('the checker finds nothing where nothing is planted', async () => {
  expect(await promisesBroken([])).toEqual([])
}, 120_000)

for (const { bug, patch, breaks } of planted)
  test(`the checker can fail: ${bug} breaks ${breaks}`, async () => {
    expect(await promisesBroken([patch])).toContain(breaks)
  }, 120_000)

/** The real program with something planted in it, under a short load and without faults. */
async function promisesBroken(patches: Patch[]): Promise<Promised[]> {
  const folder = mkdtempSync(join(tmpdir(), 'tidings-planted-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const history = openHistory(folder)
  const world = await startWorld(await createDatabase(), history, folder, { api: 1, worker: 1, web: 1 }, { patches })
  try {
    const load = await startLoad(world, history, { seed, pauseMilliseconds: 150, fates })
    await sleep(loadMilliseconds)
    await load.stop()
    await drain(world, history, load.shops, seed)
    const violations = check(await gather(world, history, load.receivers))
    return [...new Set(violations.map(({ promise }) => promise))].toSorted()
  } finally {
    await world.stop()
    history.close()
  }
}
